/** A model as it did in this trial, measured by us. */
export interface KnownResult {
  model: string
  found: number
  steps: number
}

/** Only what was measured; an operator whose model fails is shown those that do better. */
export const KNOWN_RESULTS: readonly KnownResult[] = []
