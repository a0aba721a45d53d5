import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type Person, type RunningApp } from '../../testing/app.ts'

let app: RunningApp
let person: Person

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await app.signUp()
})

const spans = [{ start_ms: 0, end_ms: 1000 }]
/** The routes that start work, each with a body. */
const STARTS: readonly (readonly [path: string, body?: unknown])[] = [
  ['retry'],
  ['transcript', { source: 'given', text: 'Ann: Hello' }],
  ['analyse', { analyst: 'extractive' }],
  ['language', { language: 'de' }],
  ['redactions', { spans }],
  ['start-with-draft'],
]
/** To a microsite that doesn't exist: refused requests count too. */
const ask = async (path: string, body?: unknown) => {
  const { status, headers } = await fetch(`${app.url}/api/microsites/${randomUUID()}/${path}`, {
    method: 'POST',
    headers: { 'authorization': `Bearer ${person.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status, seconds: Number(headers.get('retry-after')) }
}

test('limits a user to sixty starts of any work on microsites in five minutes', async () => {
  for (let asked = 0; asked < 10; asked += 1)
    for (const [path, body] of STARTS) expect((await ask(path, body)).status, path).toBe(404)
  for (const [path, body] of STARTS) {
    const { status, seconds } = await ask(path, body)
    expect(status, path).toBe(429)
    expect(seconds, path).toBeGreaterThan(0)
  }
  expect((await ask('redactions', { spans, preview: true })).status, 'a look at what goes is no work').toBe(404)
  person = await app.signUp()
  expect((await ask('retry')).status, 'others are not kept waiting').toBe(404)
})

test('limits a user to three hundred redaction previews in five minutes', async () => {
  const preview = { spans, preview: true }
  for (let asked = 0; asked < 300; asked += 1) expect((await ask('redactions', preview)).status).toBe(404)
  expect((await ask('redactions', preview)).status).toBe(429)
  expect((await ask('redactions', { spans })).status, 'they hold up no redaction').toBe(404)
})
