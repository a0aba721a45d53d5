import type { ApiClient } from '../api-client.ts'
import { wayOutOf } from '../failures.ts'
import { BrowserFailure, failureOf } from './failure-of.ts'
import type { UploadEntry } from './upload-entry.ts'
import type { UploadJournal } from './upload-journal.ts'
import type { Uploader } from './uploader.ts'
import { MICROSITE_PATHS, processMeetingReplySchema, type ProcessMeeting } from '../contract/microsite.ts'

/** What an upload talks to. */
export interface UploadDeps {
  uploader: Uploader
  api: ApiClient
  journal: UploadJournal
}

export interface UploadRun {
  entry: UploadEntry
  /** Not needed once all bytes have arrived. */
  file: File | null
  signal: AbortSignal
  onSent: (sentBytes: number) => void
  onArrived: () => void
}

/**
 * Sends a recording and has its microsite made. The journal keeps the entry: asking again gives the same job.
 * @returns the job's id. @throws what the uploader and the API throw; the signal's reason when aborted.
 */
export async function runUpload({ uploader, api, journal }: UploadDeps, run: UploadRun): Promise<string> {
  const { entry, signal } = run
  const storagePath =
    entry.storagePath ?? (await send(uploader, run).catch((error: unknown) => forgetRefused(journal, entry, error)))
  run.onArrived()
  const body: ProcessMeeting = {
    video_url: storagePath,
    ...(entry.title.trim() === '' ? {} : { title: entry.title.trim() }),
    ...(entry.description.trim() === '' ? {} : { description: entry.description.trim() }),
    ...(entry.captions === null ? {} : { captions: entry.captions }),
    ...(entry.recapLanguage === undefined ? {} : { recap_language: entry.recapLanguage }),
  }
  const { job_id } = await api.request(MICROSITE_PATHS.processMeeting, processMeetingReplySchema, {
    method: 'POST',
    body,
    signal,
  })
  return job_id
}

/** The server has removed what it refused: sending the same file again can only end the same way. */
async function forgetRefused(journal: UploadJournal, entry: UploadEntry, error: unknown): Promise<never> {
  if (!failureOf(error).retryable && wayOutOf(failureOf(error)) === 'choose_file')
    await journal.remove(entry.id).catch(() => undefined)
  throw error
}

async function send(uploader: Uploader, { entry, file, signal, onSent }: UploadRun): Promise<string> {
  if (file === null) throw new BrowserFailure('file_missing')
  const { storagePath } = await uploader.upload({
    entry,
    file,
    signal,
    onProgress: ({ sentBytes }) => onSent(sentBytes),
  })
  return storagePath
}
