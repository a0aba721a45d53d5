import { expect, test } from 'vitest'
import type { GoTrueClient } from '@supabase/auth-js'
import { continueWithWeb } from './continue-with-web.ts'
import { getChallenge, createVerifier } from './continue-with-web.ts'

const SERVER = 'http://localhost:3000'
const REDIRECT = 'https://abc.chromiumapp.org/'

/** Signs in with a web app that redirects to the URL from `answer`, and a server with this reply. */
async function signIn(
  answer: (asked: URLSearchParams) => string | null,
  reply: () => Response = () => Response.json({ access_token: 'a', refresh_token: 'r' }),
) {
  let asked = new URLSearchParams()
  const exchanged: { auth_code: string; code_verifier: string }[] = []
  const sessions: unknown[] = []
  const auth = {
    setSession: async (tokens: unknown) => (sessions.push(tokens), { error: null }),
  } as unknown as GoTrueClient
  const end = await continueWithWeb({
    account: { auth, server: SERVER },
    redirectUrl: REDIRECT,
    showPage: async (url) => {
      asked = new URL(url).searchParams
      return answer(asked)
    },
    fetch: async (_url, init) => {
      exchanged.push(JSON.parse(init?.body as string) as { auth_code: string; code_verifier: string })
      return reply()
    },
  })
  return { end, asked, exchanged, sessions }
}
const granted = (asked: URLSearchParams) => `${REDIRECT}?code=c&state=${asked.get('state') ?? ''}`

test('exchanges the code and its challenge’s verifier for a session', async () => {
  const { end, asked, exchanged, sessions } = await signIn(granted)
  expect(end).toEqual({ outcome: 'signed-in' })
  expect(Object.fromEntries(asked)).toMatchObject({ code_challenge_method: 's256', redirect_to: REDIRECT })
  expect(exchanged).toEqual([{ auth_code: 'c', code_verifier: expect.stringMatching(/^[\w-]{43}$/) }])
  expect(await getChallenge(exchanged[0]?.code_verifier ?? '')).toBe(asked.get('code_challenge'))
  expect(sessions).toEqual([{ access_token: 'a', refresh_token: 'r' }])
})

test('ends without an error when the window was closed or the person declined', async () => {
  expect((await signIn(() => null)).end).toEqual({ outcome: 'closed' })
  expect((await signIn(() => `${REDIRECT}?error=access_denied`)).end).toEqual({ outcome: 'closed' })
})

test('ignores an answer to another request', async () => {
  const { end, exchanged } = await signIn(() => `${REDIRECT}?code=c&state=other`)
  expect([end, exchanged]).toEqual([
    { outcome: 'failed', problem: 'An unexpected error occurred. Please try again.' },
    [],
  ])
})

test('reports a rejected code in the server’s words, and a missing answer in general ones', async () => {
  const msg = 'This sign-in took too long. Start again.'
  expect(
    (await signIn(granted, () => Response.json({ code: 403, error_code: 'flow_state_expired', msg }, { status: 403 })))
      .end,
  ).toEqual({ outcome: 'failed', problem: msg })
  const silent = () => {
    throw new TypeError('Failed to fetch')
  }
  expect((await signIn(granted, silent)).end).toEqual({
    outcome: 'failed',
    problem: 'An unexpected error occurred. Please try again.',
  })
})

test('creates a new verifier each time, with its challenge by RFC 7636', async () => {
  expect(createVerifier()).not.toBe(createVerifier())
  expect(await getChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  )
})
