import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enginesPageSchema, engineTrialSchema, speechModelSchema } from '@callfolio/shared/contract/speech-model.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { findLocalServers } from './find-local-servers.ts'

let app: RunningApp
let operator: Person
let other: Person
beforeAll(async () => {
  app = await startApp({ TRANSCRIBER: 'auto' })
  operator = await app.signUp()
  other = await app.signUp()
})
afterAll(() => app.close())

const model = async (person: Person) => speechModelSchema.parse((await person.send('GET', '/api/speech-model')).body)

test('the first account is the operator’s, and only an operator sees and sets up the engines', async () => {
  expect(await model(operator)).toMatchObject({ operator: true, state: 'idle', installed: null, drafts: 0 })
  expect(await model(other)).toMatchObject({ operator: false, offered: false })
  const requests = [
    ['POST', '/api/speech-model', { action: 'fetch' }],
    ['POST', '/api/speech-model', { action: 'pause' }],
    ['GET', '/api/engines'],
    ['POST', '/api/engines/trial'],
    ['GET', '/api/engines/local-servers'],
  ] as const
  for (const [method, path, body] of requests) {
    expect((await other.send(method, path, body)).status, path).toBe(403)
    expect((await app.visitor(method, path, body)).status, path).toBe(401)
  }
  expect((await model(operator)).state, 'nothing was begun').toBe('idle')
  const page = enginesPageSchema.parse((await operator.send('GET', '/api/engines')).body)
  expect([page.transcribers, page.diarisers, page.analysts].map(([first]) => first?.name)).toEqual([
    'sherpa',
    'sherpa',
    'extractive',
  ])
  expect(page.disk.free).toBeGreaterThan(0)
})

test('the operator is made by command and loses it again, for the next request on', async () => {
  const setOperator = (value: boolean) => app.services.admin.setOperator(other.userId, value)
  await setOperator(true)
  expect((await other.send('GET', '/api/engines')).status).toBe(200)
  await setOperator(false)
  expect((await other.send('GET', '/api/engines')).status).toBe(403)
})

test('a trial gives the words that the engine in use makes of ten seconds, and the time it took', async () => {
  const { status, body } = await operator.send('POST', '/api/engines/trial')
  expect(status).toBe(200)
  const trial = engineTrialSchema.parse(body)
  expect(trial.engine).toBe('sphinx')
  expect(trial.text.split(' ').length).toBeGreaterThan(5)
  expect(trial.seconds).toBeGreaterThan(0)
})

test('AI servers on this machine are found by what they answer, and other programs are not taken for one', async () => {
  const asked: string[] = []
  const answering = async (body: string) => {
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { port: (server.address() as AddressInfo).port, close: () => server.close() }
  }
  const ai = await answering('{"object":"list","data":[{"id":"llama3.2"}]}')
  const page = await answering('<html></html>')
  const own = await answering('{"data":[{"id":"own"}]}')
  const gone = await answering('')
  gone.close()
  try {
    const known = [ai, page, own, gone].map(({ port }, i) => ({ name: `Server ${i}`, port }))
    expect(await findLocalServers(own.port, known)).toEqual([
      { name: 'Server 0', base_url: `http://127.0.0.1:${ai.port}/v1`, models: ['llama3.2'] },
    ])
    expect(asked).toEqual(['GET /v1/models', 'GET /v1/models'])
  } finally {
    for (const server of [ai, page, own]) server.close()
  }
})
