import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/** One import statement (or re-export, or `import()` of a fixed name). Paths are relative to the root, with `/`. */
export interface Import {
  from: string
  /** A file of the tree, or else the name as written: `hono/factory`, `node:fs`. */
  to: string
  /** True when `to` is a file of the tree. */
  inside: boolean
}

/** A source file with its imports. */
export interface SourceFile {
  path: string
  text: string
  imports: Import[]
}

/** Every package of the workspace. */
export const PACKAGE_FOLDERS = ['server', 'web', 'extension', 'shared', 'e2e']

const SHARED = '@callfolio/shared/'

/** Reads all TypeScript below folders of a root, except installed packages and build output. */
export function readSources(root: string, folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) => filesBelow(root, folder))
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')))
}

/** Finds the imports of one file. @throws Error when the file can't be parsed, so that no import is missed. */
export function parseSource(path: string, text: string): SourceFile {
  const { module, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path}: ${error.message}`)
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) =>
      fixedName(text.slice(moduleRequest.start, moduleRequest.end)),
    ),
  ]
  return { path, text, imports: [...new Set(names)].map((name) => resolveImport(path, name)) }
}

function resolveImport(from: string, name: string): Import {
  if (name.startsWith('.')) return { from, to: posix.join(posix.dirname(from), name), inside: true }
  if (name.startsWith(SHARED)) return { from, to: `shared/${name.slice(SHARED.length)}`, inside: true }
  return { from, to: name, inside: false }
}

function fixedName(expression: string): string[] {
  const name = /^(['"`])([^$]*)\1$/.exec(expression)?.[2]
  return name === undefined ? [] : [name]
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesBelow(root, path)
    return /\.(tsx?|mjs)$/.test(entry.name) ? [path] : []
  })
}
