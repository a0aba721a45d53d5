/** Where somebody who is new here makes an account; who has one goes on from there to the sign-in. */
export const SIGN_UP_PATH = '/auth?sign-up'

/** History state that a link to /auth may carry: where to go on after signing in. */
export interface ReturnState {
  returnTo: string
}

/** Where to go after signing in: what the history state names, if it is an address of this app; else the dashboard. */
export function returnPath(state: unknown): string {
  const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null
  // Two slashes would lead to another host.
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/dashboard'
}
