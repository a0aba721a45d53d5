/** 23 November 2026, ms. */
export const THEN = 1_795_392_000_000

const JSON_COLUMNS = /metadata|payload|details|facts|info$/

/** A column as its database describes it; `type` in the database's words. */
export interface Column {
  name: string
  type: string
  notnull: 0 | 1
}

/** What the one row of a table has in a column: ids have the table's name. @param refersTo the table of a foreign key. */
export function valueOf(
  table: string,
  { name, type, notnull }: Column,
  refersTo: string | undefined,
): string | number | null {
  if (refersTo !== undefined) return `${refersTo}-1`
  if (name === 'id' && type.toLowerCase() === 'text') return `${table}-1`
  if (name === 'microsite_id') return 'microsites-1'
  if (name === 'user_id' || name === 'owner') return 'users-1'
  if (name === 'status') return table === 'jobs' ? 'done' : 'active'
  if (type.toLowerCase() === 'text') return JSON_COLUMNS.test(name) ? '{}' : notnull ? `${table} ${name}` : null
  if (/_at$|_until$|_on$/.test(name)) return notnull ? THEN : null
  return notnull ? 1 : null
}
