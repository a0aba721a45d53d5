import { writeFile } from 'node:fs/promises'
import { getScore, groupSteps, withNeighbors, type StepScore, type Weights } from '../src/analysis/steps/score-steps.ts'
import { getStepPairs, type StepPair } from '../src/analysis/steps/step-features.ts'
import { mergeCues } from '../src/transcription/merge-cues.ts'
import { readCalls, readSalesCalls } from './calls.ts'
import { getPlaces } from './found-steps.ts'
import { learn, leavingOut } from './learn.ts'

const WEIGHTS = new URL('../src/analysis/steps/step-weights.json', import.meta.url)
/** A word has to be in this many calls. */
const LEAST_CALLS = 8
/** Smaller weights are left out of the file. */
const LEAST_WEIGHT = 0.08
/** Cost of an error relative to the size of the weights. */
const COST = { words: 0.1, neighbors: 1 }

interface Call {
  pairs: StepPair[]
  actions: { owner: readonly string[]; places: number[] }[]
}

/**
 * Learns the weights of `scoreSteps` from the calls in `chosen-on` and writes them. Reports precision and recall on
 * calls left out of the learning, a tenth at a time.
 */
export async function trainSteps(print: (line: string) => void): Promise<void> {
  const calls = [...(await readSalesCalls('chosen-on')), ...(await readCalls('calls'))].map(({ cues, notes }): Call => {
    const segments = mergeCues(cues)
    const actions = notes.actions.map(({ owner, evidence }) => ({
      owner: [owner ?? []].flat(),
      places: getPlaces(evidence, segments, cues),
    }))
    return { pairs: getStepPairs(segments), actions }
  })
  const byWords = leavingOut(calls, learnWords, (call, by) =>
    call.pairs.map(({ place, owner, features }) => ({ place, owner, byWords: getScore(features, by) })),
  )
  const nearby = byWords.map((scores, i) => ({ scores, pairs: withNeighbors(scores), call: calls[i] }))
  const learnNeighbors = (of: typeof nearby) =>
    learn(
      of.flatMap(({ pairs, call }) =>
        pairs.map((pair) => ({ features: pair.features, isWanted: call !== undefined && isStep(call, pair, 1) })),
      ),
      COST.neighbors,
    )
  const scores = leavingOut(nearby, learnNeighbors, ({ scores: own, pairs }, by) =>
    own.map((score, i): StepScore => ({ ...score, score: getScore(pairs[i]?.features ?? new Map(), by) })),
  )
  print('least score   groups   precision   recall')
  for (const least of [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5]) print(measured(calls, scores, least))
  const words = learnWords(calls)
  const kept = Object.entries(words.weights).filter(([, weight]) => Math.abs(weight) >= LEAST_WEIGHT)
  const learned = {
    words: { bias: words.bias, weights: Object.fromEntries(kept) },
    neighbors: learnNeighbors(nearby),
  }
  await writeFile(WEIGHTS, `${JSON.stringify(learned)}\n`)
  print(`${kept.length} weights written`)
}

/** @param reach how far from a noted line a line still counts. */
function isStep({ actions }: Call, { place, owner }: Pick<StepPair, 'place' | 'owner'>, reach: number): boolean {
  const name = owner?.split(' ')[0] ?? ''
  return actions.some(
    (action) => action.owner.includes(name) && action.places.some((at) => Math.abs(at - place) <= reach),
  )
}

function learnWords(calls: readonly Call[]): Weights {
  const heardIn = new Map<string, number>()
  for (const { pairs } of calls)
    for (const feature of new Set(pairs.flatMap(({ features }) => [...features.keys()])))
      heardIn.set(feature, (heardIn.get(feature) ?? 0) + 1)
  return learn(
    calls.flatMap((call) =>
      call.pairs.map((pair) => ({
        features: new Map([...pair.features].filter(([feature]) => (heardIn.get(feature) ?? 0) >= LEAST_CALLS)),
        isWanted: isStep(call, pair, 0),
      })),
    ),
    COST.words,
  )
}

/** Groups with this score or more that are about a noted step of their owner, and the noted steps that have one. */
function measured(calls: readonly Call[], scores: readonly StepScore[][], least: number): string {
  let [groups, right, found, noted] = [0, 0, 0, 0]
  for (const [i, call] of calls.entries()) {
    const own = groupSteps(scores[i] ?? [], least)
    groups += own.length
    right += own.filter(({ lines }) => lines.some((line) => isStep(call, line, 1))).length
    noted += call.actions.length
    found += call.actions.filter((action) =>
      own.some(({ lines }) => lines.some((line) => isStep({ ...call, actions: [action] }, line, 1))),
    ).length
  }
  const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(0)} %`
  return [String(least), String(groups), percent(right, groups), percent(found, noted)]
    .map((cell, i) => cell.padEnd([14, 9, 12, 0][i] ?? 0))
    .join('')
}
