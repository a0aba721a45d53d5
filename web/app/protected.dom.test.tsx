import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SESSION_KEY } from '@callfolio/shared/session-key.ts'
import { fillIn } from '../testing/fill-in.testing.ts'
import { openPart, openScreen, replaceAnswers, signUp } from '../testing/open-screen.testing.tsx'

test.each(['/dashboard', '/upload', '/microsite/x'])('sends a visitor from %s to the sign-in', async (path) => {
  const { location } = openScreen(path)
  expect(screen.queryByText('Loading...'), 'while it is not known who it is').not.toBeNull()
  await expect.poll(location).toBe('/auth')
})

test('shows a spinner while an expired session is renewed', async () => {
  await signUp('starter')
  const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '') as object
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }))
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  replaceAnswers('/auth/v1/token', async (_, askServer) => {
    asked.resolve()
    await held.promise
    return askServer()
  })
  openPart(<p>What is protected</p>)
  await asked.promise
  expect(screen.getByRole('status').textContent).toBe('Loading...')
  expect(screen.queryByText('What is protected')).toBeNull()
  held.resolve()
  await screen.findByText('What is protected')
})

test('leads back to the protected page after the sign-in', async () => {
  const { email, password } = await signUp('starter')
  localStorage.clear()
  const { location } = openScreen('/dashboard?tab=settings')
  await screen.findByLabelText('Password')
  fillIn({ 'Email Address': email, 'Password': password })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await expect.poll(location).toBe('/dashboard?tab=settings')
})

test('goes to the sign-in with a notice when the session was ended elsewhere', async () => {
  await signUp('starter')
  const { location } = openScreen('/dashboard')
  // Before that, the session counts as never begun.
  await screen.findByRole('button', { name: 'Sign Out' })
  replaceAnswers('/auth/v1/user', async () =>
    Response.json({ code: 403, error_code: 'session_not_found', msg: 'Session does not exist' }, { status: 403 }),
  )
  await expect
    .poll(() => {
      document.dispatchEvent(new Event('visibilitychange'))
      return location()
    })
    .toBe('/auth')
  await screen.findByText('You were signed out. Sign in again.')
})
