import { fillCount } from '../page-words/fill.ts'
import { pageWords, type PageLanguage } from '../page-words/page-words.ts'
import type { Capabilities, EngineStatus } from '../contract/capabilities.ts'

/** Time to make the video playable and find its poster, per second of video, and every job's overhead. Seconds. */
const PREPARE_RATIO = 0.05
const BASE_SECONDS = 10
/** Minimum delay of the hint. Seconds. */
const LONG_PROCESSING_SECONDS = 120

export interface EstimateInput {
  /** Length of the recording; null: unknown. */
  durationSeconds: number | null
  /** A caption file is included, so nothing is transcribed. */
  withCaptions: boolean
  capabilities: Pick<Capabilities, 'transcribers' | 'analysts'> | undefined
}

/** The server's processing time in seconds, from the length and the engines it will use; null if unknown. */
export function estimateSeconds({ durationSeconds, withCaptions, capabilities }: EstimateInput): number | null {
  if (durationSeconds === null || capabilities === undefined) return null
  const transcribing = withCaptions ? 0 : getCost(capabilities.transcribers)
  return Math.round(BASE_SECONDS + durationSeconds * (PREPARE_RATIO + transcribing + getCost(capabilities.analysts)))
}

/** The estimate in words: `about a minute`, `2-3 minutes`, `about 12 minutes`. */
export function estimateText(seconds: number, language: PageLanguage = 'en'): string {
  const words = pageWords(language).estimate
  if (seconds < 45) return words.underAMinute
  if (seconds < 105) return words.aMinute
  if (seconds <= 190) return words.someMinutes
  return seconds < 5400
    ? fillCount(words.minutes, Math.round(seconds / 60), language)
    : fillCount(words.hours, Math.round(seconds / 1800) / 2, language)
}

/** Seconds of waiting after which "longer than usual" is true. */
export function longerThanUsualAfter(estimate: number | null): number {
  return Math.max(LONG_PROCESSING_SECONDS, estimate ?? 0)
}

/** Engines are in order of preference; the first ready one does the work. */
function getCost(engines: EngineStatus[]): number {
  return engines.find(({ ready, name }) => ready && name !== 'captions' && name !== 'none')?.cost_ratio ?? 0
}
