/** The result of a model in this trial, measured by us. */
export interface KnownResult {
  model: string
  found: number
  steps: number
}

/** Only measured results; an operator whose model fails sees the models that do better. */
export const KNOWN_RESULTS: readonly KnownResult[] = []
