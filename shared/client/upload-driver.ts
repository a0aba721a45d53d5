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

/** How long a recording that broke off waits until it is tried again; coming back online ends the wait. ms */
const RETRY_MS = 5000
/** How often a request is sent for a page that the server does not answer for. */
const PAGE_TRIES = 12
/** Characters of a reason that the server takes. */
const MAX_REASON = 500

/** Where the bytes of an upload come from, and what its microsite is made of. */
export interface UploadSource {
  /**
   * Null where there are no bytes: captions only. @throws BrowserFailure
   * @param signal ends what is sent besides the bytes.
   */
  open(signal: AbortSignal): Promise<Blob | GrowingFile | null>
  /** The body of the request for the microsite. @throws BrowserFailure, what the uploader and the API throw */
  describe(entry: UploadEntry, signal: AbortSignal): Promise<ProcessMeeting>
  /** The server makes the microsite: the bytes on this computer can go. */
  release?(): Promise<void>
}

/** The server, as the person of an entry and nobody else. */
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
  /** Waits for a microsite. @returns how it ended. Without it somebody else waits, and the upload leaves the list. */
  watch?: (options: WatchOptions) => Promise<PollState>
  /** Called after each change; often while bytes are sent. */
  onChange: (uploads: Uploads) => void
  /** Called once when a recording has become a microsite, or could not. */
  onEnded?: (ended: { title: string; micrositeId: string; problem: string | null }) => void
  /** Once the server has the page of an upload. */
  onBegun?: (id: string) => void
  /** ms since 1970. */
  now?: () => number
}

/** Carries out what the upload machine decides. */
export interface UploadDriver {
  uploads(): Uploads
  dispatch(event: UploadsEvent): void
  /** Begins with an entry that the journal has, or goes on with one that broke off. */
  choose(entry: UploadEntry, source: UploadSource, durationSeconds: number | null, hasFile?: boolean): void
  /** Gives up an upload that the journal has and nobody works on. */
  discard(entry: UploadEntry): Promise<void>
  /** Settles once all that was decided of an upload until now is in the journal and on the disk. */
  settled(id: string): Promise<void>
}

/** Makes the driver of one server's uploads. */
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
  /** Settle when nothing is sent any more: whatever was made by it at the server is saved then. */
  const sendings = new Map<string, Promise<void>>()
  /** Settle when the beginning of a page has been answered. */
  const pages = new Map<string, Promise<void>>()
  /** Whose page is there and waits. */
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
        // The server refused its file, so that its page will never have one.
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

  /** What the work before it began, such as the sounds of a call, ends with it. */
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

  /** One thing after the other. A browser that can't save something (a full disk) still uploads. */
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

  /** Makes the page before its recording is there; a server that doesn't answer makes it with the recording. */
  async function beginPage(entry: UploadEntry): Promise<void> {
    // After each break of the network it is tried again: its page is not made again, should its owner have deleted it.
    if (begun.has(entry.id)) return
    const { api } = connect(entry)
    const id = micrositeIdOf(entry)
    const body = { id, title: titleOfEntry(entry).slice(0, MAX_TITLE) }
    await api
      .request(MICROSITE_PATHS.begin, beginMeetingReplySchema, { method: 'POST', body })
      .then(() => (entry.link ? ensureLink(api, id) : undefined))
      .then(() => {
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
    // The journal knows where at the server the bytes are.
    then(id, async () => discards.add((await journal.get(id)) ?? entry, made))
  }

  /** Gives the page the title that was typed. One that could not be begun gets it with its recording. */
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

  /** Says of the page of a kept recording why it doesn't come; sent again, it waits for it again. */
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
    // Not ended with the rest: what is given up must know whether there is a page.
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
      // Offered again because the answer was late, or sent already.
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

/** The source of a file that was picked. @param file null once all bytes have arrived. */
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
