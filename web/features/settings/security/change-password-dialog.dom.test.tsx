import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SESSION_KEY } from '@callfolio/shared/session-key.ts'
import { fillIn } from '../../../testing/fill-in.testing.ts'
import { changeAnswers, openPart, replaceAnswers, signUp } from '../../../testing/open-screen.testing.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

async function openDialog() {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  openPart(<ChangePasswordDialog open onOpenChange={onOpenChange} onForgot={vi.fn<() => void>()} />)
  const dialog = within(await screen.findByRole('dialog'))
  return {
    onOpenChange,
    problem: () => dialog.queryByRole('alert')?.textContent,
    edit: (label: string, text: string) => fillIn({ [label]: text }, dialog),
    change: (current: string, next: string, confirmed = next) => {
      fillIn({ 'Current password': current, 'New password': next, 'Confirm new password': confirmed }, dialog)
      fireEvent.click(dialog.getByRole('button', { name: 'Update password' }))
    },
  }
}

/** @returns the status with which a sign-in is answered. */
async function signIn(email: string, password: string): Promise<number> {
  const reply = await fetch(`${window.location.origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return reply.status
}

test('says which rule the new password breaks, until a field is edited', async () => {
  const person = await signUp()
  const { problem, edit, change } = await openDialog()
  change('', '')
  await expect.poll(problem).toBe('Please fill in all fields.')
  edit('Current password', 'not my password')
  expect(problem()).toBeUndefined()
  change(person.password, 'another horse', 'another house')
  await expect.poll(problem).toBe('New passwords do not match.')
  change('not my password', 'another horse')
  await expect.poll(problem).toBe('Current password is incorrect.')
  change(person.password, 'x')
  await expect.poll(problem).toMatch(/^Failed to update password\. /)
})

test('changes the password and leaves this browser signed in', async () => {
  const { email, password } = await signUp()
  const { onOpenChange, change } = await openDialog()
  change(password, 'another horse')
  await screen.findByText('Password updated successfully!')
  expect(onOpenChange).toHaveBeenCalledWith(false)
  expect([await signIn(email, password), await signIn(email, 'another horse')]).toEqual([400, 200])
  const { access_token } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await fetch(`${window.location.origin}/api/usage`, { headers })).status).toBe(200)
})

test('asks to try again when the current password cannot be checked', async () => {
  const person = await signUp()
  const { problem, change } = await openDialog()
  replaceAnswers('/auth/v1/token', () => Promise.reject(new TypeError('Failed to fetch')))
  change(person.password, 'another horse')
  await expect.poll(problem).toBe('An error occurred. Please try again.')
})

test('rejects an account without an email address', async () => {
  await signUp()
  changeAnswers<object>('/auth/v1/user', (user) => ({ ...user, email: '' }))
  const session = localStorage.getItem(SESSION_KEY) ?? ''
  localStorage.setItem(SESSION_KEY, session.replaceAll(/"email":"[^"]*@[^"]*"/g, '"email":""'))
  const { problem, change } = await openDialog()
  change('correct horse', 'another horse')
  await expect.poll(problem).toBe('User not found or email missing.')
})
