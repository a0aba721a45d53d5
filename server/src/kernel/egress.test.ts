import { describe, expect, test } from 'vitest'
import { allowsEgress, EgressRefused, parseEgress, refusedByEgress } from './egress.ts'

const allows = (setting: string, host: string, port: number | null = null) =>
  allowsEgress(parseEgress(setting) ?? null, host, port)

describe('the setting EGRESS', () => {
  test.each(['deny', 'api.openai.com', 'API.openai.com, *.example.com', '10.0.0.5:9000', '[2001:db8::1]:443'])(
    '%j can be read',
    (text) => {
      expect(parseEgress(text)).toBeInstanceOf(Array)
    },
  )
  test.each([
    'https://api.openai.com',
    'a b',
    'host:port',
    'host/path',
    '*',
    '*.10.0.0.1',
    'user@host',
    'one,,two',
    '',
  ])('%j can’t be read', (text) => {
    expect(parseEgress(text)).toBeUndefined()
  })

  test('open allows everything, deny nothing but this machine', () => {
    expect(allows('open', 'example.com')).toBe(true)
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1', '0.0.0.0'])
      expect(allows('deny', host), host).toBe(true)
    for (const host of ['example.com', '10.0.0.1', '1.1.1.1', 'localhost.example.com', '127.0.0.1.nip.io', '::2'])
      expect(allows('deny', host), host).toBe(false)
  })

  test('a list allows its hosts at their ports, and what is below those with a star', () => {
    const list = 'api.openai.com, *.example.com, 10.0.0.5:9000'
    expect(allows(list, 'API.OpenAI.com.', 443)).toBe(true)
    expect(allows(list, 'evil-api.openai.com')).toBe(false)
    expect(allows(list, 'mail.example.com', 25)).toBe(true)
    expect(allows(list, 'example.com')).toBe(false)
    expect(allows(list, 'notexample.com')).toBe(false)
    expect(allows(list, '10.0.0.5', 9000)).toBe(true)
    expect(allows(list, '10.0.0.5', 22)).toBe(false)
  })
})

test('a refusal names the host, and is found behind the failures that libraries make of it', () => {
  const refused = new EgressRefused('example.com')
  expect(refused.message).toBe('This server may not connect to example.com: its setting EGRESS does not allow it.')
  expect(refusedByEgress(new TypeError('fetch failed', { cause: new Error('inner', { cause: refused }) }))).toBe(
    refused,
  )
  expect(refusedByEgress(new Error('other'))).toBeNull()
})
