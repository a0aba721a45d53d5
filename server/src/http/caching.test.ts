import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'

let app: RunningApp
let person: Person
beforeAll(async () => {
  app = await startApp()
  person = await app.signUp()
})
afterAll(() => app.close())

test.each([
  'GET /api/microsites',
  'GET /api/usage',
  'GET /api/account/data',
  'GET /api/microsites/none',
  'GET /api/nothing',
  'GET /api/capabilities',
  'POST /api/process-meeting',
  'GET /auth/v1/user',
  'GET /auth/v1/nothing',
  'OPTIONS /files',
  'HEAD /files/none',
  'GET /storage/v1/object/sign/uservideos/none',
  'GET /s/none',
  'GET /healthz',
])('lets no cache store the response of %s', async (request) => {
  const [method = '', path = ''] = request.split(' ')
  for (const headers of [{}, { authorization: `Bearer ${person.token}` }]) {
    const reply = await fetch(app.url + path, { method, headers })
    expect(reply.headers.get('cache-control')).toContain('no-store')
  }
})
