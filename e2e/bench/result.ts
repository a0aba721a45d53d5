/** A line of the results: what was measured, how it came out, what was asked for. */
export interface Result {
  what: string
  measured: string
  goal: string
}
