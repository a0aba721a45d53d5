import { describeError } from '../kernel/loggable-error.ts'
import type { Logger } from '../kernel/logger.ts'
import type { DiariseInput, Diariser, SpeakerTurn } from './diariser.ts'

export interface DiariseOptions {
  /** In order of preference. */
  diarisers: readonly Diariser[]
  log: Logger
  signal: AbortSignal
}

/**
 * Uses the first diarizer that is ready, and the next one if it fails.
 * @returns null when none is ready. Rejects as the last one did.
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
    log.warn({ diariser: first.name, error: describeError(error) }, 'the diariser failed, falling back to the next one')
    return diariseWithFallback(input, options)
  }
}
