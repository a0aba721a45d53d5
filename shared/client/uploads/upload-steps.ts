import type { ApiClient } from '../../api-client.ts'
import { MICROSITE_PATHS, processMeetingReplySchema, type ProcessMeeting } from '../../contract/microsite.ts'
import type { PollState } from '../../progress/poll.ts'
import { BrowserFailure } from '../get-failure.ts'
import type { GrowingFile } from './growing-file.ts'
import { getMicrositeId, isCaptionsOnly, type UploadEntry } from './upload-entry.ts'
import type { UploadJournal } from './upload-journal.ts'
import type { Uploader } from './uploader.ts'
import type { UploadsEvent } from './uploads.ts'

/** Source of an upload's bytes and of its microsite's request. */
export interface UploadSource {
  /**
   * Null if there are no bytes: captions only. @throws BrowserFailure
   * @param signal aborts additional uploads besides the bytes.
   */
  open(signal: AbortSignal): Promise<Blob | GrowingFile | null>
  /** The body of the microsite request. @throws BrowserFailure and the errors of the uploader and the API */
  describe(entry: UploadEntry, signal: AbortSignal): Promise<ProcessMeeting>
  /** What `describe` couldn't read and left out, as a sentence; null: nothing. */
  leftOut?(): string | null
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

/** Waits for a microsite. @returns how it ended. */
export type Watch = (options: WatchOptions) => Promise<PollState>

interface UploadStepsOptions {
  journal: Pick<UploadJournal, 'get'>
  connect: (entry: UploadEntry) => Connection
  getSource: (id: string) => UploadSource
  beginPage: (entry: UploadEntry) => Promise<void>
  dispatch: (event: UploadsEvent) => void
  /** ms since 1970. */
  now: () => number
}

/** The requests of an upload, each of which ends with the event that the upload machine waits for. */
export function createUploadSteps({ journal, connect, getSource, beginPage, dispatch, now }: UploadStepsOptions) {
  async function send(entry: UploadEntry, attempt: number, signal: AbortSignal) {
    const { id } = entry
    const file = isCaptionsOnly(entry) ? null : await getSource(id).open(signal)
    signal.throwIfAborted()
    await beginPage(entry)
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
    const source = getSource(id)
    const body = { ...(await source.describe(entry, signal)), microsite_id: getMicrositeId(entry) }
    const { job_id: micrositeId } = await connect(entry).api.request(
      MICROSITE_PATHS.processMeeting,
      processMeetingReplySchema,
      { method: 'POST', body, signal },
    )
    const leftOut = source.leftOut?.() ?? null
    return { id, type: 'made', attempt, micrositeId, ...(leftOut !== null && { leftOut }) } as const
  }

  async function follow(
    entry: UploadEntry,
    { attempt, micrositeId }: { attempt: number; micrositeId: string },
    wait: Watch,
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

  return { send, start, follow, askOffset }
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
