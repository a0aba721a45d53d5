import { ANY_REPLY, type ApiClient } from '../api-client.ts'
import {
  beginMeetingReplySchema,
  MICROSITE_PATHS,
  processMeetingReplySchema,
  type ProcessMeeting,
} from '../contract/microsite.ts'
import { isTransient, type Failure } from '../failures.ts'
import type { PollState } from '../poll.ts'
import { MAX_TITLE } from '../titles.ts'
import { ensureLink } from './create-link.ts'
import { createDiscards } from './discards.ts'
import { BrowserFailure, failureOf } from './failure-of.ts'
import type { GrowingFile } from './growing-file.ts'
import { renamePage } from './rename-page.ts'
import { micrositeIdOf, titleOfEntry, isCaptionsOnly, type UploadEntry } from './upload-entry.ts'
import type { UploadJournal } from './upload-journal.ts'
import { takesFile, type UploadEffect, type UploadEvent } from './upload-machine.ts'
import { pause } from './upload-retries.ts'
import type { Uploader } from './uploader.ts'
import { NO_UPLOADS, reduceUploads, type Uploads, type UploadsEvent } from './uploads.ts'

/** Delay before a recording's interrupted upload is retried; coming back online ends it. ms */
const RETRY_MS = 5000
/** How many times a request for a page is sent when the server doesn't answer. */
const PAGE_TRIES = 12
/** Maximum length of a reason the server accepts, in characters. */
const MAX_REASON = 500

/** Source of an upload's bytes and of its microsite's request. */
export interface UploadSource {
  /**
   * Null if there are no bytes: captions only. @throws BrowserFailure
   * @param signal aborts additional uploads besides the bytes.
   */
  open(signal: AbortSignal): Promise<Blob | GrowingFile | null>
  /** The body of the microsite request. @throws BrowserFailure and the errors of the uploader and the API */
  describe(entry: UploadEntry, signal: AbortSignal): Promise<ProcessMeeting>
  /** The server is making the microsite: the local bytes can be deleted. */
  release?(): Promise<void>
}

/** The server's API, authenticated as the entry's owner only. */
export interface Connection {
  api: ApiClient
  uploader: Uploader
}

export interface WatchOptions {
  api: ApiClient
  micrositeId: string
  onPoll: (poll: PollState, title: string | null) => void
  signal: AbortSignal
}

export interface UploadDriverOptions {
  journal: UploadJournal
  connect: (entry: UploadEntry) => Connection
  /**
   * Waits for a microsite. @returns how it ended. Without it another client waits, and the upload leaves the list.
   */
  watch?: (options: WatchOptions) => Promise<PollState>
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
  const work = new Map<string, AbortController>()
  const settling = new Map<string, Promise<void>>()
  /** Settle when sending has stopped: by then everything created on the server is saved. */
  const sendings = new Map<string, Promise<void>>()
  /** Settle when the request to begin a page has been answered. */
  const pages = new Map<string, Promise<void>>()
  /** Uploads whose page exists and is waiting. */
  const begun = new Set<string>()
  const discards = createDiscards({ journal, connect, now })

  function dispatch(event: UploadsEvent): void {
    const step = reduceUploads(uploads, event)
    if (step.uploads === uploads) return
    if (event.type === 'session' && event.userId !== null) void discards.resume(event.userId)
    const before = uploads
    ;({ uploads } = step)
    onChange(uploads)
    for (const { id, ...effect } of step.effects) carryOut(id, effect, entryOf(id, uploads) ?? entryOf(id, before))
  }

  function carryOut(id: string, effect: UploadEffect, entry: UploadEntry | undefined): void {
    if (entry === undefined) return
    switch (effect.type) {
      case 'send':
        sendings.set(id, report(id, effect.attempt, send(entry, effect.attempt, begin(id))))
        return
      case 'start':
        return void report(id, effect.attempt, start(entry, effect.attempt, work.get(id)?.signal ?? begin(id)))
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
        return then(id, () => journal.update(id, effect.change))
      case 'remember':
        return then(id, () => journal.put(effect.entry))
      case 'forget':
        sources.delete(id)
        // The server rejected its file, so its page will never get one.
        return entry.micrositeId === null ? discard(entry) : then(id, () => journal.remove(id))
      case 'release': {
        pages.delete(id)
        const source = sources.get(id)
        sources.delete(id)
        return then(id, async () => source?.release?.())
      }
      case 'discard':
        sources.delete(id)
        return discard(entry)
      case 'namePage':
        return void namePage(id, effect.title)
      case 'failPage':
        pages.set(id, failPage(entry, effect.why))
        return
      case 'announce': {
        const { title, micrositeId, problem } = effect
        return onEnded?.({ title, micrositeId, problem })
      }
    }
  }

  /** Preparatory work it started, such as the sounds of a call, is aborted with it. */
  function begin(id: string): AbortSignal {
    end(id)
    const controller = new AbortController()
    work.set(id, controller)
    return controller.signal
  }

  function end(id: string): void {
    work.get(id)?.abort()
    work.delete(id)
  }

  /** Runs tasks one at a time. A browser that can't save (full disk) still uploads. */
  function then(id: string, run: () => Promise<void>): void {
    settling.set(
      id,
      (settling.get(id) ?? Promise.resolve()).then(run).catch(() => {}),
    )
  }

  async function report(id: string, attempt: number, done: Promise<{ id: string } & UploadEvent>): Promise<void> {
    await done.then(dispatch, (thrown: unknown) => {
      dispatch({ id, type: 'interrupted', attempt, why: failureOf(thrown) })
    })
  }

  /**
   * Creates the page before its recording has arrived; if the server doesn't answer, the page is created with the
   * recording.
   */
  async function beginPage(entry: UploadEntry): Promise<void> {
    // Retried after each network failure; the page is not created again, in case its owner deleted it.
    if (begun.has(entry.id)) return
    const { api } = connect(entry)
    const id = micrositeIdOf(entry)
    const body = { id, title: titleOfEntry(entry).slice(0, MAX_TITLE) }
    await api
      .request(MICROSITE_PATHS.begin, beginMeetingReplySchema, { method: 'POST', body })
      .then(() => (entry.link ? ensureLink(api, id) : null))
      .then((shareUrl) => {
        if (shareUrl !== null) dispatch({ id: entry.id, type: 'linked', shareUrl })
        begun.add(entry.id)
        onBegun?.(entry.id)
      })
      .catch(() => undefined)
  }

  function discard(entry: UploadEntry): void {
    const { id } = entry
    const made = Promise.all([pages.get(id), sendings.get(id)])
    pages.delete(id)
    sendings.delete(id)
    begun.delete(id)
    // The journal knows where on the server the bytes are.
    then(id, async () => discards.add((await journal.get(id)) ?? entry, made))
  }

  /** Gives the page its typed title. A page that couldn't be begun gets it with its recording. */
  async function namePage(id: string, title: string): Promise<void> {
    await pages.get(id)
    const wanted = () => {
      const entry = entryOf(id, uploads)
      return entry?.titleUnsent && entry.title === title ? entry : undefined
    }
    for (let tries = 0, entry = wanted(); entry && tries < PAGE_TRIES; tries += 1, entry = wanted()) {
      if (tries > 0) await pause(RETRY_MS, undefined)
      const problem = await renamePage(connect(entry).api, micrositeIdOf(entry), title).then(() => null, failureOf)
      if (problem === null) return wanted() && dispatch({ id, type: 'renamed', title, sent: true })
      if (!isTransient(problem)) return
    }
  }

  /** Tells the page of a kept recording why it isn't coming; when sent again, the page waits for it again. */
  async function failPage(entry: UploadEntry, { code, message }: Failure): Promise<void> {
    const { id } = entry
    await pages.get(id)
    begun.delete(id)
    const isRefused = () => uploads.items.get(id)?.state.phase === 'refused'
    for (let tries = 0; isRefused() && tries < PAGE_TRIES; tries += 1) {
      if (tries > 0) await pause(RETRY_MS, undefined)
      const path = MICROSITE_PATHS.begunFailure(micrositeIdOf(entry))
      const body = { code, message: message.slice(0, MAX_REASON) }
      const problem = await connect(entry)
        .api.request(path, ANY_REPLY, { method: 'POST', body })
        .then(() => null, failureOf)
      if (problem === null || !isTransient(problem)) return
    }
  }

  async function send(entry: UploadEntry, attempt: number, signal: AbortSignal) {
    const { id } = entry
    const file = isCaptionsOnly(entry) ? null : await sourceOf(id).open(signal)
    signal.throwIfAborted()
    const page = (pages.get(id) ?? Promise.resolve()).then(() => beginPage(entry))
    // Not aborted with the rest: giving up needs to know whether a page exists.
    pages.set(id, page)
    await page
    signal.throwIfAborted()
    if (file === null) return { id, type: 'finished', attempt, storagePath: null, bytes: 0 } as const
    const { storagePath, bytes } = await connect(entry).uploader.upload({
      entry,
      file,
      signal,
      onProgress: ({ sentBytes }) => dispatch({ id, type: 'sent', attempt, bytes: sentBytes, at: now() }),
      onAccepted: (accepted) => dispatch({ id, type: 'acknowledged', attempt, bytes: accepted }),
    })
    return { id, type: 'finished', attempt, storagePath, bytes } as const
  }

  async function start(entry: UploadEntry, attempt: number, signal: AbortSignal) {
    const { id } = entry
    const body = { ...(await sourceOf(id).describe(entry, signal)), microsite_id: micrositeIdOf(entry) }
    const { job_id: micrositeId } = await connect(entry).api.request(
      MICROSITE_PATHS.processMeeting,
      processMeetingReplySchema,
      { method: 'POST', body, signal },
    )
    return { id, type: 'made', attempt, micrositeId } as const
  }

  async function follow(
    entry: UploadEntry,
    { attempt, micrositeId }: { attempt: number; micrositeId: string },
    wait: NonNullable<UploadDriverOptions['watch']>,
    signal: AbortSignal,
  ): Promise<void> {
    const { id } = entry
    let title: string | null = null
    const onPoll = (poll: PollState, named: string | null): void => {
      title = named ?? title
      dispatch({ id, type: 'polled', attempt, poll, title })
    }
    onPoll(await wait({ api: connect(entry).api, micrositeId, onPoll, signal }), title)
  }

  async function askOffset(entry: UploadEntry): Promise<void> {
    const { id } = entry
    const latest = (await journal.get(id)) ?? entry
    const bytes = await connect(entry)
      .uploader.receivedBytes(latest)
      .catch(() => undefined)
    if (bytes !== undefined) dispatch({ id, type: 'offsetKnown', bytes })
  }

  function sourceOf(id: string): UploadSource {
    return sources.get(id) ?? fileSource(null)
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
    async settled(id) {
      await settling.get(id)
    },
  }
}

/** The source of a chosen file. @param file null once all bytes have arrived. */
export function fileSource(file: File | null): UploadSource {
  return {
    async open() {
      if (file === null) throw new BrowserFailure('file_missing')
      return file
    },
    describe: async ({ storagePath, fileName, title, description, captions, recapLanguage, untilModel }) => ({
      ...(storagePath === null ? { captions_name: fileName.slice(0, 300) } : { video_url: storagePath }),
      ...(title.trim() === '' ? {} : { title: title.trim() }),
      ...(description.trim() === '' ? {} : { description: description.trim() }),
      ...(captions === null ? {} : { captions }),
      ...(recapLanguage === undefined ? {} : { recap_language: recapLanguage }),
      ...(untilModel === undefined ? {} : { until_model: untilModel }),
    }),
  }
}

function entryOf(id: string, { items }: Uploads): UploadEntry | undefined {
  return items.get(id)?.entry
}
