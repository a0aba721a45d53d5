import { describe, expect, test } from 'vitest'
import { verify } from '@node-rs/argon2'
import { startAuthServer } from './auth-server.testing.ts'
import { createPasswords } from './passwords.ts'
import { DATABASES } from '../testing/databases.ts'

test('stores a password as an argon2id hash with its own salt, which only that password matches', async () => {
  const passwords = createPasswords()
  const stored = await passwords.hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$/)
  expect(await passwords.hash('correct horse')).not.toBe(stored)
  expect(await passwords.matches('correct horse', stored)).toBe(true)
  expect(await passwords.matches('Correct horse', stored)).toBe(false)
})

test('matches nothing without a password, after an equally expensive hash', async () => {
  const checked: string[] = []
  const passwords = createPasswords({
    verify: async (stored, password) => {
      checked.push(String(stored))
      return verify(stored, password)
    },
  })
  expect(await passwords.matches('', null)).toBe(false)
  await passwords.matches('', await passwords.hash('correct horse'))
  const [cost, expected] = checked.map((stored) => stored.split('$').slice(1, 4))
  expect(cost).toEqual(expected)
})

describe.each(DATABASES)('On %s', (_, open) => {
  test('hashes as much for an unknown address as for a known one', async () => {
    const db = await open()
    const server = await startAuthServer(db)
    const { passwords } = server.accounts
    const checked: (string | null)[] = []
    server.accounts.passwords = {
      ...passwords,
      matches: async (password, stored) => {
        checked.push(stored)
        return passwords.matches(password, stored)
      },
    }
    await server.device().signUp({ email: 'ann@example.org', password: 'long enough' })
    for (const email of ['ann@example.org', 'unknown@example.org'])
      expect((await server.device().signInWithPassword({ email, password: 'wrong' })).error?.code).toBe(
        'invalid_credentials',
      )
    expect(checked).toEqual([expect.stringMatching(/^\$argon2id\$/), null])
    await server.accounts.background.settled()
    await server.close()
    await db.close()
  })
})
