import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { useCapabilities } from '../../lib/use-capabilities.ts'

/** Who runs this server, as they named themselves. */
export function OperatorFacts() {
  const capabilities = useCapabilities()
  if (capabilities === undefined) return <SkeletonLines widths={['72%']} />
  const { operator } = capabilities
  return (
    <p>
      {operator === null
        ? 'The operator has given no name here; whoever gave you access knows it.'
        : `The operator of this server is ${operator}.`}
    </p>
  )
}
