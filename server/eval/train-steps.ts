import { writeFile } from 'node:fs/promises'
import { getScore, groupSteps, withNeighbors, type StepScore, type Weights } from '../src/analysis/steps/score-steps.ts'
import { getStepPairs, type StepPair } from '../src/analysis/steps/step-features.ts'
import { mergeCues } from '../src/transcription/merge-cues.ts'
import { readCalls, readSalesCalls } from './calls.ts'
import { getPlaces } from './found-steps.ts'

const WEIGHTS = new URL('../src/analysis/steps/step-weights.json', import.meta.url)
const FOLDS = 10
/** A word has to be in this many calls. */
const LEAST_CALLS = 8
/** Smaller weights are left out of the file. */
const LEAST_WEIGHT = 0.08
/** Cost of an error relative to the size of the weights. */
const COST = { words: 0.1, neighbors: 1 }
/** Adam's usual settings (Kingma and Ba, 2015), with a larger step. */
const [PASSES, STEP, MEAN_DECAY, SQUARE_DECAY] = [300, 0.03, 0.9, 0.999]

interface Call {
  pairs: StepPair[]
  actions: { owner: readonly string[]; places: number[] }[]
}
interface Example {
  features: ReadonlyMap<string, number>
  isStep: boolean
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
        pairs.map((pair) => ({ features: pair.features, isStep: call !== undefined && isStep(call, pair, 1) })),
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
        isStep: isStep(call, pair, 0),
      })),
    ),
    COST.words,
  )
}

/** Scores each tenth of some calls by what the others teach. */
function leavingOut<C, S>(
  calls: readonly C[],
  teach: (of: C[]) => Weights,
  score: (call: C, by: Weights) => S[],
): S[][] {
  const scored = calls.map((): S[] => [])
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const by = teach(calls.filter((_, i) => i % FOLDS !== fold))
    for (const [i, call] of calls.entries()) if (i % FOLDS === fold) scored[i] = score(call, by)
  }
  return scored
}

/** Logistic regression with squared weights as the penalty. */
function learn(examples: readonly Example[], cost: number): Weights {
  const names = [...new Set(examples.flatMap(({ features }) => [...features.keys()]))]
  const numbers = new Map(names.map((name, i) => [name, i]))
  const rows = examples.map(({ features, isStep: label }) => ({
    at: Uint32Array.from(features.keys(), (name) => numbers.get(name) ?? 0),
    values: Float64Array.from(features.values()),
    label: Number(label),
  }))
  // The last weight is the bias.
  const weights = new Float64Array(names.length + 1)
  const [means, squares] = [new Float64Array(weights.length), new Float64Array(weights.length)]
  for (let pass = 1; pass <= PASSES; pass += 1) {
    const gradient = Float64Array.from(weights)
    gradient[names.length] = 0
    for (const { at, values, label } of rows) {
      let sum = weights[names.length] ?? 0
      for (let i = 0; i < at.length; i += 1) sum += (weights[at[i] ?? 0] ?? 0) * (values[i] ?? 0)
      const error = cost * (1 / (1 + Math.exp(-sum)) - label)
      for (let i = 0; i < at.length; i += 1) add(gradient, at[i] ?? 0, error * (values[i] ?? 0))
      add(gradient, names.length, error)
    }
    for (let i = 0; i < weights.length; i += 1) {
      const slope = gradient[i] ?? 0
      means[i] = MEAN_DECAY * (means[i] ?? 0) + (1 - MEAN_DECAY) * slope
      squares[i] = SQUARE_DECAY * (squares[i] ?? 0) + (1 - SQUARE_DECAY) * slope ** 2
      const mean = (means[i] ?? 0) / (1 - MEAN_DECAY ** pass)
      const square = (squares[i] ?? 0) / (1 - SQUARE_DECAY ** pass)
      add(weights, i, (-STEP * mean) / (Math.sqrt(square) + 1e-8))
    }
  }
  const rounded = (value: number) => Number(value.toFixed(3))
  return {
    bias: rounded(weights[names.length] ?? 0),
    weights: Object.fromEntries(names.map((name, i) => [name, rounded(weights[i] ?? 0)])),
  }
}

function add(to: Float64Array, at: number, value: number): void {
  to[at] = (to[at] ?? 0) + value
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
