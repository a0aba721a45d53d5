import { randomUUID } from 'node:crypto'
import type { AudioTrack, ProcessMeeting } from '@callfolio/shared/contract/microsite.ts'
import type { QuotaApproved } from '../billing/approve-microsite.ts'
import type { Queue } from '../jobs/queue.ts'
import { callTitleOfFile, isMeetingCode, UNTITLED } from '@callfolio/shared/titles.ts'
import { AppError } from '../kernel/errors.ts'
import { saveTracks } from './audio-tracks.ts'
import { dayOfCall } from './day-of-call.ts'
import { enqueueWork } from './job-kinds.ts'
import { limitReached } from './assert-room.ts'
import { removeFolder } from './remove-folder.ts'
import type { MicrositesRepo, NewMicrosite, OwnedMicrosite } from './microsites-repo.ts'
import { captionsKey, derivedFolder } from '../storage/keys.ts'
import type { Storage } from '../storage/storage.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'
import type { GivenReading } from '../tasks/tasks.ts'
import { readRequestTranscript } from './read-request-transcript.ts'

export interface ProcessMeetingDeps {
  microsites: MicrositesRepo
  storage: Storage
  queue: Queue
  approve: (userId: string) => Promise<QuotaApproved>
  tasks: Pick<TaskRunner, 'run'>
  /** True while the speech model is being fetched, by whichever process. */
  modelUnderWay: () => Promise<boolean>
  /** IANA name of a user's zone. */
  timeZone: (userId: string) => Promise<string>
  /** Makes sure an upload is whole and the caller's. @returns the name the file had, if it is known. */
  completeUpload: (upload: { userId: string; key: string }) => Promise<{ filename: string | null }>
}

/**
 * Makes a microsite of a finished upload (or of captions only) and sets the work going. The same upload twice gives
 * the same microsite.
 * @throws AppError payload_too_large when the captions are more than can be worked on, unreadable_captions when there is
 * nothing else and they can't be read.
 * @returns the microsite's id, which is the job's too, and what was read from the captions; null without any.
 */
export async function processMeeting(
  deps: ProcessMeetingDeps,
  userId: string,
  body: ProcessMeeting,
): Promise<{ id: string; captions: GivenReading | null }> {
  if (body.user_id !== undefined && body.user_id !== userId)
    throw new AppError('forbidden', 'You can only process meetings for your own account.')
  const captions = await readCaptions(deps, body)
  return { id: await findOrCreate(deps, userId, body, captions?.text ?? null), captions }
}

async function readCaptions(deps: ProcessMeetingDeps, body: ProcessMeeting): Promise<GivenReading | null> {
  if (body.captions === undefined && body.captions_base64 === undefined) return null
  const reading = await readRequestTranscript(deps, { text: body.captions, base64: body.captions_base64 })
  if (body.video_url === undefined && !reading.isTranscript)
    throw new AppError('unreadable_captions', 'This file has no timestamps or speaker names, so it isn’t a transcript.')
  return reading
}

/** @returns the microsite's id. */
async function findOrCreate(
  deps: ProcessMeetingDeps,
  userId: string,
  body: ProcessMeeting,
  captions: string | null,
): Promise<string> {
  const upload = body.video_url === undefined ? null : { userId, key: body.video_url }
  const known = upload && (await resumeKnown(deps, upload))
  if (known) return known
  const begun = await findBegun(deps, userId, body.microsite_id)
  // Captions only: there is no upload that could be known.
  if (begun && !begun.awaiting && upload === null) return begun.id
  const file = upload && (await deps.completeUpload(upload))
  const tracks = body.audio_tracks ?? []
  for (const { path } of tracks) await checkTrack(deps, { userId, key: path })
  const given = body.title?.trim() ?? ''
  const title = body.title_source === 'meeting' && isMeetingCode(given) ? '' : given
  const fileName = file?.filename ?? body.captions_name ?? ''
  const needsModel = upload !== null && captions === null && (await deps.modelUnderWay())
  const site: NewMicrosite = {
    id: await freeId(deps, body.microsite_id),
    userId,
    titleSource: title === '' ? 'file' : (body.title_source ?? 'typed'),
    title: title || (callTitleOfFile(fileName) ?? UNTITLED),
    description: body.description?.trim() || null,
    sourceKey: upload?.key ?? null,
    language: body.language ?? null,
    recapLanguage: body.recap_language ?? null,
    callDate: dayOfCall({ captions, recordedAt: body.recorded_at ?? null, fileName }, await deps.timeZone(userId)),
    consentAt: body.consent === undefined ? null : new Date(body.consent.at),
    sample: false,
    untilModel: needsModel ? (body.until_model ?? 'draft') : null,
  }
  const approval = await deps.approve(userId)
  const sidecars = { captions, tracks }
  const attached = begun?.awaiting ? await attachTo(deps, begun, { site, sidecars, approval }) : null
  const creation = attached ?? (await createMicrosite(deps, site, sidecars, approval))
  if (creation.outcome === 'created') return creation.id
  // Two calls at once for one upload: the other one was first.
  const first = upload && (await resumeKnown(deps, upload))
  if (!first) throw new AppError('conflict', 'This recording is already being processed.')
  return first
}

function findBegun({ microsites }: ProcessMeetingDeps, userId: string, id: string | undefined) {
  return id === undefined ? null : microsites.findOwned(userId, id)
}

/** The id that was meant for it, so that a beginning that comes late finds it; another one where that is taken. */
async function freeId({ microsites }: ProcessMeetingDeps, wanted: string | undefined): Promise<string> {
  return wanted === undefined || (await microsites.hasId(wanted)) ? randomUUID() : wanted
}

/** Its owner may write its title at the same time; more often than this it is no accident. */
const ATTACH_TRIES = 5

/**
 * Gives a microsite that was begun its recording and puts it in the queue.
 * @returns null when it is gone: its links are too, and the recording becomes a microsite of its own.
 * @throws AppError microsite_limit_reached when the month is used up; the microsite goes on waiting.
 */
async function attachTo(
  deps: ProcessMeetingDeps,
  begun: OwnedMicrosite,
  { site, sidecars, approval }: { site: NewMicrosite; sidecars: Sidecars; approval: QuotaApproved },
): Promise<Created | Duplicate | null> {
  const { microsites, storage } = deps
  const { id, userId } = begun
  const folder = derivedFolder(userId, id)
  await saveSidecars(storage, folder, sidecars)
  let read: OwnedMicrosite | null = begun
  for (let tries = 0; read?.awaiting && tries < ATTACH_TRIES; tries += 1) {
    const outcome = await microsites.attach(read, site, approval)
    if (outcome === 'limit_reached') throw await limitReached(microsites, approval)
    if (outcome === 'duplicate') return { outcome }
    if (outcome === 'done') {
      await enqueueWork(deps, id)
      return { outcome: 'created', id }
    }
    read = await microsites.findOwned(userId, id)
  }
  if (read !== null) return { outcome: 'duplicate' }
  await removeFolder(storage, folder)
  return null
}

/** Makes sure that an audio track is whole, the caller's, and no microsite's recording. */
async function checkTrack(
  { microsites, completeUpload }: ProcessMeetingDeps,
  track: { userId: string; key: string },
): Promise<void> {
  await completeUpload(track)
  if (await microsites.usesUpload(track.key))
    throw new AppError('invalid_request', 'This audio track belongs to another microsite.')
}

/** What came with a recording. */
interface Sidecars {
  /** Text of a caption file. */
  captions: string | null
  tracks: readonly AudioTrack[]
}

/** The microsite is there and in the queue. */
export interface Created {
  outcome: 'created'
  id: string
}

/** Nothing was made: there is a microsite of this recording, or of the sample call, already. The caller finds it. */
export interface Duplicate {
  outcome: 'duplicate'
}

/**
 * Stores a new microsite with what came with its recording and puts it in the queue; what lies in its folder goes again
 * when it can't be made.
 * @param approval null: it counts for no limit.
 * @throws AppError microsite_limit_reached when the month is used up.
 */
export async function createMicrosite(
  deps: Pick<ProcessMeetingDeps, 'microsites' | 'storage' | 'queue'>,
  site: NewMicrosite,
  sidecars: Sidecars,
  approval: QuotaApproved | null,
): Promise<Created | Duplicate> {
  const { microsites, storage } = deps
  // These first: a worker may start the moment the row is there.
  const folder = derivedFolder(site.userId, site.id)
  await saveSidecars(storage, folder, sidecars)
  const outcome = await microsites.insert(site, approval)
  if (outcome === 'done') {
    await enqueueWork(deps, site.id)
    return { outcome: 'created', id: site.id }
  }
  // Of two requests that mean one microsite the other one may have made it, with what lies there.
  if (!(await microsites.hasId(site.id))) await removeFolder(storage, folder)
  if (outcome === 'limit_reached' && approval) throw await limitReached(microsites, approval)
  return { outcome: 'duplicate' }
}

async function saveSidecars(storage: Storage, folder: string, { captions, tracks }: Sidecars): Promise<void> {
  if (captions !== null) await storage.write(captionsKey(folder), captions)
  await saveTracks(storage, folder, tracks)
}

async function resumeKnown(
  deps: ProcessMeetingDeps,
  { userId, key }: { userId: string; key: string },
): Promise<string | null> {
  const site = await deps.microsites.findBySource(userId, key)
  if (!site) return null
  // The process may have ended between the row and the queue.
  if (site.status === 'processing') await enqueueWork(deps, site.id)
  return site.id
}
