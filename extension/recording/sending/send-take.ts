import { ApiError } from '@callfolio/shared/api-client.ts'
import type { GrowingFile } from '@callfolio/shared/client/growing-file.ts'
import { createUploadEntry, type UploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import type { UploadJournal } from '@callfolio/shared/client/upload-journal.ts'
import { FileUnreadable } from '@callfolio/shared/client/upload-failure.ts'
import { createUploader, type Uploader } from '@callfolio/shared/client/uploader.ts'
import { ACCOUNT_PATHS, usageSchema } from '@callfolio/shared/contract/account.ts'
import {
  MICROSITE_PATHS,
  processMeetingReplySchema,
  type ProcessMeeting,
} from '@callfolio/shared/contract/microsite.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import type { Account } from '../../account/account.ts'
import { tooLongForPlan } from '../take/plan-limit.ts'
import { sendSounds } from './send-sounds.ts'
import type { TakeCaptions } from '../take/take-captions.ts'
import type { TakeStore } from '../take/take-store.ts'
import { takeFileName, type Take } from '../take/take.ts'

export interface SendTakeDeps {
  /** Reads a file of the recorder's folder; null when there is none. */
  readFile: (name: string) => Promise<Blob | null>
  takes: TakeStore
  captions: TakeCaptions
  journal: UploadJournal
  openAccount: (server: string) => Account
}

export interface SendTakeOptions {
  take: Take
  /** Null for captions alone. */
  file: GrowingFile | null
  signal: AbortSignal
  onProgress: (sentBytes: number) => void
}

/** It can't become a microsite as it is; trying again changes nothing by itself. The message is for the person. */
class TakeRefused extends Error {
  override readonly name = 'TakeRefused'
}

/**
 * One try at making a microsite of a take: sends its file, which may still grow, and sets the work going once it is
 * whole. The journal has the microsite's id then.
 * @throws TakeRefused, what the uploader and the API throw; the signal's reason when aborted.
 */
export async function sendTake(deps: SendTakeDeps, { take, file, signal, onProgress }: SendTakeOptions): Promise<void> {
  const { journal } = deps
  const account = deps.openAccount(take.server)
  const entry = (await findEntry(journal, take.id)) ?? newEntry(take)
  await journal.put(entry)
  const getAccessToken = accessTokenFor(account, take)
  const { storagePath } = file
    ? await uploaderFor(deps, take).upload({
        entry,
        file,
        signal,
        onProgress: ({ sentBytes }) => onProgress(sentBytes),
      })
    : { storagePath: null }
  if ((await getAccessToken()) === null) throw new ApiError('no_authorization', 401, 'You must be signed in')
  // What was noted when the recording ended; the file grew until then.
  const whole = (await deps.takes.get(take.id)) ?? take
  const { plan_id } = await account.api.request(ACCOUNT_PATHS.usage, usageSchema, { signal })
  const tooLong = tooLongForPlan(whole.durationMs, PLANS[plan_id])
  if (tooLong !== null && storagePath !== null) throw new TakeRefused(tooLong)
  const captions = whole.captions ? await deps.captions.webvtt(whole) : null
  if (storagePath === null && captions === null)
    throw new TakeRefused('Nobody was heard: there are no captions to make a microsite of.')
  // Captions have names; without them it is the tracks that tell who speaks.
  const tracks =
    storagePath === null || captions !== null
      ? []
      : await sendSounds({ take: whole, readFile: deps.readFile, getAccessToken, signal })
  const body: ProcessMeeting = {
    ...(whole.title === '' ? {} : { title: whole.title.slice(0, 300) }),
    ...(storagePath === null ? {} : { video_url: storagePath }),
    ...(captions === null ? {} : { captions }),
    ...(tracks.length === 0 ? {} : { audio_tracks: tracks }),
    ...(whole.consent === null ? {} : { consent: { at: new Date(whole.consent.at).toISOString() } }),
  }
  const { job_id } = await account.api.request(MICROSITE_PATHS.processMeeting, processMeetingReplySchema, {
    method: 'POST',
    body,
    signal,
  })
  await journal.update(entry.id, { micrositeId: job_id })
}

/** The upload of a take, if it was begun. */
export async function findEntry(journal: UploadJournal, takeId: string): Promise<UploadEntry | null> {
  return (await journal.list()).find((entry) => entry.takeId === takeId) ?? null
}

/** The uploader of a take, which goes up as its own person's. */
export function uploaderFor(
  { journal, openAccount }: Pick<SendTakeDeps, 'journal' | 'openAccount'>,
  take: Pick<Take, 'server' | 'userId'>,
): Uploader {
  return createUploader({
    endpoint: `${take.server}/files`,
    getAccessToken: accessTokenFor(openAccount(take.server), take),
    journal,
  })
}

/** Another person's session doesn't count. */
function accessTokenFor({ auth }: Account, { userId }: Pick<Take, 'userId'>): () => Promise<string | null> {
  return async () => {
    const { data } = await auth.getSession()
    return data.session?.user.id === userId ? data.session.access_token : null
  }
}

/** What a failed try means: that another one may help, or that only the person can. */
export function readFailure(error: unknown): { state: 'waiting' | 'refused'; message: string } {
  if (error instanceof TakeRefused) return { state: 'refused', message: error.message }
  if (error instanceof FileUnreadable)
    return {
      state: 'refused',
      message: 'The recording can’t be read from this computer’s disk. Restart the browser, then resume the upload.',
    }
  if (!(error instanceof ApiError))
    return { state: 'waiting', message: 'The server can’t be reached. It goes on by itself.' }
  if (error.status === 401)
    return { state: 'waiting', message: 'Sign in as the person who recorded it, and it goes on.' }
  if (error.status >= 500 || [408, 409, 423, 425, 429].includes(error.status))
    return { state: 'waiting', message: 'The server is busy. It goes on by itself.' }
  return { state: 'refused', message: error.message }
}

function newEntry(take: Take): UploadEntry {
  const type = take.mimeType.split(';')[0] ?? ''
  return createUploadEntry(
    { name: takeFileName(take), size: null, type, lastModified: take.startedAt },
    { userId: take.userId, title: take.title, takeId: take.id },
  )
}
