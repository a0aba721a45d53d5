import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailServer } from '../mail/mail-server.testing.ts'
import { builtProgram, PROGRAM_ENV } from '../testing/program.ts'

const MAIN = await builtProgram('main')

let folder: string
let ends: (() => Promise<unknown>)[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-'))
  ends = [() => rm(folder, { recursive: true, force: true })]
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

/** @param take like `startMailServer`'s. @returns its address. */
async function openMailServer(take: Parameters<typeof startMailServer>[0]): Promise<string> {
  const { url, close } = await startMailServer(take)
  ends.push(close)
  return url
}

async function startProduct(smtp: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [MAIN], {
    cwd: folder,
    env: {
      ...PROGRAM_ENV,
      DATA_DIR: folder,
      PORT: '0',
      SMTP_URL: smtp,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  ends.push(async () => child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /is ready at (\S+)$/.exec(line)?.[1]
    if (url !== undefined) return { url, child }
  }
  throw new Error('the server ended')
}

/** Simulates downtime longer than a worker's heartbeat timeout. */
function endLeases(): void {
  const database = new Sqlite(join(folder, 'callfolio.db'))
  expect(database.prepare('update jobs set lease_until = 0 where lease_until > ?').run(Date.now()).changes).toBe(1)
  database.close()
}

const post = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) })

test('sends an email that a killed process left pending', async () => {
  const begun = Promise.withResolvers<void>()
  const silent = await openMailServer(async () => {
    begun.resolve()
    await new Promise(() => {})
  })
  const first = await startProduct(silent)
  const email = 'ann@example.org'
  expect((await post(`${first.url}/auth/v1/signup`, { email, password: 'long enough' })).status).toBe(200)
  await begun.promise
  first.child.kill('SIGKILL')
  await once(first.child, 'close')
  endLeases()

  const got = Promise.withResolvers<{ to: string; text: string }>()
  const second = await startProduct(await openMailServer(async (mail) => got.resolve(mail)))
  const { to, text } = await got.promise
  expect(to).toBe(email)
  const token_hash = /token_hash=([\w-]+)/.exec(text)?.[1]
  expect((await post(`${second.url}/auth/v1/verify`, { type: 'signup', token_hash })).status).toBe(200)
})
