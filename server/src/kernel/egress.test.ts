import { describe, expect, test } from 'vitest'
import { allowsEgress, egressProblem, parseEgress } from './egress.ts'

const allows = (setting: string, host: string, port: number | null = null) =>
  allowsEgress(parseEgress(setting) ?? null, host, port)

describe('the setting EGRESS', () => {
  test.each(['deny', 'api.openai.com', 'API.openai.com, *.example.com', '10.0.0.5:9000', '[2001:db8::1]:443'])(
    'parses %j',
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
  ])('rejects %j', (text) => {
    expect(parseEgress(text)).toBeUndefined()
  })

  test('open allows everything, deny only this machine', () => {
    expect(allows('open', 'example.com')).toBe(true)
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1', '0.0.0.0'])
      expect(allows('deny', host), host).toBe(true)
    for (const host of ['example.com', '10.0.0.1', '1.1.1.1', 'localhost.example.com', '127.0.0.1.nip.io', '::2'])
      expect(allows('deny', host), host).toBe(false)
  })

  test('a list allows its hosts at their ports, and subdomains of those with a star', () => {
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

test('refuses an address with a sentence', () => {
  const problem = (setting: string) => egressProblem(parseEgress(setting) ?? null, new URL('https://example.com/v1'))
  expect(problem('example.com:443')).toBeNull()
  expect(problem('example.com:80')).toBe('EGRESS doesn’t allow connections to example.com.')
})
