import { setImmediate as yieldToRequests, setTimeout as delay } from 'node:timers/promises'
import type { SearchRepo } from './search-repo.ts'

/** Between two microsites, so that thousands of them leave time for everything else. */
const PAUSE_MS = 20

/**
 * Puts microsites that lack one into the search index, newest first: backups leave it out. Each is read, prepared and written in steps
 * between which the process answers requests. One that is changed meanwhile is left for the next time.
 * @param signal ends it after the one under way.
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
