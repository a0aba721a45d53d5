import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readTranscript } from '@callfolio/shared/captions/read-transcript.ts'
import type { EngineTrial } from '@callfolio/shared/contract/speech-model.ts'
import { wordErrorRate } from '@callfolio/shared/transcript/word-error-rate.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import type { Media } from '../media/media.ts'
import { cutWav } from '../media/wav.ts'
import { readyTranscriber } from '../pipeline/ready-transcriber.ts'
import { makeWorkFolder, removeWorkFolder } from '../pipeline/work-folders.ts'
import type { Transcriber } from '../transcription/transcriber.ts'

export interface TrialDeps {
  media: Pick<Media, 'extractAudio'>
  clock: Clock
  tempDir: string
  /** A call with speech from its first second. */
  clip: string
  /** The spoken words, as captions. */
  clipCaptions: string
}

/** How much of a call is transcribed, to the end of a caption. */
export const TRIAL_MS = 60_000
/** A longer trial means something is wrong, and the operator is waiting. */
const LIMIT_MS = 300_000

/** Runs trials one at a time, with a time limit. @throws AppError conflict when one is running. */
export function oneTrialAtATime(): <T>(signal: AbortSignal, run: (signal: AbortSignal) => Promise<T>) => Promise<T> {
  let running = false
  return async (signal, run) => {
    if (running) throw new AppError('conflict', 'A test is already running. Wait until it finishes.')
    running = true
    try {
      return await run(AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]))
    } finally {
      running = false
    }
  }
}

/**
 * Transcribes the beginning of a call with the engine that calls would use.
 * @param mostMs of the call.
 * @throws AppError conflict when none is ready; the engine's errors.
 */
export async function tryEngine(
  transcribers: readonly Transcriber[],
  { media, clock, tempDir, clip, clipCaptions }: TrialDeps,
  { mostMs, signal }: { mostMs: number; signal: AbortSignal },
): Promise<EngineTrial> {
  const engine = await readyTranscriber(transcribers)
  if (engine === null) throw new AppError('conflict', 'No speech engine is ready on this server.')
  const workFolder = await makeWorkFolder(tempDir, 'trial')
  try {
    const [wholePath, wavPath] = [join(workFolder, 'clip.wav'), join(workFolder, 'trial.wav')]
    await media.extractAudio(clip, wholePath, { signal })
    const { segments: lines } = readTranscript(await readFile(clipCaptions, 'utf8'), null)
    const said = lines.filter(({ end_ms }) => end_ms <= mostMs)
    const durationMs = said.at(-1)?.end_ms ?? mostMs
    await cutWav(wholePath, { startMs: 0, endMs: durationMs }, wavPath)
    const startedAt = clock().getTime()
    const { segments } = await engine.transcribe(
      {
        wavPath,
        durationMs,
        language: 'en',
        workFolder,
        hints: null,
        memory: { recall: async () => null, remember: async () => {} },
      },
      { signal, onProgress: () => {} },
    )
    const text = getText(segments)
    return {
      engine: engine.name,
      text,
      seconds: (clock().getTime() - startedAt) / 1000,
      sound_seconds: durationMs / 1000,
      word_errors: wordErrorRate(getText(said), text),
    }
  } finally {
    await removeWorkFolder(workFolder)
  }
}

function getText(lines: readonly { text: string }[]): string {
  return lines.map(({ text }) => text).join(' ')
}
