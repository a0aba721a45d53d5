/** A visit ends when the page wasn't visible for this long; a reload before that belongs to it. ms */
const VISIT_MS = 30 * 60 * 1000

/** The part of localStorage that visits need. */
export type VisitStorage = Pick<Storage, 'getItem' | 'setItem'>

/** This browser's visits to one page. A browser without storage is always on a new visit. */
export function createVisits(storage: VisitStorage | null, path: string) {
  const key = `visit:${path}`
  return {
    /** The ticket of the current visit; null on a new one. */
    current(now: number): string | null {
      const [last, ticket] = (storage?.getItem(key) ?? '').split(' ')
      return last && ticket && now - Number(last) < VISIT_MS ? ticket : null
    },
    /** The visit was counted with this ticket, or continues. */
    remember(now: number, ticket: string): void {
      storage?.setItem(key, `${now} ${ticket}`)
    },
  }
}
