import { ANY_REPLY, type ApiClient } from '../../api-client.ts'
import { MICROSITE_PATHS } from '../../contract/microsite.ts'
import { isTransient, getWayOut } from '../../failures.ts'
import { getFailure } from '../get-failure.ts'
import { getMicrositeId, type UploadEntry } from './upload-entry.ts'
import type { UploadJournal } from './upload-journal.ts'
import { pause } from './upload-retries.ts'
import type { Uploader } from './uploader.ts'

/** Pauses between requests to an unreachable server; coming back online ends one. ms */
const FIRST_DELAY_MS = 5000
const LONGEST_DELAY_MS = 5 * 60_000
/** The server cleans up unfinished uploads that are older than this. ms */
const SWEPT_AFTER_MS = 7 * 24 * 60 * 60 * 1000

export interface DiscardsOptions {
  journal: Pick<UploadJournal, 'discard' | 'listDiscarded' | 'remove'>
  /** The server's API, authenticated as the entry's owner only. */
  connect: (entry: UploadEntry) => { api: ApiClient; uploader: Pick<Uploader, 'removeReceived'> }
  /** ms since 1970. */
  now?: () => number
  /** Waits this many ms. */
  wait?: (ms: number) => Promise<void>
}

/** Given-up uploads that the server still has to forget, with their pages and links. */
export interface Discards {
  /**
   * Gives up an upload. Settles once that is stored on this computer; the server is asked until it has answered.
   * @param made settles when requests that may still create its page or its upload have been answered.
   */
  add: (entry: UploadEntry, made?: Promise<unknown>) => Promise<void>
  /** Retries a person's unconfirmed discards: after a restart or a new sign-in. */
  resume(userId: string): Promise<void>
}

/** Creates the one way to give up uploads. */
export function createDiscards({
  journal,
  connect,
  now = Date.now,
  wait = (ms) => pause(ms, undefined),
}: DiscardsOptions): Discards {
  /** Ids with a request under way. */
  const underWay = new Set<string>()

  async function report(given: UploadEntry, made: Promise<unknown> | undefined): Promise<void> {
    const { id } = given
    if (underWay.has(id)) return
    underWay.add(id)
    try {
      await made
      for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)) {
        // The upload's URL may have been stored after it was given up.
        const latest = (await journal.listDiscarded()).find((entry) => entry.id === id) ?? given
        const why = await forget(latest)
        if (why !== null && getWayOut(why) === 'sign_in') return
        if (why === null || !isTransient(why)) return await journal.remove(id)
        await wait(delayMs)
      }
    } finally {
      underWay.delete(id)
    }
  }

  /** @returns why the server has not forgotten it; null: it has. */
  async function forget(entry: UploadEntry) {
    const { api, uploader } = connect(entry)
    try {
      await uploader.removeReceived(entry)
      await api.request(MICROSITE_PATHS.begun(getMicrositeId(entry)), ANY_REPLY, { method: 'DELETE' })
      return null
    } catch (error) {
      return getFailure(error)
    }
  }

  return {
    async add(entry, made) {
      // A browser that can't save (full disk) keeps asking while it runs.
      await journal.discard(entry, now()).catch(() => journal.remove(entry.id).catch(() => {}))
      void report(entry, made).catch(() => {})
    },
    async resume(userId) {
      for (const entry of await journal.listDiscarded()) {
        if (now() - (entry.discardedAt ?? 0) > SWEPT_AFTER_MS) await journal.remove(entry.id)
        else if (entry.userId === userId) void report(entry, undefined).catch(() => {})
      }
    },
  }
}
