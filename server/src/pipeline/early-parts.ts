import { resolve } from 'node:path'
import { z } from 'zod'
import { FRAME_MS } from '../speakers/loudness.ts'
import { earlySpeechFolder } from '../storage/keys.ts'
import { readJson } from '../storage/read-stored.ts'
import type { Storage } from '../storage/storage.ts'
import type { Transcript } from '../transcription/transcriber.ts'
import { OUTPUTS } from './outputs.ts'
import type { PipelineParts } from './stage.ts'

/*
 * Transcribes an upload in parts before it is complete. A part ends in a silence. It is stored when it is done, and a
 * later run continues after the last one. The stage `transcribe` reuses the parts that still match the whole
 * recording's audio, and transcribes the rest.
 */

/**
 * Loudness of speech changes by tens of dB within a second; decoding from another offset changes it by less than one.
 */
const SAME_SOUND_DB = 3
const FRAMES_PER_SECOND = 1000 / FRAME_MS

const partSchema = z.object({
  /** A multiple of the loudness frame length, like the end. */
  startMs: z.number().int().nonnegative(),
  endMs: z.number().int().nonnegative(),
  engine: z.string(),
  /** Mean loudness in dB of each second, to recognize the audio in the whole recording. */
  levels: z.array(z.number()),
  transcript: OUTPUTS.transcribe,
})
export type EarlyPart = z.infer<typeof partSchema>

/** Stores a part. @param index how many are before it. */
export async function storeEarlyPart(storage: Storage, key: string, index: number, part: EarlyPart): Promise<void> {
  await storage.write(partKey(key, index), JSON.stringify(part))
}

/** The stored parts of an upload, consecutive from the beginning. */
export async function readEarlyParts(storage: Storage, key: string): Promise<EarlyPart[]> {
  const found: EarlyPart[] = []
  for (;;) {
    const part = partSchema.safeParse(await readJson(storage, partKey(key, found.length)))
    if (!part.success || part.data.startMs !== (found.at(-1)?.endMs ?? 0)) return found
    found.push(part.data)
  }
}

/** Removes what was transcribed of an upload before it was complete. No error when there is nothing. */
export async function removeEarlySpeech(storage: Storage, key: string): Promise<void> {
  for (const part of await storage.list(earlySpeechFolder(key))) await storage.remove(part.key)
}

/**
 * The leading stored parts whose audio matches the whole recording and that come from its engine: a file may be decoded
 * differently once it is complete.
 * @param whole the recording's audio, as Media.extractAudio writes it.
 */
export async function matchingParts(
  found: readonly EarlyPart[],
  whole: { wavPath: string; durationMs: number; engine: string },
  { tasks }: Pick<PipelineParts, 'tasks'>,
  signal: AbortSignal,
): Promise<EarlyPart[]> {
  if (found.length === 0) return []
  const frames = await tasks.run('loudness', resolve(whole.wavPath), { signal })
  const other = found.findIndex(
    (part) => part.engine !== whole.engine || part.endMs > whole.durationMs || !isSameSound(part, frames),
  )
  return found.slice(0, other === -1 ? found.length : other)
}

/** Joins consecutive parts into one transcript; `startMs` is the offset of each in the recording. */
export function joinTranscripts(stretches: readonly { startMs: number; transcript: Transcript }[]): Transcript | null {
  const spoken = stretches.filter(({ transcript }) => transcript.segments.length > 0)
  const [first] = spoken
  if (first === undefined) return null
  const segments = spoken
    .flatMap(({ startMs, transcript }) => transcript.segments.map((segment) => shifted(segment, startMs)))
    .map((segment, index) => ({ ...segment, id: `s${index + 1}` }))
  const language = spoken.map(({ transcript }) => transcript.info.language).find((code) => code !== null) ?? null
  return { segments, info: { ...first.transcript.info, language } }
}

/** The last words said, as context for the next part. */
export function textBefore(stretches: readonly { transcript: Transcript }[]): string {
  return (
    stretches
      .at(-1)
      ?.transcript.segments.map(({ text }) => text)
      .join(' ') ?? ''
  )
}

/** Loudness of a part's audio, in the form stored with it. */
export async function readLevels(
  wavPath: string,
  { tasks }: Pick<PipelineParts, 'tasks'>,
  signal: AbortSignal,
): Promise<number[]> {
  const frames = await tasks.run('loudness', resolve(wavPath), { signal })
  return getLevels(frames, 0, Math.floor(frames.length / FRAMES_PER_SECOND))
}

function partKey(key: string, index: number): string {
  return `${earlySpeechFolder(key)}${index}.json`
}

/** Mean loudness of each whole second, dB. @param frames of 20 ms. @param firstFrame where the seconds begin. */
function getLevels(frames: Float32Array, firstFrame: number, seconds: number): number[] {
  return Array.from({ length: seconds }, (_, second) => {
    const start = firstFrame + second * FRAMES_PER_SECOND
    const own = frames.subarray(start, start + FRAMES_PER_SECOND)
    return Math.round(own.reduce((sum, level) => sum + level, 0) / FRAMES_PER_SECOND)
  })
}

/** Uses the median, so that a second in which a sound begins a frame later doesn't count. */
function isSameSound({ startMs, levels }: EarlyPart, whole: Float32Array): boolean {
  const now = getLevels(whole, startMs / FRAME_MS, levels.length)
  const differences = levels.map((level, second) => Math.abs(level - (now[second] ?? Infinity)))
  return (differences.toSorted((a, b) => a - b)[Math.floor(differences.length / 2)] ?? Infinity) <= SAME_SOUND_DB
}

function shifted<S extends Transcript['segments'][number]>(segment: S, byMs: number): S {
  const at = <T extends { start_ms: number; end_ms: number }>(timed: T): T => ({
    ...timed,
    start_ms: timed.start_ms + byMs,
    end_ms: timed.end_ms + byMs,
  })
  return { ...at(segment), ...(segment.words && { words: segment.words.map(at) }) }
}
