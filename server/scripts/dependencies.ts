import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { ROOT, STATE } from './places.ts'

/** Licences that require only attribution, or (MPL, OFL) sharing changes to the files themselves. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'WTFPL',
  'Zlib',
])

/** Packages whose licence isn't machine-readable, with the licence from their own texts. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'combine-errors@3.0.3': 'MIT',
  'duck@0.1.12': 'BSD-2-Clause',
  'tslib@2.9.1': '0BSD',
  'utils-flatten@1.0.0': 'MIT',
  'valid-url@1.0.9': 'MIT',
  'xmldom@0.1.21': 'MIT',
  'xpath@0.0.5': 'MIT',
  'xtend@1.0.3': 'MIT',
}

/** The used part of a CycloneDX list (https://cyclonedx.org/docs/1.6/json/). */
export interface DependencyList {
  components: { name: string; version: string; licenses?: Licence[] }[]
}
interface Licence {
  license?: { id?: string; name?: string }
  expression?: string
}

/** Output path of the list. */
const LIST = join(STATE, 'dependencies.cdx.json')

/**
 * Writes a CycloneDX list of all dependencies, with licences and checksums. Made by the same pnpm version that
 * installed them, from the lock file and installed packages, offline.
 * @throws naming the dependencies with a licence that isn't allowed.
 */
export async function checkDependencies(): Promise<void> {
  await mkdir(STATE, { recursive: true })
  const form = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application']
  await runPnpm('sbom', ...form, '--out', LIST)
  const list = JSON.parse(await readFile(LIST, 'utf8')) as DependencyList
  const refused = refusedDependencies(list)
  if (refused.length > 0) throw new Error(`Licenses that aren’t allowed:\n  ${refused.join('\n  ')}`)
  console.log(`${list.components.length} dependencies, all with allowed licenses: ${LIST}`)
}

/** Runs the pnpm version that installs the packages. @throws what execFile does, and when setup.mjs names no version. */
async function runPnpm(...args: string[]): Promise<void> {
  const [pnpm] = /pnpm@[\d.]+/.exec(await readFile(join(ROOT, 'server/scripts/setup.mjs'), 'utf8')) ?? []
  if (pnpm === undefined) throw new Error('setup.mjs names no pnpm version')
  await promisify(execFile)('npx', ['-y', '--prefer-offline', pnpm, ...args], { cwd: ROOT })
}

/** The used part of pnpm's response when vulnerabilities are known. */
const advisoriesSchema = z.object({
  advisories: z.record(
    z.string(),
    z.object({ module_name: z.string(), title: z.string(), severity: z.string(), url: z.string() }),
  ),
})

/**
 * Asks the registry for known vulnerabilities of shipped dependencies. An unreachable registry only causes a warning,
 * because it must not block a change.
 * @param registry default: the one that packages come from.
 * @throws naming those of high and critical severity.
 */
export async function checkVulnerabilities(
  print: (text: string) => void = console.log,
  registry?: string,
): Promise<void> {
  const from = registry === undefined ? [] : ['--registry', registry]
  try {
    await runPnpm('audit', '--prod', '--audit-level', 'high', '--json', ...from)
    print('No known vulnerabilities of high or critical severity.')
  } catch (error) {
    const known = vulnerabilitiesIn((error as { stdout?: string }).stdout ?? '')
    if (known === null) print(`WARNING: vulnerability check skipped, the registry didn’t respond: ${String(error)}`)
    else throw new Error(`Known vulnerabilities:\n  ${known.join('\n  ')}`, { cause: error })
  }
}

/** @param answer pnpm's output. @returns null: it says nothing about vulnerabilities. */
function vulnerabilitiesIn(answer: string): string[] | null {
  if (!answer.startsWith('{')) return null
  const { success, data } = advisoriesSchema.safeParse(JSON.parse(answer))
  if (!success) return null
  return Object.values(data.advisories)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ module_name, severity, title, url }) => `${module_name}: ${title} (${severity}, ${url})`)
}

/** Names, versions and licences of the dependencies that are not allowed. */
export function refusedDependencies({ components }: DependencyList): string[] {
  return components.flatMap(({ name, version, licenses = [] }) => {
    const id = `${name}@${version}`
    const named = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
    const all = READ_BY_HAND[id] === undefined ? named : [READ_BY_HAND[id]]
    return all.length > 0 && all.every(isAllowed) ? [] : [`${id}: ${all.join(', ') || 'none named'}`]
  })
}

/** @param expression in SPDX syntax without nesting, which no current package uses. */
function isAllowed(expression: string): boolean {
  const choices = expression.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence.trim())))
}
