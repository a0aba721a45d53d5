/** A visit is over when nobody looked for so long; a reload before belongs to it. */
const VISIT_MS = 30 * 60 * 1000

/** The part of localStorage that visits need. */
export type VisitStorage = Pick<Storage, 'getItem' | 'setItem'>

/** What this browser remembers of its visits to one page. A browser that keeps nothing is always on a new visit. */
export function createVisits(storage: VisitStorage | null, path: string) {
  const key = `visit:${path}`
  return {
    isNew(now: number): boolean {
      const last = Number(storage?.getItem(key) ?? Number.NaN)
      return !(now - last < VISIT_MS)
    },
    /** The visit was counted, or goes on. */
    remember(now: number): void {
      storage?.setItem(key, String(now))
    },
  }
}
