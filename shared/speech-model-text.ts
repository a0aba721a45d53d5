import type { SpeechModel } from './contract/speech-model.ts'
import { estimateText } from './progress/estimate.ts'

/** Polling interval while the state changes without user action, ms. */
export const SPEECH_MODEL_INTERVALS: Partial<Record<SpeechModel['state'], number>> = { fetching: 2000, waiting: 10_000 }

/** "700 MB", "79.8 GB". */
export function megabytes(bytes: number): string {
  if (bytes >= 10_000_000_000) return `${(bytes / 1_000_000_000).toFixed(1)} GB`
  return `${Math.max(1, Math.round(bytes / 1_000_000))} MB`
}

/** "Models use 700 MB; 79.8 GB free." @param disk bytes used by models, and free bytes. */
export function diskText({ models, free }: { models: number; free: number }): string {
  return models === 0 ? `${megabytes(free)} free.` : `Models use ${megabytes(models)}; ${megabytes(free)} free.`
}

/** "12 of 700 MB, about 8 minutes left". */
export function fetchedText({
  done_bytes: done,
  total_bytes: total,
  seconds_left: seconds,
}: Pick<SpeechModel, 'done_bytes' | 'total_bytes' | 'seconds_left'>): string {
  const counted = `${Math.round(done / 1_000_000)} of ${megabytes(total)}`
  return seconds === null ? counted : `${counted}, ${estimateText(seconds)} left`
}
