import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { MOST_SPEAKERS, type Segment } from '@callfolio/shared/contract/transcript.ts'
import type { SpeakerTurn } from './diariser.ts'
import { addSums, covarianceOf, fitGaussian, logDensity, type FrameSums } from './gaussian.ts'
import { likeliestPath } from './likeliest-path.ts'
import { LEAST_SHARE, lengthMs, nameTurns, type LabelledTurn } from './settle-turns.ts'
import { clusterVoices, PRIOR_FRAMES } from './voice-clusters.ts'
import { COEFFICIENTS } from './voice-features.ts'
import { readVoiceUnits, sumsOf, type VoiceUnit } from './voice-units.ts'

export interface VoiceTurnOptions {
  /** The number of speakers; null: as many as can be distinguished. */
  count: number | null
  signal: AbortSignal
}

/** Neighbouring units are clustered as one stretch, up to this length and over pauses up to that. */
const STRETCH_MS = 2500
const STRETCH_GAP_MS = 250
/** Half a second of voice; less is not enough to identify it. */
const FEWEST_FRAMES = 40
/** Clustering takes quadratic time; this many are enough for a long call. */
const MOST_STRETCHES = 700
const ROUNDS = 3
/** After this many units the event loop gets a turn. */
const UNITS_AT_ONCE = 50
/** Frames overlap and go on from one another: so many together are worth one. */
const FRAME_WEIGHT = 0.06
/** What a change of speaker costs, within a stretch and after a pause (logarithms of odds). */
const CHANGE_COST = 6
const CHANGE_COST_AFTER_PAUSE = 2
/** A turn is somebody's when it is so much likelier theirs than anyone else's (logarithm of odds). */
const LEAST_CERTAINTY = 2
/** Without a given number of speakers, turns are returned only if this much is said, and for this share of it the speaker is certain. */
const LEAST_SPEECH_MS = 20_000
const LEAST_CERTAIN_SHARE = 0.6

/**
 * Detects by voice who speaks when: "Speaker 1" is the first to speak. Turns of uncertain speakers are left out.
 * @returns no turns for a single voice or indistinguishable voices, unless the number of speakers is given.
 */
export async function voiceTurns(
  wavPath: string,
  segments: readonly Segment[],
  { count, signal }: VoiceTurnOptions,
): Promise<SpeakerTurn[]> {
  const units = await readVoiceUnits(wavPath, segments, signal)
  const stretches = stretchesOf(units).filter((sums) => sums.count >= FEWEST_FRAMES)
  let voices = await clustersOf(thinned(stretches), count, signal)
  if (voices.length === 0) return []
  let path = await decode(units, voices, signal)
  for (let round = 0; round < ROUNDS; round += 1) {
    // Stretches in which two people spoke looked like a third.
    voices = await clustersOf(refit(units, path, voices), count, signal)
    path = await decode(units, voices, signal)
  }
  const turns = certainTurns(units, path)
  const isCertain =
    new Set(turns.map(({ label }) => label)).size > 1 &&
    lengthMs(units) >= LEAST_SPEECH_MS &&
    lengthMs(turns) >= lengthMs(units) * LEAST_CERTAIN_SHARE
  return count !== null || isCertain ? nameTurns(turns) : []
}

async function clustersOf(
  stretches: readonly FrameSums[],
  count: number | null,
  signal: AbortSignal,
): Promise<FrameSums[]> {
  const labels = await clusterVoices(stretches, { count, most: MOST_SPEAKERS, signal })
  const clusters: FrameSums[] = []
  stretches.forEach((sums, i) => {
    const label = labels[i] ?? 0
    clusters[label] = clusters[label] ? addSums(clusters[label], sums) : sums
  })
  if (count !== null) return clusters
  const frames = clusters.reduce((sum, cluster) => sum + cluster.count, 0)
  return clusters.filter((cluster) => cluster.count >= frames * LEAST_SHARE)
}

function stretchesOf(units: readonly VoiceUnit[]): FrameSums[] {
  const stretches: { startMs: number; endMs: number; sums: FrameSums }[] = []
  for (const unit of units) {
    const { startMs, endMs } = unit
    const sums = sumsOf(unit)
    const last = stretches.at(-1)
    if (last !== undefined && startMs - last.endMs < STRETCH_GAP_MS && endMs - last.startMs <= STRETCH_MS) {
      last.endMs = endMs
      last.sums = addSums(last.sums, sums)
    } else stretches.push({ startMs, endMs, sums })
  }
  return stretches.map(({ sums }) => sums)
}

/** As many as can be clustered, from all over the call. */
function thinned<T>(items: readonly T[]): T[] {
  const step = Math.max(1, items.length / MOST_STRETCHES)
  return Array.from({ length: Math.min(items.length, MOST_STRETCHES) }, (_, i) => items[Math.floor(i * step)] as T)
}

/** The likeliest course of the call, and how much likelier each unit is its speaker's than another's (logarithm of odds). */
async function decode(
  units: readonly VoiceUnit[],
  voices: readonly FrameSums[],
  signal: AbortSignal,
): Promise<PathStep[]> {
  const prior = covarianceOf(voices.reduce(addSums))
  const densities = voices.map((sums) => logDensity(fitGaussian(sums, prior, PRIOR_FRAMES)))
  const scores: number[][] = []
  for (const [i, { frames }] of units.entries()) {
    scores.push(densities.map((density) => sumOver(frames, density) * FRAME_WEIGHT))
    if (i % UNITS_AT_ONCE === 0) await yieldToEventLoop(undefined, { signal })
  }
  const labels = likeliestPath(scores, (i) =>
    (units[i]?.startMs ?? 0) - (units[i - 1]?.endMs ?? 0) < STRETCH_GAP_MS ? CHANGE_COST : CHANGE_COST_AFTER_PAUSE,
  )
  return scores.map((score, i) => {
    const label = labels[i] ?? 0
    return { label, certainty: (score[label] ?? 0) - Math.max(...score.filter((_, other) => other !== label)) }
  })
}

function sumOver(frames: Float32Array, density: (frames: Float32Array, offset: number) => number): number {
  let sum = 0
  for (let offset = 0; offset < frames.length; offset += COEFFICIENTS) sum += density(frames, offset)
  return sum
}

/** Somebody who got no unit keeps their voice. */
function refit(units: readonly VoiceUnit[], path: readonly PathStep[], before: readonly FrameSums[]): FrameSums[] {
  const voices: (FrameSums | undefined)[] = before.map(() => undefined)
  for (const [i, unit] of units.entries()) {
    const label = path[i]?.label
    if (label === undefined || unit.frames.length === 0) continue
    const [sums, sofar] = [sumsOf(unit), voices[label]]
    voices[label] = sofar === undefined ? sums : addSums(sofar, sums)
  }
  return before.map((kept, label) => voices[label] ?? kept)
}

/** Whose a unit is. */
interface PathStep {
  label: number
  certainty: number
}

interface GuessedTurn extends LabelledTurn {
  certainty: number
}

function certainTurns(units: readonly VoiceUnit[], path: readonly PathStep[]): GuessedTurn[] {
  const turns: GuessedTurn[] = []
  units.forEach(({ startMs, endMs }, i) => {
    const { label, certainty } = path[i] ?? { label: 0, certainty: 0 }
    const last = turns.at(-1)
    if (last !== undefined && last.label === label && startMs - last.endMs < STRETCH_GAP_MS) {
      last.endMs = Math.max(last.endMs, endMs)
      last.certainty += certainty
    } else turns.push({ startMs, endMs, label, certainty })
  })
  return turns.filter(({ certainty }) => certainty >= LEAST_CERTAINTY)
}
