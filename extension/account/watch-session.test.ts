import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GoTrueClient, User } from '@supabase/auth-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAuthClient } from '@callfolio/shared/client/auth-client.ts'
import { SESSION_KEY } from '@callfolio/shared/session-key.ts'
import { storedUser } from './account.ts'
import { watchUser } from './watch-session.ts'

/** The server's answer to the renewal of a session; null: none. */
let refusal: object | null
let asked: number
let server: Server
let auth: GoTrueClient | undefined
let stop: () => void
beforeEach(async () => {
  refusal = null
  asked = 0
  auth = undefined
  stop = () => {}
  server = createServer((_, response) => {
    asked += 1
    if (refusal) response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  stop()
  server.closeAllConnections()
  server.close()
  await auth?.stopAutoRefresh()
})

/** Everything that is reported about a stored session which has expired. */
function watchExpired(): (string | null)[] {
  const session = { access_token: 'a', refresh_token: 'r', expires_at: 1, token_type: 'bearer', user: { id: 'ann' } }
  const values = new Map([[SESSION_KEY, JSON.stringify(session)]])
  const storage = {
    getItem: async (key: string) => values.get(key) ?? null,
    setItem: async (key: string, value: string) => void values.set(key, value),
    removeItem: async (key: string) => void values.delete(key),
  }
  auth = createAuthClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, storage)
  const seen: (string | null)[] = []
  stop = watchUser({ auth, storedUser: () => storedUser(storage) }, (user: User | null) => seen.push(user?.id ?? null))
  return seen
}

test('reports the stored user of an expired session while the server does not answer', async () => {
  const seen = watchExpired()
  await vi.waitFor(() => expect([seen, asked]).toEqual([['ann'], 1]))
})

test('reports no user once the server refuses to renew the session', async () => {
  refusal = { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' }
  const seen = watchExpired()
  await vi.waitFor(() => expect(seen.at(-1)).toBeNull(), { timeout: 10_000 })
})

test('reports the stored user when the client gives up renewing the session', async () => {
  // The client reports this after 30 s.
  const onAuthStateChange: GoTrueClient['onAuthStateChange'] = (
    callback: (event: 'INITIAL_SESSION', session: null) => unknown,
  ) => {
    callback('INITIAL_SESSION', null)
    return { data: { subscription: { id: '', callback: () => {}, unsubscribe: () => {} } } }
  }
  const seen: (string | null)[] = []
  stop = watchUser(
    { auth: { onAuthStateChange } as GoTrueClient, storedUser: async () => ({ id: 'ann' }) as User },
    (user) => seen.push(user?.id ?? null),
  )
  await vi.waitFor(() => expect(seen).toEqual(['ann']))
})
