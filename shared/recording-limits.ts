/** Limits on a recording that the pages and the server share. Sizes in bytes, lengths in seconds. */
export const MAX_UPLOAD_BYTES = 2_147_483_648
export const LARGE_FILE_BYTES = 500 * 1024 * 1024
export const LONG_VIDEO_SECONDS = 600
/** On every plan: a file of some kilobytes can hold days, and the work goes by length. */
export const LONGEST_RECORDING_SECONDS = 12 * 60 * 60
/** What has arrived of an upload that nothing goes on with or uses is kept for so long. */
export const UPLOAD_KEPT_DAYS = 7
/** A recorder's clock and the container's may differ by this much at a plan's limit. */
export const LENGTH_TOLERANCE_SECONDS = 1

/** The message for a file over 2 GB. `bytes`: the file's size. */
export function tooLargeMessage(bytes: number): string {
  return `File size (${(bytes / 1024 ** 3).toFixed(2)} GB) exceeds the maximum allowed size of 2GB. Please compress your video or choose a shorter recording.`
}

export const NOT_A_VIDEO_MESSAGE = 'Please choose a video file.'
