import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { SearchRepo } from './search-repo.ts'

/**
 * Puts microsites of older versions into the search index, newest first. Each is read, prepared and written in steps
 * between which the process answers requests. One that is changed meanwhile is left for the next time.
 */
export async function indexSearch(search: SearchRepo): Promise<void> {
  for (const id of await search.listMissing()) {
    await yieldToOthers()
    const site = await search.read(id)
    if (!site) continue
    await yieldToOthers()
    const rows = search.prepare(site.userId, site)
    await yieldToOthers()
    await search.addMissing(site, rows)
  }
}
