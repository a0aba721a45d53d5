/** What the command line sets. */
export interface BenchOptions {
  /** How long `recorder` records. */
  minutes: number
}

/** A line of results: measurement, value and target. */
export interface Result {
  what: string
  measured: string
  goal: string
}
