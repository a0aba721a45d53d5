import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort, waitFor } from '../fixtures/server.ts'
import type { Result } from './result.ts'
import { timed } from './median.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * From a clone to a responding server, and the second start. The package store is warm from this checkout's own
 * install.
 */
export async function benchStart(work: string): Promise<Result[]> {
  const clone = join(work, 'clone')
  const first = await timed(async () => {
    await run('git', ['clone', '--quiet', root, clone])
    await startOnce(clone, work)
  })
  const second = await timed(() => startOnce(clone, work))
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return [
    { what: 'From clone to an answering server, warm package store', measured: seconds(first), goal: '12 s' },
    { what: 'Second start', measured: seconds(second), goal: '3 s' },
  ]
}

async function startOnce(clone: string, work: string): Promise<void> {
  const port = await freePort()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: String(port), DATA_DIR: join(work, 'data') },
    stdio: 'ignore',
    detached: true,
  })
  await waitFor(
    async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok === true,
    'the server to answer',
    { limitMs: 300_000 },
  )
  const gone = once(child, 'exit')
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  await gone
}
