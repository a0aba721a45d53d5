import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'

const IGNORED = new Set(['node_modules', 'dist', '.wxt', '.output'])

/** SHA-256 over the names and contents of files and of all files below folders, except tests and build output. */
export async function fingerprint(root: string, paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of await filesBelow(join(root, path)))
      hash
        .update(`${relative(root, file)}\0`)
        .update(await readFile(file))
        .update('\0')
  }
  return hash.digest('hex')
}

async function filesBelow(path: string): Promise<string[]> {
  if (IGNORED.has(basename(path)) || /\.test\.tsx?$/.test(path)) return []
  const stats = await stat(path).catch(() => null)
  if (stats === null) return []
  if (!stats.isDirectory()) return [path]
  const names = (await readdir(path)).sort()
  return (await Promise.all(names.map((name) => filesBelow(join(path, name))))).flat()
}
