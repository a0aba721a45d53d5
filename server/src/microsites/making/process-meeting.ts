import { randomUUID } from 'node:crypto'
import type { AudioTrack, ProcessMeeting } from '@callfolio/shared/contract/microsite.ts'
import type { QuotaApproved } from '../../billing/approve-microsite.ts'
import type { Queue } from '../../jobs/queue.ts'
import { callTitleOfFile, isMeetingCode, UNTITLED } from '@callfolio/shared/titles.ts'
import { AppError } from '../../kernel/errors.ts'
import { saveTracks } from '../records/audio-tracks.ts'
import { chaptersOfMarks } from './marks.ts'
import { dayOfCall } from './day-of-call.ts'
import { enqueueWork } from '../work/job-kinds.ts'
import { limitReached } from './monthly-limit.ts'
import { removeFolder } from '../removal/remove-folder.ts'
import type { NewMicrosite, OwnedMicrosite } from '../records/microsite.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import { captionsKey, derivedFolder } from '../../storage/keys.ts'
import type { Storage } from '../../storage/storage.ts'
import type { TaskRunner } from '../../tasks/task-runner.ts'
import type { GivenReading } from '../../tasks/tasks.ts'
import { readRequestTranscript } from './read-request-transcript.ts'

export interface ProcessMeetingDeps {
  microsites: MicrositesRepo
  storage: Storage
  queue: Queue
  approve: (userId: string) => Promise<QuotaApproved>
  tasks: Pick<TaskRunner, 'run'>
  /** True while any process is downloading the speech model. */
  modelUnderWay: () => Promise<boolean>
  /** IANA name of a user's zone. */
  timeZone: (userId: string) => Promise<string>
  /** Checks that an upload is complete and the caller's. @returns the original file name, if known. */
  completeUpload: (upload: { userId: string; key: string }) => Promise<{ filename: string | null }>
}

/**
 * Makes a microsite from a complete upload (or captions only) and starts processing it. The same upload returns the
 * same microsite.
 * @throws AppError payload_too_large when the captions exceed what can be processed, unreadable_captions when there is
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
    throw new AppError(
      'unreadable_captions',
      'We found no timestamps or speaker names in this file. Choose a transcript.',
    )
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
  // Captions only: no upload to identify an existing microsite by.
  if (begun && !begun.awaiting && upload === null) return begun.id
  const file = upload && (await deps.completeUpload(upload))
  const tracks = body.audio_tracks ?? []
  for (const { path } of tracks) await checkTrack(deps, { userId, key: path })
  const given = body.title?.trim() ?? ''
  const title = isMeetingCode(given) ? '' : given
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
    chapters: chaptersOfMarks(body.marks ?? []),
    participants: body.participants ?? null,
    consentAt: body.consent === undefined ? null : new Date(body.consent.at),
    sample: false,
    untilModel: needsModel ? (body.until_model ?? 'draft') : null,
  }
  const approval = await deps.approve(userId)
  const sidecars = { captions, tracks }
  const attached = begun?.awaiting ? await attachTo(deps, begun, { site, sidecars, approval }) : null
  const creation = attached ?? (await createMicrosite(deps, site, sidecars, approval))
  if (creation.outcome === 'created') return creation.id
  // A concurrent call for the same upload was first.
  const first = upload && (await resumeKnown(deps, upload))
  if (!first) throw new AppError('conflict', 'This recording is already being processed.')
  return first
}

function findBegun({ microsites }: ProcessMeetingDeps, userId: string, id: string | undefined) {
  return id === undefined ? null : microsites.findOwned(userId, id)
}

/** The id that was reserved for it, so that a late begin request finds it; a new one if that is taken. */
async function freeId({ microsites }: ProcessMeetingDeps, wanted: string | undefined): Promise<string> {
  return wanted === undefined || (await microsites.hasId(wanted)) ? randomUUID() : wanted
}

/** Retries when the owner writes the title at the same time; more conflicts than this are no accident. */
const ATTACH_TRIES = 5

/**
 * Gives a begun microsite its recording and queues it.
 * @returns null when it was removed with its links: the recording then becomes a microsite of its own.
 * @throws AppError microsite_limit_reached when the month's limit is reached; the microsite keeps waiting.
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

/** Checks that an audio track is complete, the caller's, and no microsite's recording. */
async function checkTrack(
  { microsites, completeUpload }: ProcessMeetingDeps,
  track: { userId: string; key: string },
): Promise<void> {
  await completeUpload(track)
  if (await microsites.usesUpload(track.key))
    throw new AppError('invalid_request', 'This audio track belongs to another microsite.')
}

/** The files that came with a recording. */
interface Sidecars {
  /** Text of a caption file. */
  captions: string | null
  tracks: readonly AudioTrack[]
}

/** The microsite exists and is queued. */
export interface Created {
  outcome: 'created'
  id: string
}

/** Nothing was made: this recording, or the sample call, has a microsite already. The caller finds it. */
export interface Duplicate {
  outcome: 'duplicate'
}

/**
 * Stores a new microsite with the files of its recording and queues it; if it can't be made, its folder is emptied
 * again.
 * @param approval null: it counts toward no limit.
 * @throws AppError microsite_limit_reached when the month's limit is reached.
 */
export async function createMicrosite(
  deps: Pick<ProcessMeetingDeps, 'microsites' | 'storage' | 'queue'>,
  site: NewMicrosite,
  sidecars: Sidecars,
  approval: QuotaApproved | null,
): Promise<Created | Duplicate> {
  const { microsites, storage } = deps
  // Files first, because a worker may start as soon as the row exists.
  const folder = derivedFolder(site.userId, site.id)
  await saveSidecars(storage, folder, sidecars)
  const outcome = await microsites.insert(site, approval)
  if (outcome === 'done') {
    await enqueueWork(deps, site.id)
    return { outcome: 'created', id: site.id }
  }
  // A concurrent request may have made the same microsite, with these files.
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
  // The process may have ended between writing the row and queueing.
  if (site.status === 'processing') await enqueueWork(deps, site.id)
  return site.id
}
