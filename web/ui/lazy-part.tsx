import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useNewerVersion } from './newer-version.ts'

export type LazyPart<Props extends object> = ComponentType<Props & { fallback?: ReactNode }> & {
  /** Loads the code. Never rejects: what is shown then reports the failure. */
  preload: () => Promise<void>
}

/**
 * A component whose code is loaded when it is first shown; until then it renders `fallback`. If loading fails, it
 * renders `missing` and the page stays usable. Not React's `lazy`: that shows even loaded code only 300 ms after the
 * fallback.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  missing: ComponentType<Props> = MissingPart,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => loaded ?? (loaded = await load())
  function Lazy({ fallback = null, ...props }: Props & { fallback?: ReactNode }) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part !== undefined) return undefined
      let isShown = true
      void loadOnce()
        .catch(() => missing)
        .then((part) => {
          if (isShown) setPart(() => part)
        })
      return () => {
        isShown = false
      }
    }, [Part])
    return Part === undefined ? fallback : <Part {...(props as unknown as Props)} />
  }
  return Object.assign(Lazy, {
    preload: () =>
      loadOnce().then(
        () => {},
        () => {},
      ),
  })
}

/** A dialog whose code is loaded when it is first opened. */
export function lazyDialog<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Opened = lazyPart(load)
  return function LazyDialog(props: Props) {
    return useEver(props.open) ? <Opened {...props} /> : null
  }
}

/** Whether the value has been true since the component mounted. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}

/** The code of dialogs, menus and toasts: one file, not needed for the first render. */
export const loadOverlays = () => import('./overlays.tsx')

const FIRST_INPUT = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Preloads the overlays at the first input: they then open at once, even if the network is down or the server has
 * been updated since.
 */
export function useOverlayPrefetch(): void {
  useEffect(() => {
    const stop = new AbortController()
    const prefetch = () => {
      stop.abort()
      // The overlay that is opened reports the failure.
      loadOverlays().catch(() => {})
    }
    for (const input of FIRST_INPUT) addEventListener(input, prefetch, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [])
}

/** Shows, at the edge of the page, that a part of it could not be loaded; the page and its input stay. */
export function MissingPart() {
  const version = useNewerVersion()
  if (version === null || version === 'reloading') return null
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-[36rem] rounded bg-paper shadow-menu">
      <Banner
        tone="danger"
        actions={
          <Button variant="secondary" size="sm" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {version === 'newer'
          ? 'A new version is available. Save your work, then reload.'
          : 'This part of the page didn’t load. Reload to try again.'}
      </Banner>
    </div>
  )
}
