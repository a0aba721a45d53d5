import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, createApiClient } from './api-client.ts'

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve)))))

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answer =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(body)
const reply = z.object({ job_id: z.string() })

test('sends the token that is valid at the time of each request', async () => {
  const seen: (string | undefined)[] = []
  const baseUrl = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.end('{"job_id":"1"}')
  })
  const tokens = ['first', 'second', null]
  const api = createApiClient({ baseUrl, getAccessToken: () => Promise.resolve(tokens.shift() ?? null) })
  for (let n = 0; n < 3; n++) await api.request('/api/process-meeting', reply)
  expect(seen).toEqual(['Bearer first', 'Bearer second', undefined])
})

test('keeps an error’s code, status and sentence', async () => {
  const baseUrl = await serve(answer(402, '{"error":{"code":"microsite_limit_reached","message":"Used up."}}'))
  const api = createApiClient({ baseUrl, getAccessToken: () => Promise.resolve(null) })
  const error = await api.request('/x', reply, { method: 'POST', body: {} }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'microsite_limit_reached', status: 402, message: 'Used up.' })
})

test('reads the flat error of the three server functions too', async () => {
  const baseUrl = await serve(answer(404, '{"error":"Link expired or not found","code":"not_found"}'))
  const api = createApiClient({ baseUrl, getAccessToken: () => Promise.resolve(null) })
  await expect(api.request('/x', reply)).rejects.toMatchObject({
    code: 'not_found',
    message: 'Link expired or not found',
  })
})

test.each([
  ['an error', '{"error":{"code":"plan_paused","message":"The plan rests."}}'],
  ['a server function’s', '{"error":"The plan rests.","code":"plan_paused"}'],
])('keeps status and sentence when the code is known only to a newer server: %s', async (_what, body) => {
  const api = createApiClient({ baseUrl: await serve(answer(402, body)), getAccessToken: () => Promise.resolve(null) })
  await expect(api.request('/x', reply)).rejects.toMatchObject({
    code: 'unknown',
    status: 402,
    message: 'The plan rests.',
  })
})

test('rejects a reply that breaks the contract', async () => {
  for (const body of ['<html>', '{"job_id":7}', '']) {
    const baseUrl = await serve(answer(200, body))
    const api = createApiClient({ baseUrl, getAccessToken: () => Promise.resolve(null) })
    await expect(api.request('/x', reply)).rejects.toMatchObject({ code: 'unreadable' })
  }
})

test('keeps the status of a gateway error without a JSON body', async () => {
  const baseUrl = await serve(answer(502, '<html>Bad gateway</html>'))
  const api = createApiClient({ baseUrl, getAccessToken: () => Promise.resolve(null) })
  await expect(api.request('/x', reply)).rejects.toMatchObject({ code: 'unreadable', status: 502 })
})

test('stops at once when its caller aborts a request', async () => {
  const baseUrl = await serve(() => undefined)
  const api = createApiClient({ baseUrl, getAccessToken: () => Promise.resolve(null) })
  const controller = new AbortController()
  const pending = api.request('/x', reply, { signal: controller.signal })
  controller.abort()
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
})

test('sends a file as is, with its own type', async () => {
  const seen: unknown[] = []
  const baseUrl = await serve((request, response) => {
    void request.toArray().then((parts: Buffer[]) => {
      seen.push(request.method, request.headers['content-type'], Buffer.concat(parts).toString('hex'))
      response.end('{"job_id":"1"}')
    })
  })
  const api = createApiClient({ baseUrl, getAccessToken: () => Promise.resolve(null) })
  await api.request('/api/branding/logo', reply, {
    method: 'PUT',
    body: new Blob([new Uint8Array([0, 255])], { type: 'image/png' }),
  })
  expect(seen).toEqual(['PUT', 'image/png', '00ff'])
})
