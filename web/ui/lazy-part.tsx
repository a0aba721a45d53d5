import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useNewerVersion } from './newer-version.ts'

/** A component whose code is loaded when it is first shown. Where it can't be loaded, `missing` says so and the page stays as it is. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  missing: ComponentType<Props> = MissingPart,
) {
  return lazy(async () => ({ default: await load().catch(() => missing) }))
}

/** A dialog whose code is loaded when it is first opened. */
export function lazyDialog<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Opened = lazyPart(load)
  return function LazyDialog(props: Props) {
    if (!useEver(props.open)) return null
    return (
      <Suspense>
        <Opened {...props} />
      </Suspense>
    )
  }
}

/** Whether something has been true since the component is there. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}

/** The code of dialogs, menus and toasts: one file, which no page needs to be seen. */
export const loadOverlays = () => import('./overlays.tsx')

const FIRST_INPUT = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Loads the overlays at the first input, before one of them is asked for: it then opens at once, and also where the network is gone
 * or the server has been replaced meanwhile.
 */
export function useOverlayPrefetch(): void {
  useEffect(() => {
    const stop = new AbortController()
    const prefetch = () => {
      stop.abort()
      // A failure is reported by the overlay that is opened.
      loadOverlays().catch(() => {})
    }
    for (const input of FIRST_INPUT) addEventListener(input, prefetch, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [])
}

/** Shows, at the edge of the page, that a part of it could not be loaded; the page and what was typed on it stay. */
export function MissingPart() {
  const version = useNewerVersion()
  if (version === null || version === 'reloading') return null
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-[36rem] rounded bg-paper shadow-menu">
      <Banner
        tone="danger"
        actions={
          <button type="button" onClick={() => location.reload()} className={buttonClass('secondary', 'sm')}>
            Reload
          </button>
        }
      >
        {version === 'newer'
          ? 'A new version is available. Save your work, then reload.'
          : 'This part of the page didn’t load. Reload to try again.'}
      </Banner>
    </div>
  )
}
