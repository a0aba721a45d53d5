import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SMTPServer } from 'smtp-server'
import { startServer } from '../fixtures/server.ts'
import type { Result } from './result.ts'
import { median, timed } from './median.ts'

/** Answers of each kind. */
const ROUNDS = Number(process.env['ENUMERATION_ROUNDS'] ?? 200)
const SIGNED_UP_AT_ONCE = 8
const password = 'correct horse'

interface Question {
  path: string
  /** Whose addresses count as known: accounts in use, or such that wait for their confirmation. */
  known: 'ann' | 'pending'
  more?: Record<string, string>
}
const QUESTIONS: Record<string, Question> = {
  'Sign-in with a wrong password': { path: '/token?grant_type=password', known: 'ann', more: { password: 'wrong' } },
  'Sign-up': { path: '/signup', known: 'ann', more: { password } },
  'Reset of a password': { path: '/recover', known: 'ann' },
  'Code to sign in with': { path: '/otp', known: 'ann' },
  'Confirmation again': { path: '/resend', known: 'pending', more: { type: 'signup' } },
}

/** Whether the time to an answer reveals which addresses have an account, on a server that sends mail. */
export async function benchEnumeration(): Promise<Result[]> {
  const mails = await startMailServer()
  const server = await startServer({ SMTP_URL: mails.url, TRUST_PROXY: 'true' })
  let asked = 0
  const ask = async (path: string, json: Record<string, string>) => {
    asked += 1
    const reply = await fetch(`${server.url}/auth/v1${path}`, {
      method: 'POST',
      // From everywhere, so that no limit answers.
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
      },
      body: JSON.stringify(json),
    })
    await reply.text()
    return reply.status
  }
  try {
    for (const kind of ['ann', 'pending'])
      for (let first = 0; first < ROUNDS; first += SIGNED_UP_AT_ONCE)
        await Promise.all(
          Array.from({ length: Math.min(SIGNED_UP_AT_ONCE, ROUNDS - first) }, (_, i) =>
            ask('/signup', { email: address(kind, first + i), password }),
          ),
        )
    // What was mailed so far is forgotten with the process.
    await server.kill()
    confirm(join(server.dataDir, 'callfolio.db'))
    await server.start()
    const results: Result[] = []
    for (const [what, { path, known, more }] of Object.entries(QUESTIONS)) {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
      const statuses = new Set<number>()
      const measure = async (kind: 'known' | 'unknown', email: string) =>
        times[kind].push(await timed(async () => statuses.add(await ask(path, { ...more, email }))))
      for (let round = 0; round < ROUNDS; round++) {
        const pair = [
          () => measure('known', address(known, round)),
          () => measure('unknown', address(path.slice(1, 5), round)),
        ]
        // In any order: what one leaves to do in the background falls on both alike.
        for (const each of randomInt(2) === 0 ? pair : pair.toReversed()) await each()
      }
      if (statuses.size !== 1) throw new Error(`${what}: the status tells already: ${[...statuses].join(', ')}`)
      const [of, other] = [median(times.known), median(times.unknown)]
      results.push({
        what: `${what}: median of ${ROUNDS} answers for addresses with an account, and without one`,
        measured: `${of.toFixed(1)} and ${other.toFixed(1)} ms (× ${(Math.max(of, other) / Math.min(of, other)).toFixed(2)}); status ${[...statuses].join()}`,
        goal: 'within × 1.2',
      })
    }
    return results
  } finally {
    await server.stop()
    await mails.close()
  }
}

function address(kind: string, number: number): string {
  return `${kind}${number}@example.org`
}

function confirm(file: string): void {
  const db = new DatabaseSync(file)
  db.exec("UPDATE users SET confirmed_at = created_at, verified_at = created_at WHERE email LIKE 'ann%'")
  const { changes } = db.prepare("UPDATE users SET updated_at = created_at WHERE email LIKE 'ann%'").run()
  db.close()
  if (changes !== ROUNDS) throw new Error(`${changes} accounts were made`)
}

/** Takes every mail and forgets it. */
async function startMailServer() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      stream.on('end', callback).resume()
    },
  })
  // A server that is killed leaves its connections.
  server.on('error', () => undefined)
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  }
}
