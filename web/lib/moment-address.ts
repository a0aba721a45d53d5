/**
 * The address of a moment of a microsite, on its owner's page or a shared one: `?t=` with seconds, as exact as the
 * moment, so that the line that is meant is the one that is marked.
 * @param page the page's address, absolute.
 */
export function momentAddress(page: string, ms: number): string {
  const address = new URL(page)
  address.searchParams.set('t', String(ms / 1000))
  address.hash = ''
  return address.href
}

/** The owner's page of a microsite. @param origin without a slash at the end. */
export function micrositeAddress(origin: string, micrositeId: string): string {
  return `${origin}/microsite/${encodeURIComponent(micrositeId)}`
}

/** The moment that a link to a microsite leads to (`?t=812.4`, seconds), in whole ms; 0 without one. */
export function startTimeOf(search: URLSearchParams): number {
  const seconds = Number(search.get('t') ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : 0
}
