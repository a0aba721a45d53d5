/** A line of results: measurement, value and target. */
export interface Result {
  what: string
  measured: string
  goal: string
}
