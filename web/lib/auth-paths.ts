/** Sign-up form for new users; existing users continue from there to the sign-in form. */
export const SIGN_UP_PATH = '/auth?sign-up'

/** Return path of a sign-in with another service; `to` is the path to continue to. */
const PROVIDER_RETURN_PATH = '/auth/return'

/** The return URL of a sign-in with another service. @param to a path of this app. */
export function providerReturnAddress(to: string): string {
  return `${location.origin}${PROVIDER_RETURN_PATH}?${new URLSearchParams({ to }).toString()}`
}

/** History state that a link to /auth may carry: where to continue after signing in. */
export interface ReturnState {
  returnTo: string
  /** The session was ended elsewhere. */
  ended?: boolean
}

/** Whether the history state says that the session was ended elsewhere. */
export function hasEnded(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'ended' in state && state.ended === true
}

/** Where to go after signing in: the path in the history state, if it belongs to this app; else the dashboard. */
export function returnPath(state: unknown): string {
  return ownPath(typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null)
}

/** The path itself if it belongs to this app, else the dashboard. */
export function ownPath(returnTo: unknown): string {
  // Two slashes would lead to another host.
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/dashboard'
}
