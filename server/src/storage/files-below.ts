import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from './durable-file.ts'

/**
 * The files below a folder, as relative paths with `/`; none without a folder. May miss files and folders created or
 * deleted while it runs, but never others: Node's own recursive reading fails as a whole when a folder is deleted.
 * @param isMeant whether to include a path; excluded folders are not read.
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

/** For reads of something that may not exist: returns an empty list then. */
export function noneIfAbsent(error: unknown): never[] {
  if (isAbsent(error)) return []
  throw error
}

/** Whether an error says that there is no such file or folder, or that there can't be one. */
export function isAbsent(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')
}
