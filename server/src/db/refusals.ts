import { DrizzleQueryError } from 'drizzle-orm'
import type { Logger } from '../kernel/logger.ts'

/**
 * Why a database refused a write, by codes that don't depend on the language of its messages: PostgreSQL's SQLSTATE
 * with the table and column it names, and SQLite's extended result code.
 */

const UNIQUE = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
const FOREIGN_KEY = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'])
const BUSY = new Set(['SQLITE_BUSY'])
const DEADLOCK = new Set(['40P01'])
/**
 * Text with a NUL, or JSON with half a character; text that is not a number; a number or a date out of range. SQLite
 * stores them all.
 */
const VALUE = new Set(['22021', '22P05', '22P02', '22003', '22008'])
const NOT_NULL = new Set(['23502', 'SQLITE_CONSTRAINT_NOTNULL'])

/** The fields of a driver's error besides its message. */
interface DriverError extends Error {
  code: string
  /** PostgreSQL only. */
  table?: unknown
  column?: unknown
}

/**
 * True when a batch failed because a limit is reached: `quotas.used` would have become null (quota.ts).
 * @param error anything thrown.
 */
export function isQuotaExceeded(error: unknown): boolean {
  const refusal = findRefusal(error, NOT_NULL)
  if (!refusal) return false
  // SQLite has no field for the column, but its message, which is never translated, ends with the name.
  return refusal.code === '23502'
    ? refusal.table === 'quotas' && refusal.column === 'used'
    : refusal.message.endsWith(' quotas.used')
}

/**
 * True when a write failed because a unique index or primary key already has the value.
 * @param error anything thrown.
 */
export function isDuplicate(error: unknown): boolean {
  return findRefusal(error, UNIQUE) !== null
}

/** True when a write failed because the row it refers to was deleted. @param error anything thrown. */
export function isOrphan(error: unknown): boolean {
  return findRefusal(error, FOREIGN_KEY) !== null
}

/** True when SQLite refused because another process holds a lock. @param error anything thrown. */
export function isBusy(error: unknown): boolean {
  return findRefusal(error, BUSY) !== null
}

/** True when PostgreSQL rolled back a transaction because of a deadlock. @param error anything thrown. */
export function isDeadlock(error: unknown): boolean {
  return findRefusal(error, DEADLOCK) !== null
}

/** Shown to the sender. */
export const REFUSED_VALUE_MESSAGE = 'The request has data this server can’t store.'

/** True when PostgreSQL can't store or compare a given value. @param error anything thrown. */
export function isRefusedValue(error: unknown): boolean {
  return findRefusal(error, VALUE) !== null
}

/**
 * Logs such a refusal with PostgreSQL's code and the statement, whose values are parameters, because its message
 * contains the value.
 * @returns false for any other error.
 */
export function reportRefusedValue(error: unknown, log: Pick<Logger, 'warn'>): boolean {
  const refusal = findRefusal(error, VALUE)
  if (refusal === null) return false
  const statement = error instanceof DrizzleQueryError ? error.query : null
  log.warn({ code: refusal.code, statement }, 'a value was refused by the database')
  return true
}

/** The driver's error with one of these codes, in an error or its causes; null: there is none. */
function findRefusal(error: unknown, codes: ReadonlySet<string>): DriverError | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string' && codes.has(error.code)) return error as DriverError
  return findRefusal(error.cause, codes)
}
