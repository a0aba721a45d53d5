import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = /\.tsx?$/
const NO_SOURCE = /\.(test|testing|spec)\.tsx?$/
const NOT_OURS = new Set(['node_modules', 'dist', '.wxt', '.output'])

/** Where a text is in the sources below a folder, tests left out: a path for each time it is there. */
export function placesOf(text: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : placesOf(text, path)
    if (!SOURCE.test(entry.name) || NO_SOURCE.test(entry.name)) return []
    return Array.from({ length: readFileSync(path, 'utf8').split(text).length - 1 }, () => path)
  })
}
