import { createContext, startTransition, use, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { findScreen, findSitePath } from '@callfolio/shared/app-paths.ts'

/** What the app shows: an entry of the tab's history. */
interface Place extends Pick<Location, 'pathname' | 'search' | 'hash'> {
  /** What its link passed on. */
  state: unknown
  /** Its number in the app's history, from 0. */
  index: number
  /** Scroll position to show it at, px; null: unchanged. */
  scrollTo: number | null
}

interface NavigateOptions {
  /** Replaces the entry of the history. */
  replace?: boolean
  /** For the new place; survives a reload. */
  state?: object
}

/** Goes to a path of this site. Public pages are loaded as documents. */
type Navigate = (to: string, options?: NavigateOptions) => void

/** Called instead of leaving the path. @param leave leaves it after all, if there is no guard any more. */
type Guard = (leave: () => void) => void

interface AppHistory {
  navigate: Navigate
  setGuard: (guard: Guard | null) => void
  /** Follows the browser's back and forward buttons. @returns a function that ends this and every later navigation. */
  attach: () => () => void
}

const PlaceContext = createContext<Place | null>(null)
const HistoryContext = createContext<AppHistory | null>(null)

interface NavigationProps {
  /** Loads what a path shows, before the app shows it. Never rejects. */
  prepare: (pathname: string) => Promise<void>
  children: ReactNode
}

/** Connects the app with the address bar. */
export function Navigation({ prepare, children }: NavigationProps) {
  const [place, setPlace] = useState(() => readPlace(0, null))
  const [appHistory] = useState(() => openHistory(place, prepare, (next) => startTransition(() => setPlace(next))))
  useEffect(() => appHistory.attach(), [appHistory])
  useEffect(ownScrolling, [])
  useLayoutEffect(() => {
    if (place.scrollTo !== null) window.scrollTo(0, place.scrollTo)
  }, [place])
  return (
    <HistoryContext value={appHistory}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </HistoryContext>
  )
}

/** @param fallback index of an entry that has none. */
function readPlace(fallback: number, scrollTo: number | null): Place {
  const { pathname, search, hash } = location
  const { index = fallback, ...state } = (history.state ?? {}) as { index?: number }
  history.replaceState({ ...state, index }, '')
  return { pathname, search, hash, state, index, scrollTo }
}

function openHistory(first: Place, prepare: NavigationProps['prepare'], show: (place: Place) => void): AppHistory {
  let current = first
  let guard: Guard | null = null
  let returning = false
  // An app that is gone, whose requests still end, doesn't touch the address bar.
  let gone = false
  const positions = new Map<number, number>()

  const enter = (fallback: number, scrollTo: number | null) => {
    const entered = readPlace(fallback, scrollTo)
    current = entered
    void prepare(entered.pathname).then(() => {
      if (current === entered) show(entered)
    })
  }

  const onPopState = () => {
    if (returning) {
      returning = false
      return
    }
    const { index } = (history.state ?? {}) as { index?: number }
    const steps = (index ?? current.index) - current.index
    if (guard !== null && steps !== 0 && location.pathname !== current.pathname) {
      // The browser has moved already.
      returning = true
      history.go(-steps)
      return guard(() => history.go(steps))
    }
    positions.set(current.index, scrollY)
    enter(current.index + 1, index === undefined ? null : (positions.get(index) ?? 0))
  }

  return {
    setGuard: (now) => (guard = now),
    navigate(to, { replace = false, state } = {}) {
      if (gone) return
      const url = new URL(to, location.href)
      const leave = () => {
        if (findSitePath(url.pathname) !== null) return replace ? location.replace(url) : location.assign(url)
        positions.set(current.index, scrollY)
        if (replace || url.href === location.href) history.replaceState({ ...state, index: current.index }, '', url)
        else history.pushState({ ...state, index: current.index + 1 }, '', url)
        enter(0, replace && url.pathname === current.pathname ? null : 0)
      }
      if (guard !== null && url.pathname !== current.pathname) guard(leave)
      else leave()
    },
    attach() {
      gone = false
      addEventListener('popstate', onPopState)
      return () => {
        gone = true
        removeEventListener('popstate', onPopState)
      }
    },
  }
}

/** The browser would scroll before the screen is there. It still does after a reload. */
function ownScrolling(): () => void {
  const stop = new AbortController()
  const set = (mode: ScrollRestoration) => () => (history.scrollRestoration = mode)
  set('manual')()
  addEventListener('pageshow', set('manual'), { signal: stop.signal })
  addEventListener('pagehide', set('auto'), { signal: stop.signal })
  return () => stop.abort()
}

function useAppHistory(): AppHistory {
  const appHistory = use(HistoryContext)
  if (appHistory === null) throw new Error('Navigation is missing above this component')
  return appHistory
}

/** Where the app is. */
export function useLocation(): Place {
  const place = use(PlaceContext)
  if (place === null) throw new Error('Navigation is missing above this component')
  return place
}

/** A stable function that goes to another path. */
export function useNavigate(): Navigate {
  return useAppHistory().navigate
}

/** The values of the path's parameters. */
export function useParams(): Partial<Record<string, string>> {
  return findScreen(useLocation().pathname)?.params ?? {}
}

/** The URL's query, and a stable function that changes it within the same entry of the history. */
export function useSearchParams(): [URLSearchParams, (change: (before: URLSearchParams) => URLSearchParams) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const replaceParams = useCallback(
    (change: (before: URLSearchParams) => URLSearchParams) => {
      const query = change(new URLSearchParams(location.search)).toString()
      navigate(location.pathname + (query && `?${query}`), { replace: true })
    },
    [navigate],
  )
  return [useMemo(() => new URLSearchParams(search), [search]), replaceParams]
}

interface LeaveGuard {
  /** Something tried to leave the path. */
  asking: boolean
  stay: () => void
  leave: () => void
}

/** While `active`, asks before a link or the back button leaves the path. */
export function useLeaveGuard(active: boolean): LeaveGuard {
  const { setGuard } = useAppHistory()
  const [asked, setAsked] = useState<{ leave: () => void } | null>(null)
  useEffect(() => {
    if (!active) return undefined
    setGuard((leave) => setAsked({ leave }))
    return () => setGuard(null)
  }, [active, setGuard])
  return {
    asking: asked !== null,
    stay: () => setAsked(null),
    leave: () => {
      setGuard(null)
      setAsked(null)
      asked?.leave()
    },
  }
}
