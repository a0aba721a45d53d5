/** Quieter audio is shown as silence. dB of full scale */
const FLOOR_DB = -60
/** Level below which a track counts as silent: digital silence, or a microphone that is switched off. */
const SILENT_LEVEL = 0.02
/** How long a track may be silent before the person is warned. ms */
const SILENCE_MS = 10_000

/** Level of samples (−1 to 1), from 0 (−60 dB or less) to 1 (full scale), on a logarithmic scale. */
export function getLevel(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  if (sum === 0) return 0
  const db = 10 * Math.log10(sum / samples.length)
  return Math.min(1, Math.max(0, 1 - db / FLOOR_DB))
}

/** When a track became silent, in recording time, ms; null while it is not silent. */
export type Silence = number | null

/** Tracks a level. Paused time doesn't count. */
export function followSilence(since: Silence, level: number, elapsedMs: number): Silence {
  return level > SILENT_LEVEL ? null : (since ?? elapsedMs)
}

/** True if the person should be warned. */
export function isTooSilent(since: Silence, elapsedMs: number): boolean {
  return since !== null && elapsedMs - since >= SILENCE_MS
}
