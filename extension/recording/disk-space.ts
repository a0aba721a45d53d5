const MB = 1_000_000
/** Some fifteen minutes of recording. */
const LOW_BYTES = 150 * MB
/** Enough to write the last seconds and to note that it ended. */
const FULL_BYTES = 30 * MB

/** Whether a recording can go on being written. */
export type DiskSpace = 'enough' | 'low' | 'full'

/** Judges what the browser says of the space it may use. Where it says nothing, only a failed write tells. */
export function diskSpace({ quota, usage }: StorageEstimate): DiskSpace {
  if (quota === undefined || usage === undefined) return 'enough'
  const free = quota - usage
  if (free < FULL_BYTES) return 'full'
  return free < LOW_BYTES ? 'low' : 'enough'
}
