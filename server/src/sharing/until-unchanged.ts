import { AppError } from '../kernel/errors.ts'

/** Each is one more read of a link's row. */
const TRIES = 3

/**
 * Reads what a link shows: first its row, which decides on access, then the document. Where that was changed in between,
 * both are read again.
 * @param read gives null where it was changed.
 * @throws AppError unavailable when it is changed all the time.
 */
export async function untilUnchanged<T>(read: () => Promise<T | null>): Promise<T> {
  for (let left = TRIES; left > 0; left -= 1) {
    const found = await read()
    if (found !== null) return found
  }
  throw new AppError('unavailable', 'This page is being changed. Please try again.')
}
