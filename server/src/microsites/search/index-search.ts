import { setImmediate as yieldToRequests, setTimeout as delay } from 'node:timers/promises'
import type { SearchRepo } from './search-repo.ts'

/** Pause between two microsites, so that thousands of them leave time for other work. */
const PAUSE_MS = 20

/**
 * Adds microsites that are missing from the search index, newest first, as backups omit the index. Each is read,
 * prepared and written in steps between which the process handles requests. One that changes during that is left for
 * the next run.
 * @param signal stops it after the current microsite.
 */
export async function indexSearch(search: SearchRepo, signal: AbortSignal): Promise<void> {
  for (const id of await search.listMissing()) {
    if (signal.aborted) return
    const site = await search.read(id)
    if (!site) continue
    await yieldToRequests()
    const rows = search.prepare(site.userId, site)
    await yieldToRequests()
    await search.addMissing(site, rows)
    await delay(PAUSE_MS)
  }
}
