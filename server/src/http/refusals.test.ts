import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiErrorSchema, ERROR_STATUS } from '@callfolio/shared/contract/api-error.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'

let app: RunningApp
let person: Person
beforeAll(async () => {
  app = await startApp({ CONTACT_EMAIL: 'contact@example.org' })
  person = await app.signUp()
})
afterAll(() => app.close())

const JSON_TYPE = { 'content-type': 'application/json' }
const WANTS_JSON = { accept: 'application/json' }
const LARGE = JSON.stringify({ name: 'x'.repeat(9 * 1024 * 1024) })
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

interface Asked {
  ask: string
  code: keyof typeof ERROR_STATUS
  headers?: Record<string, string>
  body?: string
}

const ASKED: Asked[] = [
  { ask: 'GET /api/nothing', code: 'not_found' },
  { ask: 'PUT /api/usage', code: 'not_found' },
  { ask: 'GET /storage/nothing', code: 'not_found' },
  { ask: 'GET /files', code: 'not_found' },
  { ask: 'GET /nothing', headers: WANTS_JSON, code: 'not_found' },
  { ask: 'POST /nothing', headers: WANTS_JSON, code: 'not_found' },
  { ask: 'GET /metrics', headers: WANTS_JSON, code: 'not_found' },
  { ask: 'DELETE /s/none', headers: WANTS_JSON, code: 'not_found' },
  { ask: 'POST /api/tags', headers: JSON_TYPE, body: LARGE, code: 'payload_too_large' },
  { ask: 'POST /api/contact', headers: JSON_TYPE, body: LARGE, code: 'payload_too_large' },
  {
    ask: 'POST /s/none',
    headers: { ...WANTS_JSON, ...FORM },
    body: `password=${'x'.repeat(20_000)}`,
    code: 'payload_too_large',
  },
  { ask: 'POST /api/tags', headers: JSON_TYPE, body: '{', code: 'invalid_request' },
  { ask: 'POST /api/tags', headers: JSON_TYPE, body: '', code: 'invalid_request' },
  { ask: 'POST /api/tags', headers: { 'content-type': 'text/plain' }, body: '{}', code: 'invalid_request' },
  { ask: 'POST /api/tags', headers: JSON_TYPE, body: '{"name":5}', code: 'invalid_request' },
  { ask: 'GET /api/microsites?limit=many', code: 'invalid_request' },
]

test.each(ASKED)('refuses $ask in JSON with a code and a message: $code', async ({ ask, headers = {}, body, code }) => {
  const [method = '', path = ''] = ask.split(' ')
  const reply = await fetch(app.url + path, {
    method,
    headers: { authorization: `Bearer ${person.token}`, ...headers },
    ...(body !== undefined && { body }),
  })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([ERROR_STATUS[code], 'application/json'])
  const { error } = apiErrorSchema.parse(await reply.json())
  expect(error.code).toBe(code)
  expect(error.message).toMatch(/^[A-Z“].+\.$/)
  expect(error.message).not.toMatch(/invalid input|expected|received|undefined|malformed|unrecognized/i)
})

test('shows people a text where no page could show an error', async () => {
  for (const path of ['/dashboard', '/nothing', '/s/none']) {
    const reply = await fetch(app.url + path, { method: 'DELETE', headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([reply.status, await reply.text()]).toEqual([404, 'Not found.'])
  }
})
