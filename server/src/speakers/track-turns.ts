import type { SpeakerTurn } from './diariser.ts'
import { FRAME_MS, SILENT_DB } from './loudness.ts'

/** A side of the call: the loudness of its track, and its offset in the recording. */
export interface Side {
  speaker: string
  /** dB below full scale, one value for each 20 ms. */
  levels: Float32Array
  startMs: number
}

/** Loudness is compared over this many frames on either side: syllables have gaps. */
const SMOOTHED_FRAMES = 2
/**
 * Speech is this far above a track's own noise. A side that is never silent (it has the other's echo) hides its noise.
 */
const ABOVE_NOISE_DB = 9
const LEAST_BELOW_LOUD_DB = 12
/** Speech is not further than this below a track's loud parts. */
const BELOW_LOUD_DB = 35
/** Quieter sounds are not speech in any recording; pre-emphasis has lowered the level. */
const QUIETEST_DB = -65
/** Below this difference neither side is louder. */
const MARGIN_DB = 1.5
/** Two levels this far apart are two people; closer ones may be one. */
const TWO_PEOPLE_DB = 15
/** Microphone and meeting rarely differ by more than this. */
const MOST_UNEQUAL_DB = 12
const NOISE_PERCENTILE = 0.05
const LOUD_PERCENTILE = 0.95
const ROUNDS = 20

/**
 * Detects who speaks when from the two tracks of a call: the louder side, where anyone speaks. Each side may be audible
 * in the other's track, as an echo; the levels at which the two differ are learned from the recording.
 */
export function trackTurns(one: Side, other: Side): SpeakerTurn[] {
  const frames = Math.max(lastFrame(one), lastFrame(other))
  const [ones, others] = [smoothed(one, frames), smoothed(other, frames)]
  const [oneSpeech, otherSpeech] = [speechLevel(ones), speechLevel(others)]
  const differences: (number | null)[] = Array.from(ones, (level, i) => {
    const speaks = level >= oneSpeech || (others[i] ?? SILENT_DB) >= otherSpeech
    return speaks ? level - (others[i] ?? SILENT_DB) : null
  })
  const balance = getBalance(differences.filter((difference) => difference !== null))
  const speakers = differences.map((difference) => {
    if (difference === null || Math.abs(difference - balance) < MARGIN_DB) return null
    return difference > balance ? one.speaker : other.speaker
  })
  return getTurns(speakers)
}

function lastFrame({ levels, startMs }: Side): number {
  return Math.round(startMs / FRAME_MS) + levels.length
}

/** Mean power around each frame, in the recording's time. */
function smoothed({ levels, startMs }: Side, frames: number): Float32Array {
  const power = new Float64Array(frames)
  const first = Math.round(startMs / FRAME_MS)
  levels.forEach((level, i) => (power[first + i] = 10 ** (level / 10)))
  const width = 2 * SMOOTHED_FRAMES + 1
  return Float32Array.from(power, (_, i) => {
    let sum = 0
    for (let near = i - SMOOTHED_FRAMES; near <= i + SMOOTHED_FRAMES; near += 1) sum += power[near] ?? 0
    return sum === 0 ? SILENT_DB : Math.max(SILENT_DB, 10 * Math.log10(sum / width))
  })
}

/** The level from which a frame counts as speech. */
function speechLevel(levels: Float32Array): number {
  const sorted = levels.toSorted()
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? SILENT_DB
  const [noise, loud] = [at(NOISE_PERCENTILE), at(LOUD_PERCENTILE)]
  return Math.max(QUIETEST_DB, loud - BELOW_LOUD_DB, Math.min(noise + ABOVE_NOISE_DB, loud - LEAST_BELOW_LOUD_DB))
}

/**
 * The level difference that separates the two people: halfway between the two means around which the differences
 * cluster. Zero when they cluster around one, because only one side spoke.
 */
function getBalance(differences: readonly number[]): number {
  let balance = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const above = mean(differences.filter((difference) => difference > balance))
    const below = mean(differences.filter((difference) => difference <= balance))
    if (above === null || below === null || above - below < TWO_PEOPLE_DB) return 0
    const next = Math.max(-MOST_UNEQUAL_DB, Math.min(MOST_UNEQUAL_DB, (above + below) / 2))
    if (Math.abs(next - balance) < 0.1) return next
    balance = next
  }
  return balance
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

function getTurns(speakers: readonly (string | null)[]): SpeakerTurn[] {
  const turns: SpeakerTurn[] = []
  for (const [i, speaker] of speakers.entries()) {
    const last = turns.at(-1)
    const startMs = i * FRAME_MS
    if (speaker === null) continue
    if (last?.speaker === speaker && last.endMs === startMs) last.endMs += FRAME_MS
    else turns.push({ startMs, endMs: startMs + FRAME_MS, speaker })
  }
  return turns
}
