import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SESSION_KEY } from '@callfolio/shared/session-key.ts'
import { openScreen, replaceAnswers, signUp } from '../../testing/open-screen.testing.tsx'

interface StoredSession {
  access_token: string
  user: { email: string }
}

const storedSession = () => JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as StoredSession | null

/**
 * Follows a link that the server answers with this session. The test server sends no email, so it has no such link.
 */
async function follow(session: StoredSession | null, type: string, button: string) {
  replaceAnswers('/auth/v1/verify', () => Response.json(session))
  const opened = openScreen(`/auth/confirm?token_hash=one&type=${type}`)
  await opened.user.click(await screen.findByRole('button', { name: button }))
  return opened
}

/** @returns the last user to sign up, who is signed in, and another user's session. */
async function twoPeople() {
  const other = await signUp()
  const session = storedSession()
  return { own: await signUp(), other, session }
}

test.each([
  ['magiclink', 'Sign in'],
  ['signup', 'Confirm email'],
  ['email_change', 'Confirm change'],
])(
  'a %s link of another account asks first, and users who stay signed in keep their own account',
  async (type, button) => {
    const { own, other, session } = await twoPeople()
    const { user, location } = await follow(session, type, button)
    await screen.findByRole('heading', { name: 'Switch accounts?' })
    screen.getByText(
      (_, element) => element?.tagName === 'P' && element.textContent.endsWith(`Continue as ${other.email}?`),
    )
    expect(screen.getByText(own.email)).toBeTruthy()
    expect(storedSession()?.user.email).toBe(own.email)

    await user.click(screen.getByRole('button', { name: 'Don’t switch' }))
    await expect.poll(location).toBe('/dashboard')
    expect(storedSession()?.user.email).toBe(own.email)
    const ended = await other.send('GET', '/auth/v1/user').catch(String)
    expect(ended, 'the session of the link is over').toContain('answered 403')
  },
)

test('a link of another account signs in with it after a click on Continue', async () => {
  const { other, session } = await twoPeople()
  const { user, location } = await follow(session, 'magiclink', 'Sign in')
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await expect.poll(location).toBe('/dashboard')
  expect(storedSession()?.user.email).toBe(other.email)
})

test.each(['signed in with the account', 'signed out'])('a link signs in a user at once who is %s', async (state) => {
  const { email } = await signUp()
  const session = storedSession()
  if (state === 'signed out') localStorage.removeItem(SESSION_KEY)
  const { location } = await follow(session, 'magiclink', 'Sign in')
  await expect.poll(location).toBe('/dashboard')
  expect(storedSession()?.user.email).toBe(email)
})
