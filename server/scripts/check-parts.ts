import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfChanged, EXTENSION, SERVER, WEB } from './build.ts'
import { checkDependencies } from './dependencies.ts'
import { thisMachine } from './machine.ts'
import type { Part } from './parts.ts'
import { ROOT, STATE } from './places.ts'
import { FULL_TEST_PROGRAMS, testPrograms } from './programs.ts'
import { ensurePrograms } from './system-programs.ts'

/** The system programs that `npm test` starts. */
export const PROGRAMS: Part = {
  heading: 'Programs',
  run: async () => ensurePrograms(testPrograms(process.env), thisMachine),
}

/** Those that `npm run test:full` starts. */
export const FULL_PROGRAMS: Part = {
  heading: 'Programs',
  run: async () => ensurePrograms([...testPrograms(process.env), ...FULL_TEST_PROGRAMS], thisMachine),
}

/** Checks that need neither a build nor a browser. */
export const STATIC_PARTS: Part[] = [
  { heading: 'Format', run: ['oxfmt', '--check'] },
  { heading: 'Types', run: ['tsc', '--noEmit'] },
  { heading: 'Lint', run: ['oxlint', '--type-aware'] },
  { heading: 'Unused code and dependencies', run: ['knip'] },
  { heading: 'Licenses and list of dependencies', run: checkDependencies },
]

/** Runs before all tests: some without a browser also start the built server. */
export const BUILD: Part = {
  heading: 'Build',
  run: async () => {
    for (const build of [WEB, EXTENSION, SERVER]) await buildIfChanged(build)
  },
}

/** All suites except the slow ones: on SQLite, and SQL suites on PostgreSQL too. */
export function fastTests(): Part {
  return vitestPart('Unit and API tests', 'sqlite', '--project=unit', '--project=dom')
}

/** The slow suites, and on PostgreSQL those that `fastTests` runs on SQLite only. */
export function slowTests(): Part {
  return vitestPart('Slow tests, and PostgreSQL', 'postgres', '.slow.test.', ...suitesOfOneDatabase())
}

/** The browser tests with `@core` in their title. */
export function coreBrowserTests(): Part {
  return playwrightPart('Core browser tests', '--grep=@core')
}

/** The browser tests that `coreBrowserTests` leaves out. */
export function otherBrowserTests(): Part {
  return playwrightPart('Other browser tests', '--grep-invert=@core')
}

/** @returns the files of the suites that take their database from `DATABASES`. */
function suitesOfOneDatabase(): string[] {
  const files = globSync('server/src/**/*.test.ts', { cwd: ROOT })
  return files.filter((file) => /\bDATABASES\b/.test(readFileSync(join(ROOT, file), 'utf8')))
}

function vitestPart(heading: string, database: string, ...chosen: string[]): Part {
  const report = freshReport('vitest.json')
  return {
    heading,
    report,
    run: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...chosen],
    env: { TEST_DATABASES: database },
  }
}

/** The tests in a real browser against the built product. */
function playwrightPart(heading: string, chosen: string): Part {
  const report = freshReport('playwright.json')
  const run = ['node', 'e2e/node_modules/playwright/cli.js', 'test', '-c', 'e2e/playwright.config.ts', chosen]
  return { heading, report, run, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } }
}

/** An earlier run's report must not be counted. */
function freshReport(name: string): string {
  const path = join(STATE, name)
  rmSync(path, { force: true })
  return path
}
