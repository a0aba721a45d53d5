import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { glob, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { NamedTest, RuleRow } from '../rule-rows.ts'
import type { BrokenRule } from './broken-rules.ts'

/** Tests by file and title; without titles all of the files. */
export interface Asked {
  files: readonly string[]
  titles: readonly string[] | null
}

/** What came of a run: tests of these files failed, or it ended before any of those asked did. */
export type Outcome =
  | { kind: 'passed' }
  | { kind: 'failed'; titles: string[]; of: readonly string[] }
  | { kind: 'unusable'; output: string }

/** Something that is broken may never end. ms */
const LONGEST_RUN_MS = 600_000

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
export function namedTests({ rule, browser = false }: BrokenRule, rows: readonly RuleRow[]): NamedTest[] {
  return rows
    .filter((row) => row.id === rule)
    .flatMap(({ tests }) => tests)
    .filter(({ file }) => file.endsWith('.spec.ts') === browser)
}

/**
 * Runs tests in a copy of the repository.
 * @param root of the copy.
 */
export async function runTests(root: string, { files, titles }: Asked): Promise<Outcome> {
  const patterns = titles?.map(patternOf) ?? ['.*']
  const inBrowser = files.some((file) => file.endsWith('.spec.ts'))
  const report = join(root, 'mutate-report.json')
  await rm(report, { force: true })
  const program = inBrowser
    ? ['e2e/node_modules/playwright/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--workers=1', '-g']
    : ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile.json=${report}`, '-t']
  const runnable = (await Promise.all(files.map((file) => runnersOf(root, file)))).flat()
  const { code, output } = await run(root, [...program, patterns.join('|'), ...runnable], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    EXPECT_MS: '30000',
    TEST_DATABASES: 'sqlite',
  })
  if (code === 0) return { kind: 'passed' }
  const text = await readFile(report, 'utf8').catch(() => null)
  const failed = text === null ? [] : (inBrowser ? playwrightReport : vitestReport).parse(JSON.parse(text))
  const named = failed.filter((title) => patterns.some((pattern) => new RegExp(`^${pattern}$`, 's').test(title)))
  if (named.length > 0) return { kind: 'failed', titles: named, of: files }
  // A change may keep a file from being read at all: then its test has noticed.
  return titles === null ? { kind: 'failed', titles: [], of: files } : { kind: 'unusable', output }
}

/** The files that run a suite for all drivers of a port; any other file itself. @param root of the repository or its copy. */
export async function runnersOf(root: string, file: string): Promise<string[]> {
  if (!file.endsWith('.testing.ts')) return [file]
  const runners: string[] = []
  for await (const path of glob('{server/src,extension,shared}/**/*.test.ts', { cwd: root, exclude: isPackage }))
    if (readFileSync(join(root, path), 'utf8').includes(`/${basename(file)}'`)) runners.push(path)
  if (runners.length === 0) throw new Error(`Nothing runs the suite ${file}.`)
  return runners
}

function isPackage(path: string): boolean {
  return path.includes('node_modules')
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
      timeout: LONGEST_RUN_MS,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
