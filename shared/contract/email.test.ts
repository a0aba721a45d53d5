import { expect, test } from 'vitest'
import { canonicalEmail, emailSchema } from './email.ts'

test.each([
  'ann@example.org',
  "o'hara+calls@sub.example.co.uk",
  'käthe@müller.example',
  '用户@例子.中国',
  'юзер@пример.рф',
  'ann@xn--mller-kva.example',
  'ann@example.xn--p1ai',
])('accepts %s', (address) => {
  expect(emailSchema().safeParse(address).success).toBe(true)
})

test.each([
  'ann',
  'ann@',
  '@example.org',
  'ann@example',
  'ann@@example.org',
  'ann@example.org,bo@example.org',
  'ann,bo@example.org',
  'ann bo@example.org',
  'ann@example.org\nBcc: bo@example.org',
  'ann\u2028@example.org',
  '"ann"@example.org',
  '<ann@example.org>',
  'ann@[127.0.0.1]',
  'ann@exa\u202Emple.org',
  '.ann@example.org',
  'ann..b@example.org',
])('rejects %j', (address) => {
  expect(emailSchema().safeParse(address).success).toBe(false)
})

test('an address has one canonical spelling, whatever its case, letter forms and domain notation', () => {
  for (const address of ['Ann@MÜLLER.example', 'ann@mu\u0308ller.example', 'ann@xn--mller-kva.example'])
    expect(canonicalEmail(address)).toBe('ann@xn--mller-kva.example')
  expect(canonicalEmail('Ka\u0308the@example.org')).toBe('käthe@example.org')
  expect(canonicalEmail('ann@a\u200Db.example')).toBeNull()
})
