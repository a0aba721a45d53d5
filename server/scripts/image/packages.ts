import { existsSync, realpathSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** An installed package, and its folder relative to the copy. */
export interface PlacedPackage {
  from: string
  to: string
}

/** Package content for building, or for other machines or systems. Relative to the package's folder. */
const NEEDLESS: Readonly<Record<string, RegExp>> = {
  'better-sqlite3': /^(deps|src|binding\.gyp)(\/|$)/,
  'node-llama-cpp': /^llama\//,
}
const OTHER_PREBUILDS = new RegExp(`^prebuilds/(?!linux-${process.arch}\\b)`)
/** Package names for one architecture. */
const OTHER_MACHINE = new RegExp(`-(?!${process.arch})(x64|arm64|arm|ia32)\\b`)
/** Files only for readers or debuggers. */
const FOR_PEOPLE = /\.(map|md|markdown|d\.[cm]?ts)$|(^|\/)(test|tests|docs|example|examples|\.github)\//i

/**
 * Finds packages with all their dependencies, as Node resolves them from a folder, and gives each one folder: the
 * first of a name at the top, another version below the package that needs it.
 * @param names of the packages. @param folder where they are resolved. @returns the installed packages, with optional
 * ones only if installed.
 */
export async function placePackages(names: readonly string[], folder: string): Promise<PlacedPackage[]> {
  const placed = new Map<string, string>()

  async function place(name: string, parent: { source: string; target: string }, optional: boolean): Promise<void> {
    const from = findPackage(name, parent.source)
    if (from === null) {
      if (optional) return
      throw new Error(`${name} is not installed for ${parent.source}.`)
    }
    if (optional && OTHER_MACHINE.test(name)) return
    const manifest = await readManifest(from)
    const seen = [...upwards(parent.target)].map((at) => placed.get(join(at, 'node_modules', name))).find(Boolean)
    if (seen === from) return
    const target = join(seen === undefined ? '' : parent.target, 'node_modules', name)
    placed.set(target, from)
    const self = { source: from, target }
    for (const each of Object.keys(manifest.dependencies ?? {}))
      await place(each, self, each in (manifest.optionalDependencies ?? {}))
    for (const each of Object.keys(manifest.optionalDependencies ?? {})) await place(each, self, true)
  }

  for (const name of names) await place(name, { source: realpathSync(folder), target: '' }, false)
  return [...placed].map(([to, from]) => ({ from, to }))
}

/** Copies a package without files that aren't used at runtime. */
export async function copyPackage({ from, to }: PlacedPackage, folder: string): Promise<void> {
  const { name } = await readManifest(from)
  const needless = NEEDLESS[name]
  await cp(from, join(folder, to), {
    recursive: true,
    dereference: true,
    filter: (path) => {
      const below = relative(from, path)
      return !(
        /^node_modules(\/|$)/.test(below) ||
        needless?.test(below) === true ||
        OTHER_PREBUILDS.test(below) ||
        FOR_PEOPLE.test(below)
      )
    },
  })
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** The folders that Node searches for packages, starting from a package's own. */
function* upwards(target: string): Generator<string> {
  for (let at = target; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules') - 1))) {
    yield at
    if (at === '') return
  }
}

function findPackage(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate)
    if (folder === dirname(folder)) return null
  }
}
