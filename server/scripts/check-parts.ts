import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkDependencies } from './dependencies.ts'
import type { Part } from './parts.ts'
import { STATE } from './places.ts'

/** What needs neither a build nor a browser. */
export const STATIC_PARTS: Part[] = [
  { heading: 'Format', run: ['oxfmt', '--check'] },
  { heading: 'Types', run: ['tsc', '--noEmit'] },
  { heading: 'Lint', run: ['oxlint', '--type-aware'] },
  { heading: 'Unused code and dependencies', run: ['knip'] },
  { heading: 'Licences and list of dependencies', run: checkDependencies },
]

/** The tests of Vitest, boundaries among them; `extra` arguments choose fewer. */
export function vitestPart(heading: string, ...extra: string[]): Part {
  const report = freshReport('vitest.json')
  return {
    heading,
    report,
    run: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...extra],
  }
}

/** The tests in a real browser against the built product. */
export function playwrightPart(heading: string): Part {
  const report = freshReport('playwright.json')
  const run = ['node', 'e2e/node_modules/playwright/cli.js', 'test', '-c', 'e2e/playwright.config.ts']
  return { heading, report, run, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } }
}

/** A report of an earlier run must not be counted. */
function freshReport(name: string): string {
  const path = join(STATE, name)
  rmSync(path, { force: true })
  return path
}
