/**
 * URL of a timestamp in a microsite, on its owner's page or a shared one: `?t=` in seconds with full precision, so
 * that the intended line is marked.
 * @param page the page's absolute URL.
 */
export function momentAddress(page: string, ms: number): string {
  const address = new URL(page)
  address.searchParams.set('t', String(ms / 1000))
  address.hash = ''
  return address.href
}

/** The owner's page of a microsite. @param origin without a trailing slash. */
export function micrositeAddress(origin: string, micrositeId: string): string {
  return `${origin}/microsite/${encodeURIComponent(micrositeId)}`
}

/** The timestamp in a microsite link (`?t=812.4`, seconds), in whole ms; 0 if absent. */
export function getStartTime(search: URLSearchParams): number {
  const seconds = Number(search.get('t') ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : 0
}
