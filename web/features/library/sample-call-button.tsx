import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useCapabilities } from '../../lib/use-capabilities.ts'
import { useSampleCall } from './use-sample-call.ts'

/** "Try it with a sample call"; nothing where the server has none. */
export function SampleCallButton({ variant = 'secondary' }: { variant?: 'primary' | 'secondary' }) {
  const capabilities = useCapabilities()
  const sample = useSampleCall()
  if (capabilities?.sample_call === false) return null
  return (
    <span className="inline-grid gap-2">
      <button
        type="button"
        disabled={sample.isPending}
        onClick={() => sample.mutate()}
        className={buttonClass(variant)}
      >
        {sample.isPending ? 'Starting...' : 'Try it with a sample call'}
      </button>
      {sample.isError && (
        <span role="alert" className="text-13 text-danger">
          {sample.error.message}
        </span>
      )}
    </span>
  )
}
