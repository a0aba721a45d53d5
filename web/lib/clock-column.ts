const HOUR_MS = 3_600_000

/**
 * The class of a list of times that widens its time column (`--clock`) if the times have hours.
 * @param lastMs the latest of its times; undefined for an empty list.
 */
export function clockColumn(lastMs: number | undefined): string {
  return lastMs !== undefined && lastMs >= HOUR_MS ? '[--clock:4rem]' : ''
}
