/** Every address of the web app, as its router writes them; the server answers 404 at others. A test compares both. */
export const APP_PATHS = [
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

const PATTERNS = APP_PATHS.map((path) => new RegExp(`^${path.replace(/:\w+/, '[^/]+').replace(/\/$/, '')}/?$`, 'i'))

/** Whether the web app has a screen for an address, in any case and with or without a slash at the end, as its router has. */
export function isAppPath(pathname: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(pathname))
}
