import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SESSION_KEY } from '@callfolio/shared/session-key.ts'
import { fillIn } from '../../testing/fill-in.testing.ts'
import { holdRequests, openScreen, signUp } from '../../testing/open-screen.testing.tsx'
import { stopClock } from '../../testing/stopped-clock.testing.ts'
import { resetPasswordAddress, type RecoveryTokens } from './emailed-link.ts'

test('sets the password with the tokens of the link, and opens the sign-in two seconds later', async () => {
  const { email } = await signUp()
  const tokens = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '') as RecoveryTokens
  localStorage.clear()
  const release = holdRequests('/auth/v1/user', 'PUT')
  const { location } = openScreen(resetPasswordAddress(tokens))
  await screen.findByLabelText('New password')
  fillIn({ 'New password': 'another horse', 'Confirm new password': 'different horse' })
  fireEvent.click(screen.getByRole('button', { name: 'Reset Password' }))
  expect(screen.getByRole('alert').textContent).toBe('Passwords do not match.')
  fillIn({ 'Confirm new password': 'another horse' })
  fireEvent.click(screen.getByRole('button', { name: 'Reset Password' }))
  expect((await screen.findByRole('button', { name: 'Resetting...' })).hasAttribute('disabled')).toBe(true)
  const clock = stopClock()
  release()
  await clock.until(() => screen.queryByText('Password reset successful! Redirecting to login...') !== null)
  await clock.run(1999)
  expect(location()).toBe('/reset-password')
  await clock.run(1)
  await clock.until(() => location() === '/auth')
  const reply = await fetch(`${window.location.origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'another horse' }),
  })
  expect(reply.status).toBe(200)
})

test('rejects a link without tokens', async () => {
  openScreen('/reset-password')
  await screen.findByText('Invalid or expired reset link.')
  expect(screen.queryByLabelText('New password')).toBeNull()
})
