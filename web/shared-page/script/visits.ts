/** A visit is over when it wasn't visible for so long; a reload before belongs to it. */
const VISIT_MS = 30 * 60 * 1000

/** The part of localStorage that visits need. */
export type VisitStorage = Pick<Storage, 'getItem' | 'setItem'>

/** What this browser remembers of its visits to one page. A browser that keeps nothing is always on a new visit. */
export function createVisits(storage: VisitStorage | null, path: string) {
  const key = `visit:${path}`
  return {
    /** The ticket of the visit that goes on; null on a new one. */
    current(now: number): string | null {
      const [last, ticket] = (storage?.getItem(key) ?? '').split(' ')
      return last && ticket && now - Number(last) < VISIT_MS ? ticket : null
    },
    /** The visit was counted by this ticket, or goes on. */
    remember(now: number, ticket: string): void {
      storage?.setItem(key, `${now} ${ticket}`)
    },
  }
}
