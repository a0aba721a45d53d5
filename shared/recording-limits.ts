/** Limits on a recording, shared by pages and server. Sizes in bytes, durations in seconds. */
export const MAX_UPLOAD_BYTES = 2_147_483_648
export const LARGE_FILE_BYTES = 500 * 1024 * 1024
export const LONG_VIDEO_SECONDS = 600
/** On every plan: a file of a few kilobytes can hold days, and processing time depends on duration. */
export const LONGEST_RECORDING_SECONDS = 12 * 60 * 60
/** How long the data of an unfinished, unused upload is kept. */
export const UPLOAD_KEPT_DAYS = 7
/** Tolerance at a plan's limit: a recorder's clock and the container's may differ by this much. */
export const LENGTH_TOLERANCE_SECONDS = 1

/** The message for a file over 2 GB. `bytes`: the file's size. */
export function tooLargeMessage(bytes: number): string {
  return `File size (${(bytes / 1024 ** 3).toFixed(2)} GB) exceeds the maximum allowed size of 2GB. Please compress your video or choose a shorter recording.`
}

export const NOT_A_VIDEO_MESSAGE = 'Please choose a video file.'
