import { useEffect, useEffectEvent, type ComponentProps, type MouseEvent } from 'react'
import { useNavigate } from './navigation.tsx'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path or URL of this app. */
  to: string
  /** For the screen it leads to. */
  state?: object | undefined
}

/** A link inside the app. */
export function Link({ to, state, onClick, children, ...props }: LinkProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    // Another button or a modifier key opens a tab or window.
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    navigate(to, { ...(state && { state }) })
  }
  return (
    <a {...props} href={to} onClick={follow}>
      {children}
    </a>
  )
}

/** Goes to another path as soon as it is shown, in the same entry of the history. */
export function Redirect({ to, state }: Pick<LinkProps, 'to' | 'state'>) {
  const navigate = useNavigate()
  const go = useEffectEvent(() => navigate(to, { replace: true, ...(state && { state }) }))
  useEffect(() => go(), [to])
  return null
}
