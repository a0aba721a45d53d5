import { lazy, Suspense, type ComponentType } from 'react'
import { MissingPart } from './missing-part.tsx'
import { useEver } from './use-ever.ts'

/** A component whose code comes when it is first shown. Where it can't be fetched, `missing` says so and the page stays as it is. */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  missing: ComponentType<Props> = MissingPart,
) {
  return lazy(async () => ({ default: await load().catch(() => missing) }))
}

/** A dialog whose code comes when it is first opened. */
export function lateDialog<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Opened = latePart(load)
  return function LateDialog(props: Props) {
    if (!useEver(props.open)) return null
    return (
      <Suspense>
        <Opened {...props} />
      </Suspense>
    )
  }
}
