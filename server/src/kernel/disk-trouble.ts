import { STORAGE_FULL_MESSAGE } from '@callfolio/shared/failures.ts'
import { AppError } from './errors.ts'

/** Why nothing can be stored. */
export type DiskTrouble = 'full' | 'read_only' | 'failing'

/** By the codes of the file system, of SQLite (its extended ones begin with these) and of PostgreSQL (SQLSTATE). */
const CODES: Readonly<Record<DiskTrouble, readonly string[]>> = {
  // SQLite can't map the index of its log, which the disk may cause too.
  full: ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100'],
  read_only: ['EROFS', 'EACCES', 'SQLITE_READONLY', '25006'],
  failing: ['EIO', 'SQLITE_IOERR', '58030'],
}

/** The disk problem behind an error or its causes; null: none. @param error anything thrown. */
export function getDiskTrouble(error: unknown): DiskTrouble | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  for (const trouble of ['full', 'read_only', 'failing'] as const)
    if (CODES[trouble].some((known) => code === known || code.startsWith(`${known}_`))) return trouble
  return getDiskTrouble(error.cause)
}

/** The user-facing message for a disk problem. @param cause the disk's error. */
export function cannotStore(cause: unknown): AppError {
  return new AppError('insufficient_storage', STORAGE_FULL_MESSAGE, { cause })
}

/** For a check before a write that finds no space. */
export function noSpaceLeft(): AppError {
  return cannotStore(Object.assign(new Error('the disk is full'), { code: 'ENOSPC' }))
}
