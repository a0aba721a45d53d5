import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { builtProgram, PROGRAM_ENV } from '../testing/program.ts'

/** Word lists, Skia and the libraries of outside services are loaded when they are first used. */
const BUDGET_KB = 5_500
/** Prints the size of each module that is loaded. */
const HOOK = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) {
  const loaded = next(url, context)
  console.log('loaded', loaded.source?.length ?? 0, url)
  return loaded
} })`

test('the server loads no more code before it answers than its budget', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'start-budget-'))
  const hook = `data:text/javascript,${encodeURIComponent(HOOK)}`
  const child = spawn(process.execPath, ['--import', hook, await builtProgram('main')], {
    cwd: folder,
    env: { ...PROGRAM_ENV, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', TRANSCRIBER: 'none' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const loaded: { bytes: number; url: string }[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      const [, bytes, url] = /^loaded (\d+) (.+)$/.exec(line) ?? []
      if (bytes !== undefined && url !== undefined) loaded.push({ bytes: Number(bytes), url })
      else if (line.includes('is ready at')) break
    }
    expect(loaded.map(({ url }) => url).filter((url) => /extractive|canvas/.test(url))).toEqual([])
    const kilobytes = loaded.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
    expect(kilobytes).toBeGreaterThan(1_000)
    expect(kilobytes).toBeLessThan(BUDGET_KB)
  } finally {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
})
