import { open } from 'node:fs/promises'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { TimeRange } from '../media/media.ts'
import type { DiariseInput, SpeakerTurn } from './diariser.ts'
import { addSums, frameCount, covariance, fitGaussian, logDensity, type FrameSums } from './gaussian.ts'
import { FRAME_MS, readLoudness } from './loudness.ts'
import { LEAST_SHARE, lengthMs, nameTurns, type LabelledTurn } from './assign-turns.ts'
import { clusterVoices } from './voice-clusters.ts'
import { readVoice } from './voice-features.ts'

/** More voices need a model. */
const MAX_VOICES = 3
/** For words without times. */
const PIECE_MS = 500
/** Frames this far below the lines' loud parts are pauses and consonants, which sound alike for everyone. */
const BELOW_LOUD_DB = 30
const LOUD_PERCENTILE = 0.95
/** Adjacent words are clustered as one unit, up to this length and across pauses up to that. */
const STRETCH_MS = 2500
const STRETCH_GAP_MS = 250
/** Half a second of voice; less is not enough to identify it. */
const FEWEST_FRAMES = 40
/** Clustering takes quadratic time; this many are enough for a long call. */
const MAX_STRETCHES = 400
const ROUNDS = 3
/** Frames overlap and resemble their neighbors: this many together count as one. */
const FRAME_WEIGHT = 0.06
/** Cost of a change of speaker, within a unit and after a pause (logarithms of odds). */
const CHANGE_COST = 6
const CHANGE_COST_AFTER_PAUSE = 2
/**
 * Unless the number of speakers is given, turns are returned only if words, without the gaps between, are this long.
 */
const LEAST_SPEECH_MS = 18_000
/** Closer voices (log-likelihood per frame) are often mixed up; tuned on half of the measured calls. */
const LEAST_APART = 2.35

/** The part of a diarizer's input that clustering needs. */
export type VoiceInput = Pick<DiariseInput, 'wavPath' | 'segments' | 'count'>

/** A word or a part of a line, its sound, and its speaker. */
interface Unit extends LabelledTurn {
  sums: FrameSums
}

/** Diariser.diarise. @returns no turns for over three voices, voices too alike, or a single one without a count. */
export async function voiceTurns(input: VoiceInput, signal: AbortSignal): Promise<SpeakerTurn[]> {
  const { wavPath, segments, count } = input
  if (count !== null && count > MAX_VOICES) return []
  const units = await readUnits(wavPath, segments, signal)
  const stretches = joinUnits(units).filter((sums) => frameCount(sums) >= FEWEST_FRAMES)
  const step = Math.ceil(stretches.length / MAX_STRETCHES)
  let voices = stretches.filter((_, i) => i % step === 0)
  if (voices.length === 0) return []
  let distance = 0
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Speech of two people in one range looks like a third voice, until the voices are clustered again.
    const { clusters, apart } = clusterVoices(voices, count)
    const least = LEAST_SHARE * frameCount(voices.reduce(addSums))
    voices = clusters.map(({ sums }) => sums).filter((sums) => count !== null || frameCount(sums) >= least)
    attribute(units, voices)
    voices = [...Map.groupBy(units, ({ label }) => label).values()].map(total).filter(frameCount)
    distance = apart
  }
  const isSure = distance >= LEAST_APART && voices.length <= MAX_VOICES
  const isEnough = count !== null || lengthMs(units) >= LEAST_SPEECH_MS
  return count === 1 || (isSure && isEnough) ? nameTurns(units) : []
}

async function readUnits(wavPath: string, segments: readonly Segment[], signal: AbortSignal): Promise<Unit[]> {
  const levels = await readLoudness(wavPath, signal)
  const heard = segments.flatMap(({ start_ms, end_ms }) => [...levels.subarray(start_ms / FRAME_MS, end_ms / FRAME_MS)])
  const loudDb = heard.toSorted((a, b) => a - b)[Math.floor(LOUD_PERCENTILE * heard.length)] ?? 0
  const wav = await open(wavPath)
  try {
    const units: Unit[] = []
    for (const range of segments.flatMap(unitRanges)) {
      signal.throwIfAborted()
      units.push({ ...range, label: 0, sums: await readVoice(wav, range, loudDb - BELOW_LOUD_DB) })
    }
    return units
  } finally {
    await wav.close()
  }
}

function unitRanges({ words = [], start_ms, end_ms }: Segment): TimeRange[] {
  if (words.length > 0) return words.map((word) => ({ startMs: word.start_ms, endMs: word.end_ms }))
  const pieces = Math.max(1, Math.round((end_ms - start_ms) / PIECE_MS))
  const at = (piece: number) => start_ms + ((end_ms - start_ms) * piece) / pieces
  return Array.from({ length: pieces }, (_, piece) => ({ startMs: at(piece), endMs: at(piece + 1) }))
}

const total = (units: readonly Unit[]) => units.map(({ sums }) => sums).reduce(addSums)

function joinUnits(units: readonly Unit[]): FrameSums[] {
  const stretches: Unit[] = []
  for (const unit of units) {
    const last = stretches.at(-1)
    if (last && unit.startMs - last.endMs < STRETCH_GAP_MS && unit.endMs - last.startMs <= STRETCH_MS) {
      last.endMs = unit.endMs
      last.sums = addSums(last.sums, unit.sums)
    } else stretches.push({ ...unit })
  }
  return stretches.map(({ sums }) => sums)
}

/** Assigns a voice to each unit: the likeliest sequence of voices that rarely change (Viterbi, 1967). */
function attribute(units: readonly Unit[], voices: readonly FrameSums[]): void {
  const prior = covariance(voices.reduce(addSums))
  const models = voices.map((sums) => fitGaussian(sums, prior))
  let best = voices.map(() => 0)
  const comesFrom = units.map(({ sums, startMs }, i) => {
    const isPaused = startMs - (units[i - 1]?.endMs ?? 0) >= STRETCH_GAP_MS
    const likeliest = highest(best)
    const changed = (best[likeliest] ?? 0) - (isPaused ? CHANGE_COST_AFTER_PAUSE : CHANGE_COST)
    const from = best.map((value, voice) => (value >= changed ? voice : likeliest))
    best = models.map((model, voice) => Math.max(best[voice] ?? 0, changed) + FRAME_WEIGHT * logDensity(model, sums))
    return from
  })
  units.reduceRight((voice, unit, i) => {
    unit.label = voice
    return comesFrom[i]?.[voice] ?? voice
  }, highest(best))
}

const highest = (values: readonly number[]) => values.indexOf(Math.max(...values))
