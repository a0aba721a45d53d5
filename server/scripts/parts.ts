import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { BIN, ROOT } from './places.ts'
import { type Counts, readCounts } from './test-reports.ts'

/** One step of a check. */
export interface Part {
  heading: string
  /** A function that throws an error with the reason as message, or a program with its arguments. */
  run: (() => Promise<void>) | string[]
  /** Path of the program's JSON report of passed and failed tests. */
  report?: string
  /** The program's extra environment variables. */
  env?: Record<string, string>
}

/**
 * Runs the parts under their headings until one fails; the last line is `N passed, N failed`, summed over the
 * reports. A failed part without a failed test in its report counts as one failure.
 * @returns the exit code of the failed part, or 0.
 */
export async function runParts(parts: Part[], print: (text: string) => void = console.log): Promise<number> {
  const total: Counts = { passed: 0, failed: 0 }
  let exitCode = 0
  for (const part of parts) {
    print(`\n── ${part.heading}`)
    exitCode = await runPart(part, print)
    const counts = part.report === undefined ? { passed: 0, failed: 0 } : await readCounts(part.report)
    total.passed += counts.passed
    total.failed += exitCode === 0 ? counts.failed : Math.max(counts.failed, 1)
    if (exitCode !== 0) break
  }
  print(`\n${total.passed} passed, ${total.failed} failed`)
  return exitCode
}

async function runPart({ run, env }: Part, print: (text: string) => void): Promise<number> {
  if (Array.isArray(run)) return runProgram(run, env)
  try {
    await run()
    return 0
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 1
  }
}

function runProgram([program = '', ...rest]: string[], env: Record<string, string> = {}): Promise<number> {
  const path = [BIN, process.env['PATH']].join(delimiter)
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PATH: path, ...env } })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}
