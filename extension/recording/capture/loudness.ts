/** Quieter than this is drawn as nothing. dB of full scale */
const FLOOR_DB = -60
/** Level below which a track counts as silent: digital silence, or a microphone that is switched off. */
const SILENT_LEVEL = 0.02
/** How long a track may be silent before the person is warned. */
const SILENCE_MS = 10_000

/** How loud samples (−1 to 1) are, from 0 (−60 dB or less) to 1 (full scale), even to the ear. */
export function levelOf(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  if (sum === 0) return 0
  const db = 10 * Math.log10(sum / samples.length)
  return Math.min(1, Math.max(0, 1 - db / FLOOR_DB))
}

/** Since when a track has been silent, by the recording's own time in ms; null while it is not. */
export type Silence = number | null

/** Follows a track's level. Time in which the recording is paused doesn't count. */
export function followSilence(since: Silence, level: number, elapsedMs: number): Silence {
  return level > SILENT_LEVEL ? null : (since ?? elapsedMs)
}

/** True when the person should be warned. */
export function isTooSilent(since: Silence, elapsedMs: number): boolean {
  return since !== null && elapsedMs - since >= SILENCE_MS
}
