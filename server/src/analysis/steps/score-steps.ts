import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import weights from './step-weights.json' with { type: 'json' }
import { getStepPairs, type StepPair } from './step-features.ts'

/** How likely a line gives a person something to do after the call, 0–1. */
export interface StepScore extends Omit<StepPair, 'features'> {
  score: number
  /** The score by the line's words alone. */
  byWords: number
}

/** One person's lines about the same step, in call order. */
export interface StepGroup {
  owner: string | null
  lines: StepScore[]
}

/** Weights of a logistic regression. */
export interface Weights {
  bias: number
  weights: Readonly<Record<string, number>>
}

/** Neighboring scores that a line's own is corrected by, in lines. */
const REACH = 2
/** One person's lines at most this far apart are about the same step, as are 9 of 10 in server/eval/sales/chosen-on. */
const GROUP_GAP = 3
/** Minimum score by words: of each line in a step, and of at least one. A neighbor alone doesn't make a step. */
const LEAST_BY_WORDS = { each: 0.15, one: 0.3 }
/** Keeps the logarithm finite. */
const LEAST_ODDS = 1e-3

/**
 * Scores each line of an English call for each person it may give a task: first by its words, then by its neighbors'
 * scores. Learned by `npm run eval -- train-steps`, which reports how well.
 */
export function scoreSteps(segments: readonly Segment[]): StepScore[] {
  const pairs = getStepPairs(segments).map(({ place, owner, features }) => ({
    place,
    owner,
    byWords: getScore(features, weights.words),
  }))
  return withNeighbors(pairs).map(({ place, owner, features }, i) => ({
    place,
    owner,
    byWords: pairs[i]?.byWords ?? 0,
    score: getScore(features, weights.neighbors),
  }))
}

/** Lines with at least this score, those of one person near each other together; in call order. */
export function groupSteps(scores: readonly StepScore[], least: number): StepGroup[] {
  const open = new Map<string | null, StepGroup>()
  const groups: StepGroup[] = []
  for (const line of scores.filter(({ score, byWords }) => score >= least && byWords >= LEAST_BY_WORDS.each)) {
    const last = open.get(line.owner)
    if (last !== undefined && line.place - (last.lines.at(-1)?.place ?? 0) <= GROUP_GAP) last.lines.push(line)
    else {
      const group = { owner: line.owner, lines: [line] }
      open.set(line.owner, group)
      groups.push(group)
    }
  }
  return groups.filter(({ lines }) => lines.some(({ byWords }) => byWords >= LEAST_BY_WORDS.one))
}

/** The first lines of a step that are near each other: later ones only repeat it. */
export function firstRun(places: readonly number[]): readonly number[] {
  const end = places.findIndex((place, i) => i > 0 && place - (places[i - 1] ?? 0) > GROUP_GAP)
  return end === -1 ? places : places.slice(0, end)
}

/** Features of the second step: a line's own score and those around it, the person's and the others'. */
export function withNeighbors(scores: readonly Omit<StepScore, 'score'>[]): StepPair[] {
  const byPlace = Map.groupBy(scores, ({ place }) => place)
  return scores.map(({ place, owner, byWords }) => {
    const features = new Map<string, number>([
      ['own', byWords],
      ['odds', Math.log(Math.max(LEAST_ODDS, byWords) / Math.max(LEAST_ODDS, 1 - byWords))],
    ])
    for (let distance = -REACH; distance <= REACH; distance += 1)
      for (const near of byPlace.get(place + distance) ?? []) {
        if (distance === 0 && near.owner === owner) continue
        const feature = `${distance} ${near.owner === owner ? 'same' : 'other'}`
        features.set(feature, Math.max(features.get(feature) ?? 0, near.byWords))
      }
    return { place, owner, features }
  })
}

/** @returns the probability, 0–1. */
export function getScore(features: StepPair['features'], { bias, weights: by }: Weights): number {
  let sum = bias
  for (const [feature, value] of features) sum += value * (by[feature] ?? 0)
  return 1 / (1 + Math.exp(-sum))
}
