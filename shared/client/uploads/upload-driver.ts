import { createDiscards } from './discards.ts'
import { getFailure } from '../get-failure.ts'
import type { UploadEntry } from './upload-entry.ts'
import type { UploadJournal } from './upload-journal.ts'
import { takesFile, type UploadEffect, type UploadEvent } from './upload-machine.ts'
import { pause } from './upload-retries.ts'
import { NO_UPLOADS, reduceUploads, type Uploads, type UploadsEvent } from './uploads.ts'
import { createUploadPages } from './upload-pages.ts'
import { createUploadSteps, fileSource, type Connection, type UploadSource, type Watch } from './upload-steps.ts'

/** Delay before a recording's interrupted upload is retried; coming back online ends it. ms */
const RETRY_MS = 5000

export interface UploadDriverOptions {
  journal: UploadJournal
  connect: (entry: UploadEntry) => Connection
  /**
   * Waits for a microsite. @returns how it ended. Without it another client waits, and the upload leaves the list.
   */
  watch?: Watch
  /** Called after each change; often while bytes are sent. */
  onChange: (uploads: Uploads) => void
  /** Called once when a recording has become a microsite, or has failed to. */
  onEnded?: (ended: { title: string; micrositeId: string; problem: string | null }) => void
  /** Called once the server has created an upload's page. */
  onBegun?: (id: string) => void
  /** ms since 1970. */
  now?: () => number
}

/** Carries out the effects of the upload machine. */
export interface UploadDriver {
  uploads(): Uploads
  dispatch(event: UploadsEvent): void
  /** Starts with an entry from the journal, or resumes an interrupted one. */
  choose(entry: UploadEntry, source: UploadSource, durationSeconds: number | null, hasFile?: boolean): void
  /** Gives up an upload that is in the journal but not being driven. */
  discard(entry: UploadEntry): Promise<void>
  /** Settles once every decision so far is in the journal and on disk. */
  settled(id: string): Promise<void>
}

/** Creates the driver for one server's uploads. */
export function createUploadDriver({
  journal,
  connect,
  watch,
  onChange,
  onEnded,
  onBegun,
  now = Date.now,
}: UploadDriverOptions): UploadDriver {
  let uploads = NO_UPLOADS
  const sources = new Map<string, UploadSource>()
  const { begin, end, getSignal } = createAborts()
  const { inOrder, settled } = createOrder()
  /** Settle when sending has stopped: by then everything created on the server is saved. */
  const sendings = new Map<string, Promise<void>>()
  const discards = createDiscards({ journal, connect, now })
  const pages = createUploadPages({ connect, onBegun, uploads: () => uploads, dispatch })
  const { send, start, follow, askOffset } = createUploadSteps({
    journal,
    connect,
    getSource: (id) => sources.get(id) ?? fileSource(null),
    beginPage: (entry) => pages.begin(entry),
    dispatch,
    now,
  })

  function dispatch(event: UploadsEvent): void {
    const step = reduceUploads(uploads, event)
    if (step.uploads === uploads) return
    if (event.type === 'session' && event.userId !== null) void discards.resume(event.userId)
    const before = uploads
    ;({ uploads } = step)
    onChange(uploads)
    for (const { id, ...effect } of step.effects) carryOut(id, effect, getEntry(id, uploads) ?? getEntry(id, before))
  }

  function carryOut(id: string, effect: UploadEffect, entry: UploadEntry | undefined): void {
    if (entry === undefined) return
    switch (effect.type) {
      case 'send':
        sendings.set(id, report(id, effect.attempt, send(entry, effect.attempt, begin(id))))
        return
      case 'start':
        return void report(id, effect.attempt, start(entry, effect.attempt, getSignal(id) ?? begin(id)))
      case 'watch':
        if (watch === undefined) return dispatch({ id, type: 'handedOver' })
        return void follow(entry, effect, watch, begin(id)).catch(() => {})
      case 'retryLater': {
        const { attempt } = effect
        return void pause(RETRY_MS, begin(id)).then(
          () => dispatch({ id, type: 'retryDue', attempt }),
          () => {},
        )
      }
      case 'abort':
        return end(id)
      case 'askOffset':
        return void askOffset(entry)
      case 'note':
        return inOrder(id, () => journal.update(id, effect.change))
      case 'remember':
        return inOrder(id, () => journal.put(effect.entry))
      case 'forget':
        sources.delete(id)
        // The server rejected its file, so its page will never get one.
        return entry.micrositeId === null ? discard(entry) : inOrder(id, () => journal.remove(id))
      case 'release': {
        pages.release(id)
        const source = sources.get(id)
        sources.delete(id)
        return inOrder(id, async () => source?.release?.())
      }
      case 'discard':
        sources.delete(id)
        return discard(entry)
      case 'namePage':
        return void pages.name(id, effect.title)
      case 'failPage':
        return pages.fail(entry, effect.why)
      case 'announce': {
        const { title, micrositeId, problem } = effect
        return onEnded?.({ title, micrositeId, problem })
      }
    }
  }

  async function report(id: string, attempt: number, done: Promise<{ id: string } & UploadEvent>): Promise<void> {
    await done.then(dispatch, (thrown: unknown) => {
      dispatch({ id, type: 'interrupted', attempt, why: getFailure(thrown) })
    })
  }

  function discard(entry: UploadEntry): void {
    const { id } = entry
    const made = Promise.all([pages.forget(id), sendings.get(id)])
    sendings.delete(id)
    // The journal knows where on the server the bytes are.
    inOrder(id, async () => discards.add((await journal.get(id)) ?? entry, made))
  }

  return {
    uploads: () => uploads,
    dispatch,
    choose(entry, source, durationSeconds, hasFile = true) {
      const { id } = entry
      const known = uploads.items.get(id)
      // Offered again because the answer was late, or already sent.
      if (known && !takesFile(known)) return
      sources.set(id, source)
      dispatch({ id, type: 'chosen', entry, durationSeconds, hasFile, at: now() })
    },
    discard: (entry) => discards.add(entry),
    settled,
  }
}

function getEntry(id: string, { items }: Uploads): UploadEntry | undefined {
  return items.get(id)?.entry
}

/** What aborts the work of each upload; new work ends the earlier one. */
function createAborts() {
  const work = new Map<string, AbortController>()
  function end(id: string): void {
    work.get(id)?.abort()
    work.delete(id)
  }
  return {
    end,
    /** Preparatory work it started, such as the sounds of a call, is aborted with it. */
    begin: (id: string): AbortSignal => {
      end(id)
      const controller = new AbortController()
      work.set(id, controller)
      return controller.signal
    },
    getSignal: (id: string) => work.get(id)?.signal,
  }
}

/** Runs the tasks of each upload one at a time. A browser that can't save (full disk) still uploads. */
function createOrder() {
  const settling = new Map<string, Promise<void>>()
  return {
    inOrder: (id: string, run: () => Promise<void>): void => {
      const earlier = settling.get(id) ?? Promise.resolve()
      settling.set(
        id,
        earlier.then(run).catch(() => {}),
      )
    },
    settled: async (id: string) => settling.get(id),
  }
}
