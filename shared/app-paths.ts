/** Public pages, which the web build renders (web/site/render.tsx). */
export const SITE_PATHS = [
  '/',
  '/pricing',
  '/extension',
  '/terms-of-service',
  '/terms-of-use',
  '/privacy-policy',
  '/data-flow',
] as const

export type SitePath = (typeof SITE_PATHS)[number]

/** The other paths of the web app. The router (web/app/router.tsx) must have a screen for each. */
const SCREEN_PATHS = [
  '/extension/continue',
  '/auth',
  '/auth/confirm',
  '/auth/return',
  '/reset-password',
  '/dashboard',
  '/upload',
  '/microsite/:id',
] as const

export type ScreenPath = (typeof SCREEN_PATHS)[number]

/** Paths match ignoring case and a trailing slash. */
const pattern = (path: string) => new RegExp(`^${path.replace(/:(\w+)/, '(?<$1>[^/]+)').replace(/\/$/, '')}/?$`, 'i')
const SCREEN_PATTERNS = SCREEN_PATHS.map((path) => [path, pattern(path)] as const)
const SITE_PATTERNS = SITE_PATHS.map((path) => [path, pattern(path)] as const)

/** The app's screen at a path, with the values of the path's parameters; null if there is none. */
export function findScreen(pathname: string): { path: ScreenPath; params: Record<string, string> } | null {
  for (const [path, known] of SCREEN_PATTERNS) {
    const match = known.exec(pathname)
    if (match) return { path, params: match.groups ?? {} }
  }
  return null
}

/** The public page at a path; null if there is none. */
export function findSitePath(pathname: string): SitePath | null {
  return SITE_PATTERNS.find(([, known]) => known.test(pathname))?.[0] ?? null
}

/** A public page's file, relative to the web build. Hidden files are not served under their own names. */
export function siteFile(path: SitePath): string {
  return `.site${path === '/' ? '/landing' : path}.html`
}
