import type { Plan } from '@callfolio/shared/plans.ts'
import type { QuotaApproved } from '../billing/approve-microsite.ts'
import type { UploadRow } from '../db/schema.ts'
import type { JobHandler, JobRun } from '../jobs/handler.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { removeEarlySpeech } from '../pipeline/early-parts.ts'
import { hintsOf } from '../pipeline/hints.ts'
import { transcribeArrived, type EarlySpeechParts } from '../pipeline/transcribe-arrived.ts'
import type { Storage } from '../storage/storage.ts'
import { idOfKey, keyOfSegment } from './upload-id.ts'
import type { UploadStore } from './upload-store.ts'
import type { UploadsRepo } from './uploads-repo.ts'

/** The queue's name for transcribing the next part of an upload that still arrives. */
export const EARLY_SPEECH_JOB = 'early-speech'

/** Between two checks of an upload, ms, and as a share of its size: one that drips costs little. */
const SHORTEST_WAIT_MS = 3_000
const FEWEST_NEW_BYTES = 64 * 1024
const NEW_SHARE = 1 / 256
/** Shortest part, seconds: what counts the parts that a month's recordings can have. */
const SECONDS_PER_PART = 60
/** Where a plan has no limit for one recording. */
const LONGEST_SECONDS = 4 * 60 * 60

export interface EarlySpeechDeps {
  uploads: UploadsRepo
  store: UploadStore
  storage: Storage
  queue: Queue
  clock: Clock
}

export interface EarlySpeechWork extends EarlySpeechParts {
  plan: (userId: string) => Promise<Plan>
  approve: (userId: string) => Promise<QuotaApproved>
  /** Throws when the user's month is used up. */
  assertRoom: (userId: string) => Promise<void>
  /** Names that are likely to be said in a call of this title; null: it has none. */
  likelyNames: (userId: string, title: string | null) => Promise<string[]>
  /** Keeps how fast an engine was: seconds of work for seconds of sound. */
  measured: (engine: string, soundSeconds: number, seconds: number) => Promise<void>
}

/** Has uploads transcribed while they arrive, where their client asks for it: part after part, each a job of the long lane. */
export interface EarlySpeech {
  /** Puts the next part into the queue when its time has come. To be called whenever bytes have arrived. */
  wake: (key: string) => Promise<void>
  /** Ends the work on an upload and removes what came of it. */
  end: (key: string) => Promise<void>
  handler: (work: EarlySpeechWork) => JobHandler
}

export function createEarlySpeech({ uploads, store, storage, queue, clock }: EarlySpeechDeps): EarlySpeech {
  /** What this process works on; another one notices by its lost lease. */
  const running = new Map<string, AbortController>()

  async function wake(key: string): Promise<void> {
    const upload = await uploads.findTranscribed(key)
    if (upload === null || upload.speechAt > clock()) return
    const received = await store.received(key)
    if (received === null || received.bytes < upload.speechAtBytes) return
    await queue.enqueue({ id: idOfKey(key), kind: EARLY_SPEECH_JOB, lane: 'long', owner: upload.userId })
  }

  async function run(work: EarlySpeechWork, { id, signal }: JobRun): Promise<void> {
    const key = keyOfSegment(id)
    const upload = key === null ? null : await uploads.findTranscribed(key)
    if (upload === null) return
    const ending = new AbortController()
    running.set(upload.key, ending)
    try {
      await uploads.planSpeech(upload.key, await transcribeNext(work, upload, AbortSignal.any([signal, ending.signal])))
    } catch (error) {
      // Removed meanwhile: there is nothing to try again.
      if (!ending.signal.aborted) throw error
    } finally {
      running.delete(upload.key)
      // What was written after the removal must not stay behind.
      if ((await uploads.findOwned(upload.userId, upload.key)) === null) await removeEarlySpeech(storage, upload.key)
    }
  }

  /** @returns when to go on; null: not any more. */
  async function transcribeNext(
    { plan, approve, assertRoom, likelyNames, measured, ...parts }: EarlySpeechWork,
    { key, userId, speechHints, createdAt }: UploadRow,
    signal: AbortSignal,
  ): Promise<{ at: Date; bytes: number } | null> {
    const bytes = (await store.received(key))?.bytes ?? 0
    const { limits } = await plan(userId)
    const { videoSeconds } = limits
    const title = speechHints || null
    const approval = await approve(userId)
    const mostParts =
      approval.limit && Math.ceil((approval.limit * (videoSeconds ?? LONGEST_SECONDS)) / SECONDS_PER_PART)
    try {
      await assertRoom(userId)
      const outcome = await transcribeArrived(parts, {
        key,
        jobId: idOfKey(key),
        hints: hintsOf({ title, names: await likelyNames(userId, title), description: null }),
        longestMs: videoSeconds === null ? null : videoSeconds * 1000,
        mayTranscribe: () => uploads.countSpeechPart(approval, mostParts),
        signal,
      })
      if (outcome.state === 'ended') return null
      const { missingMs, arrivedMs, measured: speed } = outcome
      if (speed !== null) await measured(speed.engine, speed.soundMs / 1000, speed.ms / 1000)
      if (missingMs === 0) return { at: clock(), bytes }
      const now = clock().getTime()
      // A recording arrives as it is made, a file faster.
      const soundPerTime = Math.max(1, arrivedMs / Math.max(1, now - createdAt.getTime()))
      return {
        at: new Date(now + Math.max(SHORTEST_WAIT_MS, missingMs / soundPerTime)),
        bytes: bytes + Math.max(FEWEST_NEW_BYTES, Math.ceil(bytes * NEW_SHARE)),
      }
    } catch (error) {
      // The month is used up, or the upload is gone: nothing of it is transcribed before it is whole.
      if (error instanceof AppError && !signal.aborted) return null
      throw error
    }
  }

  return {
    wake,
    async end(key) {
      running.get(key)?.abort()
      await queue.remove(idOfKey(key))
      await removeEarlySpeech(storage, key)
    },
    handler: (work) => ({
      run: (job) => run(work, job),
      // The recording is transcribed when it is whole, and says then what is wrong.
      onFailed: async (id) => {
        const key = keyOfSegment(id)
        if (key !== null) await uploads.planSpeech(key, null)
      },
      onEnded: async (id) => {
        const key = keyOfSegment(id)
        if (key !== null) await wake(key)
      },
    }),
  }
}
