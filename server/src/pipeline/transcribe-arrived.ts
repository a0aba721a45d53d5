import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PermanentFailure } from '../kernel/errors.ts'
import type { TimeRange } from '../media/media.ts'
import { wavDurationMs, cutWav } from '../media/wav.ts'
import { FRAME_MS } from '../speakers/loudness.ts'
import { NO_SPEECH_NOTICE } from '../transcription/no-text.ts'
import type { Transcriber } from '../transcription/transcriber.ts'
import { readEarlyParts, readLevels, storeEarlyPart, textBefore } from './early-parts.ts'
import { readyTranscriber } from './ready-transcriber.ts'
import type { PipelineParts } from './stage.ts'
import { makeWorkFolder, removeWorkFolder } from './work-folders.ts'

/** A shorter part has too little context, and costs more requests than it saves time. */
const SHORTEST_PART_MS = 60_000
/** Audio that has to be available before a part is cut, so that a silence is found in it. */
const SOUND_FOR_PART_MS = 90_000
const LONGEST_PART_MS = 180_000
/** The last audio that has arrived may be incomplete. */
const UNCERTAIN_MS = 2_000
/**
 * A decoder may return some milliseconds less than requested; without this, the longest part would never be complete.
 */
const SPARE_MS = 1_000
/** Reported as the missing audio if the beginning of a file has not arrived. */
const SOUND_TO_BE_READABLE_MS = 10_000
/** If a file can't be read from its first bytes up to this many, its index is at the end. */
const BYTES_TO_BE_READABLE = 32 * 1024 ** 2

export type EarlySpeechParts = Pick<
  PipelineParts,
  'storage' | 'media' | 'transcribers' | 'tasks' | 'clock' | 'log' | 'tempDir'
>

export interface EarlySpeechRequest {
  /** Of the upload. */
  key: string
  /** Names the run's work folder, which is removed when the job ends. */
  jobId: string
  /** In the form of `getHints`. */
  hints: string | null
  /** Audio after it is not transcribed; null: no limit. */
  longestMs: number | null
  /** Called before a part goes to the engine; false: no further part does. */
  mayTranscribe: () => Promise<boolean>
  signal: AbortSignal
}

/** The outcome of a run of `transcribeArrived`. */
export type EarlySpeechOutcome =
  /** Nothing more can be done before the recording is complete. */
  | { state: 'ended' }
  /**
   * `missingMs`: audio needed before the next part can be cut; 0: none. `arrivedMs`: all audio read so far. `measured`:
   * for a transcribed part.
   */
  | {
      state: 'continues'
      missingMs: number
      arrivedMs: number
      measured: { engine: string; soundMs: number; ms: number } | null
    }

/**
 * Transcribes the next part of an upload in progress, if there is enough audio for one. Reads at most three minutes.
 * @throws what the engine throws; the signal's reason when aborted.
 */
export async function transcribeArrived(
  parts: EarlySpeechParts,
  request: EarlySpeechRequest,
): Promise<EarlySpeechOutcome> {
  const { storage, media } = parts
  const { key, jobId, longestMs, signal } = request
  const transcriber = await readyTranscriber(parts.transcribers)
  const before = await readEarlyParts(storage, key)
  const startMs = before.at(-1)?.endMs ?? 0
  if (transcriber === null || (longestMs !== null && startMs >= longestMs)) return { state: 'ended' }
  const workFolder = await makeWorkFolder(parts.tempDir, jobId)
  try {
    const wavPath = join(workFolder, 'arrived.wav')
    const range = { startMs, endMs: startMs + LONGEST_PART_MS + UNCERTAIN_MS + SPARE_MS }
    const found = await storage.withLocalFile(key, (path) => extractArrived(path, range, wavPath, parts, request))
    if (found !== 'sound') return found === 'unusable' ? { state: 'ended' } : waitFor(SOUND_TO_BE_READABLE_MS, 0)
    const arrivedMs = Math.max(0, (await wavDurationMs(wavPath)) - UNCERTAIN_MS)
    if (arrivedMs < SOUND_FOR_PART_MS) return waitFor(SOUND_FOR_PART_MS - arrivedMs, startMs + arrivedMs)
    const lengthMs = endOfPart(arrivedMs, await media.silences(wavPath, { signal }))
    if (lengthMs === null) return waitFor(LONGEST_PART_MS - arrivedMs, startMs + arrivedMs)
    const partPath = join(workFolder, 'part.wav')
    await cutWav(wavPath, { startMs: 0, endMs: lengthMs }, partPath)
    const previous = { count: before.length, startMs, said: textBefore(before) }
    const part = await transcribePart(
      { wavPath: partPath, lengthMs, previous, transcriber, workFolder },
      parts,
      request,
    )
    if (part === null) return { state: 'ended' }
    const leftMs = arrivedMs - lengthMs
    return {
      state: 'continues',
      missingMs: arrivedMs >= LONGEST_PART_MS ? 0 : Math.max(0, SOUND_FOR_PART_MS - leftMs),
      arrivedMs: startMs + arrivedMs,
      measured: { engine: transcriber.name, soundMs: lengthMs, ms: part.ms },
    }
  } finally {
    await removeWorkFolder(workFolder)
  }
}

interface CutPart {
  wavPath: string
  lengthMs: number
  /** The parts before it: their number, their end, and the last words. */
  previous: { count: number; startMs: number; said: string }
  transcriber: Transcriber
  workFolder: string
}

/**
 * Transcribes a part and stores it. @returns the time the engine took; null: it may not run, or gives no text for this
 * recording.
 */
async function transcribePart(
  { wavPath, lengthMs, previous: { count, startMs, said }, transcriber, workFolder }: CutPart,
  parts: EarlySpeechParts,
  { key, hints, mayTranscribe, signal }: EarlySpeechRequest,
): Promise<{ ms: number } | null> {
  const levels = await readLevels(wavPath, parts, signal)
  if (!(await mayTranscribe())) return null
  const speechFolder = join(workFolder, 'speech')
  await mkdir(speechFolder)
  const beganAt = parts.clock().getTime()
  const transcript = await transcriber.transcribe(
    {
      wavPath,
      durationMs: lengthMs,
      language: null,
      workFolder: speechFolder,
      hints,
      ...(said === '' ? {} : { before: said }),
      memory: { recall: async () => null, remember: async () => {} },
    },
    { signal, onProgress: () => {} },
  )
  const ms = parts.clock().getTime() - beganAt
  // The run for the whole recording reports why an engine can't be used.
  if (transcript.segments.length === 0 && transcript.info.notice !== NO_SPEECH_NOTICE) return null
  signal.throwIfAborted()
  const part = { startMs, endMs: startMs + lengthMs, engine: transcriber.name, levels, transcript }
  await storeEarlyPart(parts.storage, key, count, part)
  return { ms }
}

function waitFor(missingMs: number, arrivedMs: number): EarlySpeechOutcome {
  return { state: 'continues', missingMs, arrivedMs, measured: null }
}

/** @returns `later` when nothing can be read yet. */
async function extractArrived(
  path: string,
  range: TimeRange,
  output: string,
  { media, storage }: EarlySpeechParts,
  { key, signal }: EarlySpeechRequest,
): Promise<'sound' | 'later' | 'unusable'> {
  try {
    const { audio, subtitles } = await media.probe(path, { signal })
    // Its own captions are the better transcript.
    if (audio === null || subtitles.length > 0) return 'unusable'
    await media.extractAudio(path, output, { signal, range })
    return 'sound'
  } catch (error) {
    if (!(error instanceof PermanentFailure)) throw error
    const bytes = (await storage.stat(key))?.size ?? 0
    return bytes < BYTES_TO_BE_READABLE ? 'later' : 'unusable'
  }
}

/** Cuts in the middle of the longest silence. @returns null when there is no pause and more audio may come. */
function endOfPart(arrivedMs: number, silences: readonly TimeRange[]): number | null {
  const [longest] = silences
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, SHORTEST_PART_MS),
      endMs: Math.min(endMs, arrivedMs, LONGEST_PART_MS),
    }))
    .filter(({ startMs, endMs }) => endMs > startMs)
    .toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
  const middleMs = longest === undefined ? null : (longest.startMs + longest.endMs) / 2
  if (middleMs !== null) return Math.round(middleMs / FRAME_MS) * FRAME_MS
  return arrivedMs >= LONGEST_PART_MS ? LONGEST_PART_MS : null
}
