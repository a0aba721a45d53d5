import type { Plan } from '@callfolio/shared/plans.ts'
import type { QuotaApproved } from '../billing/approve-microsite.ts'
import type { UploadRow } from '../db/schema.ts'
import type { JobHandler, JobRun } from '../jobs/handler.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { removeEarlySpeech } from '../pipeline/early-parts.ts'
import { getHints } from '../pipeline/hints.ts'
import { transcribeArrived, type EarlySpeechParts } from '../pipeline/transcribe-arrived.ts'
import type { Storage } from '../storage/storage.ts'
import { idOfKey, keyOfSegment } from './upload-id.ts'
import type { UploadStore } from './upload-store.ts'
import type { UploadsRepo } from './uploads-repo.ts'

/** The queue's name for transcribing the next part of an upload in progress. */
export const EARLY_SPEECH_JOB = 'early-speech'

/** Between two checks of an upload, ms, and as a share of its size, so that a slow one costs little. */
const SHORTEST_WAIT_MS = 3_000
const FEWEST_NEW_BYTES = 64 * 1024
const NEW_SHARE = 1 / 256
/** Shortest part, seconds, the basis for how many parts a month's recordings can have. */
const SECONDS_PER_PART = 60
/** The limit where a plan has none for one recording. */
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
  /** Throws when the user's monthly limit is reached. */
  assertMonthlyLimit: (userId: string) => Promise<void>
  /** Names likely to be said in a call with this title; null: there are none. */
  likelyNames: (userId: string, title: string | null) => Promise<string[]>
  /** Records an engine's speed: seconds of work for seconds of audio. */
  measured: (engine: string, soundSeconds: number, seconds: number) => Promise<void>
}

/**
 * Transcribes uploads while they arrive, if their client requests it: part after part, each as a job in the long lane.
 */
export interface EarlySpeech {
  /** Queues the next part once it is due. Call it whenever bytes have arrived. */
  wake: (key: string) => Promise<void>
  /** Stops the work on an upload and deletes its results. */
  end: (key: string) => Promise<void>
  handler: (work: EarlySpeechWork) => JobHandler
}

export function createEarlySpeech({ uploads, store, storage, queue, clock }: EarlySpeechDeps): EarlySpeech {
  /** This process's running work; another process notices by its lost lease. */
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
      // It was removed in the meantime, so there is nothing to retry.
      if (!ending.signal.aborted) throw error
    } finally {
      running.delete(upload.key)
      // Results written after the removal must not be left behind.
      if ((await uploads.findOwned(upload.userId, upload.key)) === null) await removeEarlySpeech(storage, upload.key)
    }
  }

  /** @returns when to continue; null: never. */
  async function transcribeNext(
    { plan, approve, assertMonthlyLimit, likelyNames, measured, ...parts }: EarlySpeechWork,
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
      await assertMonthlyLimit(userId)
      const outcome = await transcribeArrived(parts, {
        key,
        jobId: idOfKey(key),
        hints: getHints({ title, names: await likelyNames(userId, title), description: null }),
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
      // The monthly limit is reached, or the upload was deleted: nothing is transcribed before the upload is complete.
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
      // The recording is transcribed once it is complete, and any error is reported then.
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
