import type { Weights } from '../src/analysis/steps/score-steps.ts'

/** Adam's usual settings (Kingma and Ba, 2015), with a larger step. */
const [PASSES, STEP, MEAN_DECAY, SQUARE_DECAY] = [300, 0.03, 0.9, 0.999]
const FOLDS = 10

/** The features of a line, and whether it should be found. */
export interface Example {
  features: ReadonlyMap<string, number>
  isWanted: boolean
}

/** Scores each tenth of some calls by what the others teach. */
export function leavingOut<C, S>(
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
export function learn(examples: readonly Example[], cost: number): Weights {
  const names = [...new Set(examples.flatMap(({ features }) => [...features.keys()]))]
  const numbers = new Map(names.map((name, i) => [name, i]))
  const rows = examples.map(({ features, isWanted: label }) => ({
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
