import { expect } from 'vitest'
import type { RunningApp } from './app.ts'

/** A user signed in by password, on the server that has the account. */
export interface AccountWithPassword {
  userId: string
  /** Fails unless the response is a success. */
  send: (method: string, path: string, json?: unknown) => Promise<Record<string, string>>
}

/** Signs up, or in, by password, like a user whose account moves to another server. */
export async function enterWithPassword(
  app: RunningApp,
  how: 'signup' | 'token?grant_type=password',
  account: { email: string; password: string },
): Promise<AccountWithPassword> {
  const { body } = await app.visitor('POST', `/auth/v1/${how}`, account)
  const { access_token: token, user } = body as { access_token: string; user: { id: string } }
  const send: AccountWithPassword['send'] = async (method, path, json) => {
    const response = await fetch(app.url + path, {
      method,
      headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    expect(response.status, path).toBeLessThan(300)
    return (await response.json()) as Record<string, string>
  }
  return { userId: user.id, send }
}
