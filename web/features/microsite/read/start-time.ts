/** The moment that a link to a microsite leads to (`?t=812.4`, seconds), in whole ms; 0 without one. */
export function startTimeOf(search: URLSearchParams): number {
  const seconds = Number(search.get('t') ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : 0
}
