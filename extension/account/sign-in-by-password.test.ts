import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { CAPTCHA, signInByPassword, TWO_STEP } from './sign-in-by-password.ts'

type Deps = Parameters<typeof signInByPassword>[0]
const CREDENTIALS = { email: 'ann@example.org', password: 'correct horse' }

/** Replaces the identity service; records what happens to the session. */
function begin(answer: () => unknown) {
  const steps: string[] = []
  const deps = {
    passing: {
      signInWithPassword: async () => answer(),
      signOut: async ({ scope }: { scope: string }) => {
        steps.push(`signed out ${scope}`)
        return { error: null }
      },
    },
    auth: {
      setSession: async ({ access_token }: { access_token: string }) => {
        steps.push(`kept ${access_token}`)
        return { data: {}, error: null }
      },
    },
  } as unknown as Deps
  return { deps, steps }
}
const session = { access_token: 'token', refresh_token: 'next' }
const entered = (factors: { status: string }[]) => () => ({ data: { session, user: { factors } }, error: null })

test('keeps the session of a correct password', async () => {
  const { deps, steps } = begin(entered([{ status: 'unverified' }]))
  expect(await signInByPassword(deps, CREDENTIALS)).toBeNull()
  expect(steps).toEqual(['kept token'])
})

test('a password alone doesn’t open an account with two-step sign-in: the web app asks for the rest', async () => {
  const { deps, steps } = begin(entered([{ status: 'verified' }]))
  expect(await signInByPassword(deps, CREDENTIALS)).toBe(TWO_STEP)
  expect(steps, 'what was half opened is closed').toEqual(['signed out local'])
})

test('uses the web app when a captcha is required', async () => {
  const error = new AuthApiError('Complete the captcha first.', 400, 'captcha_failed')
  const { deps, steps } = begin(() => ({ data: {}, error }))
  expect(await signInByPassword(deps, CREDENTIALS)).toBe(CAPTCHA)
  expect(steps).toEqual([])
})

test('shows the service’s message for an error, and ours for a missing answer', async () => {
  const refused = new AuthApiError('Invalid login credentials', 400, 'invalid_credentials')
  const offline = new AuthRetryableFetchError('x', 0)
  const say = (error: Error) => signInByPassword(begin(() => ({ data: {}, error })).deps, CREDENTIALS)
  expect(await say(refused)).toBe('Invalid login credentials')
  expect(await say(offline)).toBe('An unexpected error occurred. Please try again.')
  const broken = begin(() => {
    throw new Error('x')
  })
  expect(await signInByPassword(broken.deps, CREDENTIALS)).toBe('An unexpected error occurred. Please try again.')
})
