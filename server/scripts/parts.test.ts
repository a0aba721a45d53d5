import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Part, runParts } from './parts.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function getReport(name: string, passed: number, failed: number): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify({ numPassedTests: passed, numFailedTests: failed }))
  return path
}

async function outcome(parts: Part[]) {
  const printed: string[] = []
  const exitCode = await runParts(parts, (text) => printed.push(text))
  return { exitCode, lines: printed.join('\n').trim().split('\n') }
}

describe('a run of parts', () => {
  it('prints only the total of all reports on the last line', async () => {
    const parts = [
      { heading: 'One', run: ['node', '-e', ''], report: await getReport('one.json', 7, 0) },
      { heading: 'Two', run: ['node', '-e', ''], report: await getReport('two.json', 5, 0) },
    ]
    const { exitCode, lines } = await outcome(parts)
    expect(exitCode).toBe(0)
    expect(lines.at(-1)).toBe('12 passed, 0 failed')
  })

  it('stops at the first failing part with its exit code', async () => {
    const parts = [
      { heading: 'One', run: ['node', '-e', 'process.exit(3)'], report: await getReport('three.json', 7, 2) },
      { heading: 'Two', run: ['node', '-e', ''] },
    ]
    const { exitCode, lines } = await outcome(parts)
    expect(exitCode).toBe(3)
    expect(lines).toEqual(['── One', '', '7 passed, 2 failed'])
  })

  it('counts a part that crashes without a failed test as one failure, with the reason', async () => {
    const { exitCode, lines } = await outcome([
      { heading: 'Programs', run: async () => Promise.reject(new Error('ffmpeg is missing.')) },
    ])
    expect(exitCode).toBe(1)
    expect(lines).toEqual(['── Programs', 'ffmpeg is missing.', '', '0 passed, 1 failed'])
  })

  it("passes each part's settings to its programs", async () => {
    const run = ['node', '-e', 'process.exit(Number(process.env.CODE))']
    expect((await outcome([{ heading: 'One', run, env: { CODE: '4' } }])).exitCode).toBe(4)
  })
})
