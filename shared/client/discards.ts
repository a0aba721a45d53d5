import { ANY_REPLY, type ApiClient } from '../api-client.ts'
import { MICROSITE_PATHS } from '../contract/microsite.ts'
import { isTransient, wayOutOf } from '../failures.ts'
import { failureOf } from './failure-of.ts'
import { micrositeIdOf, type UploadEntry } from './upload-entry.ts'
import type { UploadJournal } from './upload-journal.ts'
import { pause } from './upload-retries.ts'
import type { Uploader } from './uploader.ts'

/** How long a server that can't be reached gets no request; coming back online ends it. ms */
const FIRST_DELAY_MS = 5000
const LONGEST_DELAY_MS = 5 * 60_000
/** The server sweeps by itself what was begun so long ago. ms */
const SWEPT_AFTER_MS = 7 * 24 * 60 * 60 * 1000

export interface DiscardsOptions {
  journal: Pick<UploadJournal, 'discard' | 'listDiscarded' | 'remove'>
  /** The server as the person of an entry and nobody else. */
  connect: (entry: UploadEntry) => { api: ApiClient; uploader: Pick<Uploader, 'removeReceived'> }
  /** ms since 1970. */
  now?: () => number
  /** Waits so many ms. */
  wait?: (ms: number) => Promise<void>
}

/** Uploads that were given up and that the server has to forget, with their pages and links. */
export interface Discards {
  /**
   * Gives an upload up. Settles once that is remembered on this computer; the server is asked until it has answered.
   * @param made settles when requests that may still make its page or its upload have been answered.
   */
  add: (entry: UploadEntry, made?: Promise<unknown>) => Promise<void>
  /** Goes on with those of a person that no server has confirmed yet: after a restart, or a new sign-in. */
  resume(userId: string): Promise<void>
}

/** Makes the one way by which uploads are given up. */
export function createDiscards({
  journal,
  connect,
  now = Date.now,
  wait = (ms) => pause(ms, undefined),
}: DiscardsOptions): Discards {
  /** Ids that the server is being asked about. */
  const underWay = new Set<string>()

  async function report(given: UploadEntry, made: Promise<unknown> | undefined): Promise<void> {
    const { id } = given
    if (underWay.has(id)) return
    underWay.add(id)
    try {
      await made
      for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)) {
        // The address of an upload may have been recorded since it was given up.
        const latest = (await journal.listDiscarded()).find((entry) => entry.id === id) ?? given
        const why = await forget(latest)
        if (why !== null && wayOutOf(why) === 'sign_in') return
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
      await api.request(MICROSITE_PATHS.begun(micrositeIdOf(entry)), ANY_REPLY, { method: 'DELETE' })
      return null
    } catch (error) {
      return failureOf(error)
    }
  }

  return {
    async add(entry, made) {
      // A browser that can't save it (a full disk) asks as long as it runs.
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
