import { describeError } from '../kernel/loggable-error.ts'
import type { Logger } from '../kernel/logger.ts'
import type { DiariseInput, Diariser } from './diariser.ts'
import type { SpeakerTurn } from './speaker-turn.ts'

export interface DiariseOptions {
  /** In order of preference. */
  diarisers: readonly Diariser[]
  log: Logger
  signal: AbortSignal
}

/**
 * Asks the first diariser that is ready. One that fails is no reason to lose the recording: the next is asked.
 * @returns null when nobody is ready. Rejects as the last of them did.
 */
export async function diariseWithFallback(
  input: DiariseInput,
  { diarisers, log, signal }: DiariseOptions,
): Promise<SpeakerTurn[] | null> {
  const [first, ...others] = diarisers
  if (first === undefined) return null
  const options = { diarisers: others, log, signal }
  const { ready } = await first.status()
  if (!ready) return diariseWithFallback(input, options)
  try {
    return await first.diarise(input, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (others.length === 0) throw error
    log.warn({ diariser: first.name, error: describeError(error) }, 'a diariser failed, the next one is used')
    return diariseWithFallback(input, options)
  }
}
