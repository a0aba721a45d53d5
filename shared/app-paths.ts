/**
 * Every path of the web app; the server answers 404 for others. The router (web/app/router.tsx) must have a screen
 * for each.
 */
const APP_PATHS = [
  '/',
  '/pricing',
  '/extension',
  '/extension/continue',
  '/terms-of-service',
  '/terms-of-use',
  '/privacy-policy',
  '/data-flow',
  '/auth',
  '/auth/confirm',
  '/auth/return',
  '/reset-password',
  '/dashboard',
  '/upload',
  '/microsite/:id',
] as const

export type AppPath = (typeof APP_PATHS)[number]

const PATTERNS = APP_PATHS.map((path) => new RegExp(`^${path.replace(/:\w+/, '[^/]+').replace(/\/$/, '')}/?$`, 'i'))

/** Whether the web app has a screen for a path, ignoring case and a trailing slash, as its router does. */
export function isAppPath(pathname: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(pathname))
}
