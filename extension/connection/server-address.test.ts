import { describe, expect, it } from 'vitest'
import { parseServerAddress, permissionPattern } from './server-address.ts'

describe('a server address', () => {
  it.each([
    ['http://localhost:3000', 'http://localhost:3000'],
    ['  nas:3000 ', 'http://nas:3000'],
    ['calls.example.com', 'http://calls.example.com'],
    ['HTTPS://Calls.Example.com/', 'https://calls.example.com'],
    ['https://example.com/calls/?a=1#b', 'https://example.com/calls'],
    ['192.168.1.4:3000', 'http://192.168.1.4:3000'],
    ['[::1]:3000', 'http://[::1]:3000'],
  ])('may be typed as "%s"', (typed, address) => {
    expect(parseServerAddress(typed)).toBe(address)
  })

  it.each([
    '',
    '   ',
    'ftp://example.com',
    'javascript://x',
    'file:///etc',
    'http://',
    'http://me:secret@example.com',
    'two words',
    undefined,
    3,
  ])('is not %j', (typed) => {
    expect(parseServerAddress(typed)).toBeNull()
  })

  it('stays the same when it is read again', () => {
    const address = parseServerAddress('example.com/calls/') ?? ''
    expect(parseServerAddress(address)).toBe(address)
  })

  it('is asked permission for by its host, on any port', () => {
    expect(permissionPattern('https://example.com:8443/calls')).toBe('https://example.com/*')
  })
})
