import { BrowserFailure, failureOf } from '@callfolio/shared/client/failure-of.ts'
import type { GrowingFile } from '@callfolio/shared/client/growing-file.ts'
import { createUploadEntry, type UploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import type { UploadJournal } from '@callfolio/shared/client/upload-journal.ts'
import { createUploader, type Uploader } from '@callfolio/shared/client/uploader.ts'
import { ACCOUNT_PATHS, usageSchema } from '@callfolio/shared/contract/account.ts'
import {
  MICROSITE_PATHS,
  processMeetingReplySchema,
  type ProcessMeeting,
} from '@callfolio/shared/contract/microsite.ts'
import { isTransient, wayOutOf, type Failure } from '@callfolio/shared/failures.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import type { Account } from '../account/account.ts'
import { tooLongForPlan } from './plan-limit.ts'
import { sendSounds } from './send-sounds.ts'
import type { TakeCaptions } from './take-captions.ts'
import type { TakeStore } from './take-store.ts'
import { takeFileName, type Take } from './take.ts'

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

/**
 * One try at making a microsite of a take: sends its file, which may still grow, and sets the work going once it is
 * whole. The journal has the microsite's id then.
 * @throws BrowserFailure, what the uploader and the API throw; the signal's reason when aborted.
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
  if ((await getAccessToken()) === null) throw new BrowserFailure('no_authorization')
  // What was noted when the recording ended; the file grew until then.
  const whole = (await deps.takes.get(take.id)) ?? take
  const { plan_id } = await account.api.request(ACCOUNT_PATHS.usage, usageSchema, { signal })
  const tooLong = tooLongForPlan(whole.durationMs, PLANS[plan_id])
  if (tooLong !== null && storagePath !== null) throw new BrowserFailure('too_long', tooLong)
  const captions = whole.captions ? await deps.captions.webvtt(whole) : null
  if (storagePath === null && captions === null) throw new BrowserFailure('nobody_heard')
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

/** Why a try failed, and whether another one may help by itself or only the person can. */
export function readFailure(error: unknown): { state: 'waiting' | 'refused'; failure: Failure } {
  const found = failureOf(error)
  const waits = isTransient(found) || wayOutOf(found) === 'sign_in'
  return { state: waits ? 'waiting' : 'refused', failure: { ...found, message: sentenceFor(found) } }
}

/** A take goes on by itself, and nobody can choose its file again. */
function sentenceFor(failure: Failure): string {
  if (failure.code === 'unreachable') return 'The server can’t be reached. It goes on by itself.'
  if (failure.code === 'file_unreadable')
    return 'The recording can’t be read from this computer’s disk. Restart the browser, then resume the upload.'
  if (wayOutOf(failure) === 'sign_in') return 'Sign in as the person who recorded it, and it goes on.'
  return isTransient(failure) ? 'The server is busy. It goes on by itself.' : failure.message
}

function newEntry(take: Take): UploadEntry {
  const type = take.mimeType.split(';')[0] ?? ''
  return createUploadEntry(
    { name: takeFileName(take), size: null, type, lastModified: take.startedAt },
    { userId: take.userId, title: take.title, takeId: take.id },
  )
}
