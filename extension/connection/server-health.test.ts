import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { serverAnswers } from './server-health.ts'

let server: Server | undefined
afterEach(() => server?.close())

async function serve(status: number): Promise<string> {
  server = createServer((request, response) => response.writeHead(request.url === '/healthz' ? status : 404).end())
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a server', () => {
  it('answers when its health page says so', async () => {
    expect(await serverAnswers(await serve(200))).toBe(true)
  })

  it('does not answer when something else is there', async () => {
    expect(await serverAnswers(await serve(404))).toBe(false)
  })

  it('does not answer when nothing is there', async () => {
    const address = await serve(200)
    await new Promise((resolve) => server?.close(resolve))
    expect(await serverAnswers(address)).toBe(false)
  })
})
