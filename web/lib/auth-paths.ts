/** Where somebody who is new here makes an account; who has one goes on from there to the sign-in. */
export const SIGN_UP_PATH = '/auth?sign-up'

/** Where a sign-in with another service ends; `to` names where to go on. */
const PROVIDER_RETURN_PATH = '/auth/return'

/** The address at which a sign-in with another service ends. @param to a path of this app. */
export function providerReturnAddress(to: string): string {
  return `${location.origin}${PROVIDER_RETURN_PATH}?${new URLSearchParams({ to }).toString()}`
}

/** History state that a link to /auth may carry: where to go on after signing in. */
export interface ReturnState {
  returnTo: string
  /** The session was ended elsewhere. */
  ended?: boolean
}

/** Whether the history state says that the session was ended elsewhere. */
export function hasEnded(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'ended' in state && state.ended === true
}

/** Where to go after signing in: what the history state names, if it is an address of this app; else the dashboard. */
export function returnPath(state: unknown): string {
  return ownPath(typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null)
}

/** An address of this app as it was given, else the dashboard. */
export function ownPath(returnTo: unknown): string {
  // Two slashes would lead to another host.
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/dashboard'
}
