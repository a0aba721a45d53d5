import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from './durable-file.ts'

/**
 * The files below a folder, as paths from there with `/`; none where there is no folder. Files and folders that come or go
 * meanwhile may be missed, the others never: Node's own recursive reading fails as a whole when one folder goes.
 * @param isMeant decides whether a path is wanted: a folder that isn't is not read.
 */
export async function filesBelow(folder: string, isMeant: (path: string) => boolean = () => true): Promise<string[]> {
  const files: string[] = []
  const folders = ['']
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of await readdir(join(folder, at), { withFileTypes: true }).catch(noneIfAbsent)) {
      const path = at + entry.name
      if (entry.isDirectory() && isMeant(`${path}/`)) folders.push(`${path}/`)
      if (entry.isFile() && isMeant(path)) files.push(path)
    }
  }
  return files
}

/** For reads of what may not be there: an empty list then. */
export function noneIfAbsent(error: unknown): never[] {
  if (isAbsent(error)) return []
  throw error
}

/** Whether something failed because there is no such file or folder, and can't be one. */
export function isAbsent(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')
}
