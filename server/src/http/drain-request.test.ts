import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../testing/api-server.ts'
import { startApp, type RunningApp } from '../testing/app.ts'
import { openMemory } from '../testing/databases.ts'
import { createRouter } from './app.ts'

let app: RunningApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const MIB = 1024 * 1024
/** The server has most likely responded by then; the rules also hold where it has not. */
const PAUSE_MS = 900

/** Sends a body in parts on a keep-alive connection. */
function post(agent: Agent, path: string, parts: readonly Uint8Array[], length: number) {
  return new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': length }
    const sent = request(app.url + path, { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }))
    })
    sent.on('error', reject)
    void (async () => {
      for (const [index, part] of parts.entries()) {
        if (index > 0) await delay(PAUSE_MS)
        sent.write(part)
      }
      if (parts.reduce((sum, { length: size }) => sum + size, 0) === length) sent.end()
    })()
  })
}

test('answers a client that is still sending a refused body, and its next request on the connection', async () => {
  const parts = [new Uint8Array(5 * MIB), new Uint8Array(5 * MIB)]
  const connections = ['/api/tags', '/api/contact', '/auth/v1/signup', '/nothing', '/s/none'].map(async (path) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const body of [parts, [new Uint8Array(2)]])
      expect(await post(agent, path, body, body.length === 1 ? 2 : 10 * MIB), path).toMatchObject({
        connection: 'keep-alive',
      })
    agent.destroy()
  })
  await Promise.all(connections)
})

test('responds to an endless body and closes its connection', async () => {
  const agent = new Agent({ keepAlive: true })
  const begin = (path: string, length: number) => post(agent, path, [new Uint8Array(10)], length)
  expect(await Promise.all([begin('/auth/v1/user', 1000), begin('/api/contact', 1e12)])).toEqual([
    { status: 404, connection: 'close' },
    { status: 413, connection: 'close' },
  ])
  agent.destroy()
})

test('logs no error when a body is cut off', async () => {
  const lines: string[] = []
  const db = await openMemory()
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const read = createRouter()
  const arrived = Promise.withResolvers<void>()
  const broken = Promise.withResolvers<void>()
  read.post('/api/read', async (c) => {
    arrived.resolve()
    return c.json(await c.req.json().finally(() => broken.resolve()))
  })
  const api = await startApi(db, () => [read], log)
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  socket.write('POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{')
  await arrived.promise
  socket.resetAndDestroy()
  await broken.promise
  await api.close()
  await db.close()
  expect(lines).toEqual([])
})

test('keeps nothing of many bodies on one connection', async () => {
  const warnings: string[] = []
  const note = ({ message }: Error) => void warnings.push(message)
  process.on('warning', note)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let count = 0; count < 15; count++) await post(agent, '/api/tags', [new Uint8Array(2)], 2)
  await delay(50)
  agent.destroy()
  process.off('warning', note)
  expect(warnings.filter((text) => text.includes('Possible EventEmitter memory leak'))).toEqual([])
})
