import { join, resolve } from 'node:path'

/** The repository. */
export const ROOT = resolve(import.meta.dirname, '../..')
/** The installed tools. */
export const BIN = join(ROOT, 'node_modules/.bin')
/** State that the scripts keep between runs; deleted with node_modules. */
export const STATE = join(ROOT, 'node_modules/.cache/scripts')
