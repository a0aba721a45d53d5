/** Migrations that came with the next one: no database ended with them, so that none is kept. */
export const NEVER_LAST = /^(0009|0011|0012|0017|0018|0022)_/
