import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('a password is kept as an argon2id hash of its own salt, and only it matches', async () => {
  const passwords = createPasswords()
  const stored = await passwords.hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$/)
  expect(await passwords.hash('correct horse')).not.toBe(stored)
  expect(await passwords.matches('correct horse', stored)).toBe(true)
  expect(await passwords.matches('Correct horse', stored)).toBe(false)
})

test('nothing matches where there is no password', async () => {
  expect(await createPasswords().matches('', null)).toBe(false)
})
