import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'

let app: RunningApp
let person: Person
beforeAll(async () => {
  app = await startApp()
  person = await app.signUp()
})
afterAll(() => app.close())

const UNREAD = { error: { code: 'invalid_request', message: 'Invalid request.' } }

const DEEP = Array.from({ length: 100 }).reduce((inner: unknown) => [inner], [])

test.each<[what: string, name: unknown]>([
  ['80,000 values', Array.from({ length: 40_000 }, () => ({}))],
  [
    'a hundred levels',
    Array(100)
      .fill(0)
      .reduce((inner: unknown) => [inner], []),
  ],
])('refuses a JSON body of %s before its values are checked', async (_what, name) => {
  expect(await person.send('POST', '/api/tags', { name })).toEqual({ status: 400, body: UNREAD })
})

test('refuses a JSON body of a hundred levels in the identity service too', async () => {
  expect(await app.visitor('POST', '/auth/v1/signup', { data: DEEP })).toMatchObject({
    status: 400,
    body: { error_code: 'bad_json' },
  })
})

test('reads a JSON body of 5,000 edited lines and of captions full of brackets', async () => {
  const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\n' + '[[{{,,'.repeat(20_000)
  const made = await person.send('POST', '/api/process-meeting', { captions })
  expect(made.status).toBe(200)
  const { job_id: id } = made.body as { job_id: string }
  const segments = Array.from({ length: 5000 }, (_, n) => ({ id: `s${n}`, text: 'Yes.', speaker: 'Ann' }))
  const { body } = await person.send('PATCH', `/api/microsites/${id}`, { segments })
  expect(body).not.toEqual(UNREAD)
})
