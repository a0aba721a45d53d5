/** Share of the upload in the overall percentage. */
const UPLOAD_PERCENT = 12

/** Current stage of a recording: bytes being sent, or the server's job. Both numbers are 0–1. */
export type ProgressPosition =
  | { phase: 'uploading'; fraction: number }
  | { phase: 'processing'; progress: number }
  | { phase: 'done' }

/**
 * The overall percentage of the seven steps as a whole number.
 * @param previous the last value shown; the result is never lower, so that a resumed stage doesn't go backwards.
 * @returns 0–100; 100 only when the microsite is ready.
 */
export function overallPercent(position: ProgressPosition, previous = 0): number {
  if (position.phase === 'done') return 100
  const percent =
    position.phase === 'uploading'
      ? UPLOAD_PERCENT * clamp(position.fraction)
      : UPLOAD_PERCENT + (100 - UPLOAD_PERCENT) * clamp(position.progress)
  return Math.max(Math.min(previous, 99), Math.min(99, Math.floor(percent)))
}

function clamp(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}
