import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { CoverageRow, NamedTest } from '../coverage-rows.ts'
import type { BrokenRule } from './broken-rules.ts'

/** What came of a run: named tests that failed, or that the run ended before any test did. */
export type Outcome = { kind: 'passed' } | { kind: 'failed'; titles: string[] } | { kind: 'unusable'; output: string }

/** A place in a title that Vitest or the file fills in: `%s`, `$name`, `${device}`. */
const FILLED_IN = /%(?:\d+\$)?[sdifjoO]|\$\{[^}]+\}|\$[A-Za-z_.]+/

const vitestReport = z
  .object({
    testResults: z.array(z.object({ assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) })),
  })
  .transform(({ testResults }) =>
    testResults.flatMap(({ assertionResults }) =>
      assertionResults.flatMap(({ title, status }) => (status === 'failed' ? [title] : [])),
    ),
  )

const specSchema = z.object({ title: z.string(), ok: z.boolean() })
const suiteSchema = z.object({
  specs: z.array(specSchema).default([]),
  get suites() {
    return z.array(suiteSchema).default([])
  },
})
type Suite = z.infer<typeof suiteSchema>
const playwrightReport = z
  .object({ suites: z.array(suiteSchema) })
  .transform(({ suites }) => suites.flatMap(specsOf).flatMap(({ title, ok }) => (ok ? [] : [title])))

function specsOf({ specs, suites }: Suite): z.infer<typeof specSchema>[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** The tests that a rule's row names, of the kind that is asked: in a browser, or of Vitest. */
export function namedTests({ rule, browser = false }: BrokenRule, rows: readonly CoverageRow[]): NamedTest[] {
  return rows
    .filter((row) => row.rule === rule)
    .flatMap(({ tests }) => tests)
    .filter(({ file }) => file.endsWith('.spec.ts') === browser)
}

/**
 * Runs tests by their titles in a copy of the repository.
 * @param root of the copy.
 */
export async function runTests(root: string, tests: readonly NamedTest[]): Promise<Outcome> {
  const files = [...new Set(tests.map(({ file }) => file))]
  const titles = tests.map(({ title }) => patternOf(title))
  const inBrowser = files.some((file) => file.endsWith('.spec.ts'))
  const report = join(root, 'mutate-report.json')
  await rm(report, { force: true })
  const playwright = ['e2e/node_modules/playwright/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--workers=1']
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile.json=${report}`]
  const { code, output } = await run(
    root,
    [...(inBrowser ? [...playwright, '-g', titles.join('|')] : [...vitest, '-t', titles.join('|')]), ...files],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report, EXPECT_MS: '30000', TEST_DATABASES: 'sqlite' },
  )
  if (code === 0) return { kind: 'passed' }
  const text = await readFile(report, 'utf8').catch(() => null)
  const failed = text === null ? [] : (inBrowser ? playwrightReport : vitestReport).parse(JSON.parse(text))
  const named = failed.filter((title) => titles.some((pattern) => new RegExp(`^${pattern}$`, 's').test(title)))
  return named.length > 0 ? { kind: 'failed', titles: named } : { kind: 'unusable', output }
}

/** A regular expression for a title as it is reported. */
function patternOf(title: string): string {
  return title
    .split(new RegExp(FILLED_IN, 'g'))
    .map((part) => part.replaceAll('%%', '%').replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`))
    .join('.*')
}

function run(cwd: string, args: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
