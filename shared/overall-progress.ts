/** Share of the overall percentage that stands for the upload. */
const UPLOAD_PERCENT = 12

/** Where a recording is on its way: bytes being sent, or the server's job. Both numbers are 0–1. */
export type ProgressPosition =
  | { phase: 'uploading'; fraction: number }
  | { phase: 'processing'; progress: number }
  | { phase: 'done' }

/**
 * The overall percentage of the seven steps as a whole number.
 * @param previous what was shown before; the result is never less, so that a resumed stage doesn't run backwards.
 * @returns 0–100; 100 only when the microsite is there.
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
