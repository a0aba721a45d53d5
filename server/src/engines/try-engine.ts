import { join } from 'node:path'
import type { EngineTrial } from '@callfolio/shared/contract/speech-model.ts'
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
}

const TRIAL_MS = 10_000
/** Beyond it something is wrong, and the operator waits. */
const LIMIT_MS = 120_000

/** Runs trials one at a time, in bounded time. @throws AppError conflict when one runs. */
export function oneTrialAtATime(): <T>(signal: AbortSignal, run: (signal: AbortSignal) => Promise<T>) => Promise<T> {
  let running = false
  return async (signal, run) => {
    if (running) throw new AppError('conflict', 'A trial is running already.')
    running = true
    try {
      return await run(AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]))
    } finally {
      running = false
    }
  }
}

/**
 * Has the engine that would transcribe a call transcribe ten seconds of one.
 * @throws AppError conflict when none is ready; what the engine throws.
 */
export async function tryEngine(
  transcribers: readonly Transcriber[],
  { media, clock, tempDir, clip }: TrialDeps,
  signal: AbortSignal,
): Promise<EngineTrial> {
  const engine = await readyTranscriber(transcribers)
  if (engine === null) throw new AppError('conflict', 'No speech engine is ready on this server.')
  const workFolder = await makeWorkFolder(tempDir, 'trial')
  try {
    const [wholePath, wavPath] = [join(workFolder, 'clip.wav'), join(workFolder, 'trial.wav')]
    await media.extractAudio(clip, wholePath, { signal })
    await cutWav(wholePath, { startMs: 0, endMs: TRIAL_MS }, wavPath)
    const startedAt = clock().getTime()
    const { segments } = await engine.transcribe(
      {
        wavPath,
        durationMs: TRIAL_MS,
        language: 'en',
        workFolder,
        hints: null,
        memory: { recall: async () => null, remember: async () => {} },
      },
      { signal, onProgress: () => {} },
    )
    return {
      engine: engine.name,
      text: segments.map(({ text }) => text).join(' '),
      seconds: (clock().getTime() - startedAt) / 1000,
    }
  } finally {
    await removeWorkFolder(workFolder)
  }
}
