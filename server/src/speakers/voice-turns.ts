import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { SpeakerTurn } from './diariser.ts'
import { addSums, countOf, covarianceOf, fitGaussian, logDensity, sumFrames, type FrameSums } from './gaussian.ts'
import { LEAST_SHARE, lengthMs, nameTurns, type LabelledTurn } from './settle-turns.ts'
import { clusterVoices } from './voice-clusters.ts'
import { COEFFICIENTS } from './voice-features.ts'
import { readVoiceUnits, type VoiceUnit } from './voice-units.ts'

/** More take a model. */
const MAX_VOICES = 3
/** Neighbouring units are clustered as one stretch, up to this length and over pauses up to that. */
const STRETCH_MS = 2500
const STRETCH_GAP_MS = 250
/** Half a second of voice; less is not enough to identify it. */
const FEWEST_FRAMES = 40
/** Clustering takes quadratic time; this many are enough for a long call. */
const MAX_STRETCHES = 400
const ROUNDS = 3
/** Frames overlap and continue one another: so many together are worth one. */
const FRAME_WEIGHT = 0.06
/** What a change of speaker costs, within a stretch and after a pause (logarithms of odds). */
const CHANGE_COST = 6
const CHANGE_COST_AFTER_PAUSE = 2
/** Unless the number of speakers is given, turns are returned only if this much is said. */
const LEAST_SPEECH_MS = 20_000
/** Voices that are closer (log-likelihood per frame) are often mixed up: chosen on half of the measured calls. */
const LEAST_APART = 2.4

/**
 * Detects by voice who speaks when: "Speaker 1" is the first to speak.
 * @param options.count the number of speakers; null: as many as can be distinguished.
 * @returns no turns for more than three voices, for voices too alike, and without a count for a single voice.
 */
export async function voiceTurns(
  wavPath: string,
  segments: readonly Segment[],
  { count, signal }: { count: number | null; signal: AbortSignal },
): Promise<SpeakerTurn[]> {
  if (count !== null && count > MAX_VOICES) return []
  const units = await readVoiceUnits(wavPath, segments, signal)
  const enough = stretchesOf(units).filter((sums) => countOf(sums) >= FEWEST_FRAMES)
  const step = Math.max(1, enough.length / MAX_STRETCHES)
  let voices = enough.filter((_, i) => Math.floor(i / step) > Math.floor((i - 1) / step))
  let [labels, distance]: [number[], number] = [[], 0]
  for (let round = 0; round <= ROUNDS; round += 1) {
    if (voices.length === 0) return []
    // Stretches in which two people spoke looked like a third.
    const { voices: found, apart } = await clusterVoices(voices, { count, signal })
    const frames = found.reduce((sum, voice) => sum + countOf(voice), 0)
    voices = found.filter((voice) => count !== null || countOf(voice) >= frames * LEAST_SHARE)
    labels = await attribute(units, voices, signal)
    voices = voices.map((before, label) => sumsOf(units.filter((_, i) => labels[i] === label)) ?? before)
    distance = apart
  }
  const turns = turnsOf(units, labels)
  if (count === 1) return nameTurns(turns)
  const isSure = distance >= LEAST_APART && voices.length <= MAX_VOICES
  return isSure && (count !== null || lengthMs(units) >= LEAST_SPEECH_MS) ? nameTurns(turns) : []
}

/** @returns null where there is no voice. */
function sumsOf(units: readonly VoiceUnit[]): FrameSums | null {
  const voiced = units.filter(({ frames }) => frames.length > 0)
  return voiced.length === 0 ? null : voiced.map(({ frames }) => sumFrames(frames, COEFFICIENTS)).reduce(addSums)
}

function stretchesOf(units: readonly VoiceUnit[]): FrameSums[] {
  const stretches: VoiceUnit[][] = []
  for (const unit of units) {
    const last = stretches.at(-1)
    const [begin, end] = [last?.[0], last?.at(-1)]
    const goesOn = begin && end && unit.startMs - end.endMs < STRETCH_GAP_MS && unit.endMs - begin.startMs <= STRETCH_MS
    if (goesOn) last?.push(unit)
    else stretches.push([unit])
  }
  return stretches.flatMap((stretch) => sumsOf(stretch) ?? [])
}

/** Decides whose each unit is: the likeliest course through voices that seldom change (Viterbi, 1967). */
async function attribute(
  units: readonly VoiceUnit[],
  voices: readonly FrameSums[],
  signal: AbortSignal,
): Promise<number[]> {
  const prior = covarianceOf(voices.reduce(addSums))
  const gaussians = voices.map((sums) => fitGaussian(sums, prior))
  let best = voices.map(() => 0)
  const comesFrom: number[][] = []
  for (const [i, { frames, startMs }] of units.entries()) {
    const isPaused = startMs - (units[i - 1]?.endMs ?? 0) >= STRETCH_GAP_MS
    const likeliest = highest(best)
    const changed = (best[likeliest] ?? 0) - (isPaused ? CHANGE_COST_AFTER_PAUSE : CHANGE_COST)
    comesFrom.push(best.map((value, voice) => (value >= changed ? voice : likeliest)))
    best = gaussians.map(
      (gaussian, voice) =>
        Math.max(best[voice] ?? 0, changed) + FRAME_WEIGHT * logDensity(gaussian, frames, COEFFICIENTS),
    )
    await yieldToEventLoop(undefined, { signal })
  }
  const labels: number[] = []
  for (let [i, voice] = [units.length - 1, highest(best)]; i >= 0; i -= 1) {
    labels[i] = voice
    voice = comesFrom[i]?.[voice] ?? voice
  }
  return labels
}

const highest = (values: readonly number[]) => values.indexOf(Math.max(...values))

function turnsOf(units: readonly VoiceUnit[], labels: readonly number[]): LabelledTurn[] {
  const turns: LabelledTurn[] = []
  units.forEach(({ startMs, endMs }, i) => {
    const label = labels[i] ?? 0
    const last = turns.at(-1)
    if (last?.label === label && startMs - last.endMs < STRETCH_GAP_MS) last.endMs = Math.max(last.endMs, endMs)
    else turns.push({ startMs, endMs, label })
  })
  return turns
}
