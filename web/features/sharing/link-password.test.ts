import { expect, test } from 'vitest'
import { newPassword } from './link-draft.ts'

test('a generated password is three groups of four unambiguous characters', () => {
  const made = new Set(Array.from({ length: 200 }, () => newPassword()))
  expect(made.size).toBe(200)
  for (const password of made) expect(password).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/)
})

test('every character is equally likely', () => {
  const all = Array.from({ length: 256 }, (_, value) => newPassword((bytes) => bytes.fill(value)).charAt(0))
  const counts = Map.groupBy(all, (sign) => sign)
  expect(counts.size).toBe(32)
  for (const places of counts.values()) expect(places).toHaveLength(8)
})
