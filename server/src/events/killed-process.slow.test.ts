import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

let folder: string
let ends: (() => Promise<unknown>)[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-'))
  ends = [() => rm(folder, { recursive: true, force: true })]
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

/** A mail server that hands each mail to `take`, and says that it has it when that resolves. */
async function startMailServer(take: (to: string, text: string) => Promise<void>): Promise<string> {
  const answer = async (to: string, text: string, callback: () => void) => {
    await take(to, text)
    callback()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
        void answer(envelope.rcptTo.map(({ address }) => address).join(), text, callback)
      })
    },
  })
  // A client that is killed resets its connection.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  ends.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  )
  await once(listener, 'listening')
  return `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`
}

async function startProduct(smtp: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [MAIN], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
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

/** As if the product had been down for longer than a worker may be silent. */
function endLeases(): void {
  const database = new Sqlite(join(folder, 'callfolio.db'))
  expect(database.prepare('update jobs set lease_until = 0 where lease_until > ?').run(Date.now()).changes).toBe(1)
  database.close()
}

const post = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) })

test('a mail that a killed process owed is sent by the next one', async () => {
  const begun = Promise.withResolvers<void>()
  const silent = await startMailServer(async () => {
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
  const second = await startProduct(await startMailServer(async (to, text) => got.resolve({ to, text })))
  const { to, text } = await got.promise
  expect(to).toBe(email)
  const token_hash = /token_hash=([\w-]+)/.exec(text)?.[1]
  expect((await post(`${second.url}/auth/v1/verify`, { type: 'signup', token_hash })).status).toBe(200)
})
