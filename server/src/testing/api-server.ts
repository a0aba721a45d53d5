import { randomUUID } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Database } from '../db/database.ts'
import type { AppEnv } from '../http/app.ts'
import { createApp } from '../http/create-app.ts'
import { listen } from '../http/listen.ts'
import { createAddresses } from '../http/origin.ts'
import type { Authenticate } from '../http/require-user.ts'
import { AppError } from '../kernel/errors.ts'
import { createLogger, type Logger } from '../kernel/logger.ts'
import { soundDisk } from './sound-disk.ts'
import { insertUser } from './users.ts'

/** Who sends a request; null: a visitor. */
export type Person = { userId: string; token: string } | null

interface ApiRequest extends Omit<RequestInit, 'body' | 'headers'> {
  headers?: Record<string, string>
  as?: Person
  json?: unknown
  body?: string | Uint8Array<ArrayBuffer>
}

/** Routers behind the full HTTP stack on a free port, with users signed in by fake tokens. */
export async function startApi(
  db: Database,
  routers: (authenticate: Authenticate) => OpenAPIHono<AppEnv>[],
  log: Logger = createLogger('silent'),
) {
  const tokens = new Map<string, string>()
  const authenticate: Authenticate = async (token) => {
    const userId = tokens.get(token)
    if (userId === undefined) throw new AppError('bad_jwt', 'Your session has ended. Sign in again.')
    return { userId, sessionId: 'session' }
  }
  const app = createApp({
    log,
    routers: routers(authenticate),
    mounts: [],
    disk: soundDisk,
    https: false,
    addresses: createAddresses(),
  })
  const ready = Promise.withResolvers<number>()
  const close = listen(app, { port: 0, hostname: '127.0.0.1', onReady: ready.resolve, onError: ready.reject })
  const url = `http://127.0.0.1:${await ready.promise}`

  return {
    url,
    /** For concurrent requests. */
    app,
    async signUp() {
      const person = { userId: await insertUser(db), token: randomUUID() }
      tokens.set(person.token, person.userId)
      return person
    },
    /** @returns the status, the parsed JSON (null without a body) and the response's headers. */
    async request(method: string, path: string, { as = null, json, ...init }: ApiRequest = {}) {
      const headers = {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...init.headers,
      }
      const response = await fetch(`${url}${path}`, {
        ...init,
        method,
        headers,
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: (text === '' ? null : JSON.parse(text)) as unknown,
      }
    },
    close,
  }
}
export type Api = Awaited<ReturnType<typeof startApi>>
