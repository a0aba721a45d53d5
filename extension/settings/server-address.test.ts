import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { addressProblem, parseServerAddress, serverAnswers } from './server-address.ts'

describe('a server address', () => {
  it.each([
    ['http://localhost:3000', 'http://localhost:3000'],
    ['  nas:3000 ', 'http://nas:3000'],
    ['calls.example.com', 'https://calls.example.com'],
    ['calls.example.com:8443', 'https://calls.example.com:8443'],
    ['8.8.8.8', 'https://8.8.8.8'],
    ['172.32.0.1', 'https://172.32.0.1'],
    ['[2001:db8::1]', 'https://[2001:db8::1]'],
    ['local.example.com', 'https://local.example.com'],
    ['localhost', 'http://localhost'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['10.1.2.3', 'http://10.1.2.3'],
    ['172.31.0.1', 'http://172.31.0.1'],
    ['calls.local:3000', 'http://calls.local:3000'],
    ['calls.home.arpa', 'http://calls.home.arpa'],
    ['[fd00::1]:3000', 'http://[fd00::1]:3000'],
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
    'http://calls.example.com',
    'http://8.8.8.8:3000',
    'two words',
    undefined,
    3,
  ])('is not %j', (typed) => {
    expect(parseServerAddress(typed)).toBeNull()
  })

  it('stays the same when it is parsed again', () => {
    const address = parseServerAddress('example.com/calls/') ?? ''
    expect(parseServerAddress(address)).toBe(address)
  })

  it.each([
    [' ', 'Enter the address, for example callfolio.example.com.'],
    ['two words', 'Enter an address such as callfolio.example.com.'],
    ['ftp://example.com', 'Enter an address such as callfolio.example.com.'],
    ['http://calls.example.com', 'This address must start with https://.'],
  ])('typed as "%s" is refused with a reason', (typed, problem) => {
    expect(addressProblem(typed)).toBe(problem)
  })
})

let server: Server | undefined
afterEach(() => server?.close())

async function serve(status: number): Promise<string> {
  server = createServer((request, response) => response.writeHead(request.url === '/healthz' ? status : 404).end())
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a server', () => {
  it('is up when its health page says so', async () => {
    expect(await serverAnswers(await serve(200))).toBe(true)
  })

  it('is not up when something else responds there', async () => {
    expect(await serverAnswers(await serve(404))).toBe(false)
  })

  it('is not up when nothing responds', async () => {
    const address = await serve(200)
    await new Promise((resolve) => server?.close(resolve))
    expect(await serverAnswers(address)).toBe(false)
  })
})
