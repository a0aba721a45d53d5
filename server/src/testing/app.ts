import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseConfig } from '../config/config.ts'
import { openDatabase } from '../db/database.ts'
import { listen } from '../http/listen.ts'
import { createLogger, type Logger } from '../kernel/logger.ts'
import { createServices } from '../services.ts'
import type { Model } from '../speech-models/manifest.ts'
import { writeMigrated } from './databases.ts'

/** A response; `body` is parsed JSON or a text, null if empty. */
export interface Reply {
  status: number
  body: unknown
}

/** A client that sends requests. */
export type Send = (method: string, path: string, json?: unknown) => Promise<Reply>

/**
 * The whole product on a free port with its own data folder (or `DATA_DIR`), deleted at the end. It processes
 * recordings after `services.start`.
 */
export async function startApp(
  settings: Record<string, string> = {},
  models?: readonly Model[],
  log: Logger = createLogger('silent'),
) {
  const folder = settings['DATA_DIR'] ?? (await newFolder())
  const config = parseConfig({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    TRANSCRIBER: 'none',
    ANALYST: 'extractive',
    ...settings,
  })
  const services = await createServices(config, log, models)
  const { port, close } = await new Promise<{ port: number; close: () => Promise<void> }>((resolve, reject) => {
    const end = listen(services.app, {
      port: 0,
      hostname: '127.0.0.1',
      onReady: (listening) => resolve({ port: listening, close: () => end() }),
      onError: reject,
    })
  })
  const url = `http://127.0.0.1:${port}`
  const database = await openDatabase(settings['DATABASE_URL'] ?? join(folder, 'callfolio.db'))

  const sender =
    (token: string | null): Send =>
    async (method, path, json) => {
      const headers = {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      }
      const response = await fetch(`${url}${path}`, {
        method,
        headers,
        redirect: 'manual',
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') ?? false
      return { status: response.status, body: text === '' ? null : isJson ? JSON.parse(text) : text }
    }

  async function end(): Promise<void> {
    await close()
    await services.stop()
    await database.close()
  }

  return {
    services,
    folder,
    url,
    /** The product's own database, for states that are slow to reach through the API. */
    database,
    visitor: sender(null),
    /** Signs up a new user. */
    async signUp(metadata: Record<string, string> = {}) {
      const account = { email: `${randomUUID()}@example.org`, password: 'correct horse', data: metadata }
      const { body } = await sender(null)('POST', '/auth/v1/signup', account)
      const { access_token: token, user } = body as { access_token: string; user: { id: string } }
      return { userId: user.id, token, send: sender(token) }
    },
    /** Signs in an existing user, by password only. */
    async signIn(account: { email: string; password: string }) {
      const { body } = await sender(null)('POST', '/auth/v1/token?grant_type=password', account)
      return { send: sender((body as { access_token: string }).access_token) }
    },
    /** Stops it and keeps its folder. */
    end,
    async close() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type RunningApp = Awaited<ReturnType<typeof startApp>>
export type Person = Awaited<ReturnType<RunningApp['signUp']>>

/** A data folder for tests that only open the database. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'app-'))
  await writeMigrated(join(folder, 'callfolio.db'))
  return folder
}

/** Polls until the result is there; the test's own timeout stops it. */
export async function eventually<T>(ask: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await delay(20)
  }
}
