import { afterAll, beforeAll, expect, test } from 'vitest'
import { functionErrorSchema } from '@callfolio/shared/contract/api-error.ts'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'

let app: RunningApp
let person: Person
beforeAll(async () => {
  app = await startApp()
  person = await app.signUp()
})
afterAll(() => app.close())

async function getRefusal(path: string, body: string, token: string | null = person.token) {
  const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) }
  const reply = await fetch(app.url + path, { method: 'POST', headers, body })
  const json: unknown = await reply.json()
  return { status: reply.status, json, ...functionErrorSchema.parse(json) }
}

/** Wording of the libraries that validate and parse bodies. */
const RAW = /invalid input|invalid option|too (?:big|small)|expected|received|undefined|malformed|unrecognized/i
const SENTENCE = /^[A-Z“].+\.$/

const FUNCTIONS = [
  { path: SHARE_PATHS.create, success: false },
  { path: SHARE_PATHS.getShared, success: false },
  // Its response has no `success`.
  { path: MICROSITE_PATHS.processMeeting },
]

test.each(FUNCTIONS.filter(({ path }) => path !== SHARE_PATHS.getShared))(
  '$path refuses a caller who is not signed in with a message and a code',
  async ({ path, ...rest }) => {
    for (const [token, code] of [
      [null, 'no_authorization'],
      ['nonsense', 'bad_jwt'],
    ] as const) {
      const { status, json } = await getRefusal(path, '{}', token)
      expect([status, json]).toEqual([401, { ...rest, error: expect.any(String), code }])
    }
  },
)

test.each(FUNCTIONS)(
  '$path refuses invalid input with a message and a code, never in a library’s words',
  async ({ path, ...rest }) => {
    const wrong = {
      microsite_id: 7,
      expires_in_days: 'soon',
      token: '',
      video_url: 7,
      captions: [],
      title: {},
      label: 7,
      audio_tracks: 'none',
    }
    for (const body of [JSON.stringify(wrong), '{}', '"text"', '{']) {
      const { status, json, error } = await getRefusal(path, body)
      expect([status, json], body).toEqual([
        400,
        { ...rest, error: expect.stringMatching(SENTENCE), code: 'invalid_request' },
      ])
      expect(error).not.toMatch(RAW)
    }
  },
)

test.each(FUNCTIONS)('$path refuses a body that is too large with a message and a code', async ({ path, ...rest }) => {
  const { status, json } = await getRefusal(path, JSON.stringify({ token: 'x'.repeat(9 * 1024 * 1024) }))
  expect([status, json]).toEqual([413, { ...rest, error: expect.stringMatching(SENTENCE), code: 'payload_too_large' }])
})
