import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createServer } from 'vite'
import { ROOT } from './places.ts'
import { readPort } from './read-port.ts'

describe('the web app in watch mode', () => {
  const before = process.env['PORT']
  afterEach(() => {
    if (before === undefined) delete process.env['PORT']
    else process.env['PORT'] = before
  })

  test('connects to the server on the configured port', async () => {
    const server = createHttpServer((request, response) => response.end(`the server at ${request.url ?? ''}`)).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    process.env['PORT'] = String((server.address() as AddressInfo).port)
    const web = await createServer({
      configFile: join(ROOT, 'web/vite.config.ts'),
      server: { port: 0, host: '127.0.0.1', ws: false, watch: null },
      optimizeDeps: { noDiscovery: true, include: [] },
      logLevel: 'silent',
      appType: 'custom',
    })
    await web.listen()
    const address = web.httpServer?.address()
    const port = typeof address === 'object' ? address?.port : undefined
    for (const path of ['/api/capabilities', '/auth/v1/user', '/s/token']) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      expect([response.status, await response.text()]).toEqual([200, `the server at ${path}`])
    }
    await web.close()
    server.close()
  })
})

describe('the port', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dev-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test("is the server's: from the environment, else from .env, else 3000", async () => {
    expect(readPort(folder, {})).toBe('3000')
    await writeFile(join(folder, '.env'), 'HOST=127.0.0.1\nPORT=4100\n')
    expect(readPort(folder, {})).toBe('4100')
    expect(readPort(folder, { PORT: '4200' })).toBe('4200')
    await writeFile(join(folder, '.env'), 'PORT=\n')
    expect(readPort(folder, { PORT: ' ' }), 'an empty value is not set').toBe('3000')
  })
})
