import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CAPABILITIES_PATH, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { changeAnswers, holdRequests, openPart, replaceAnswers, signUp } from '../../testing/open-screen.testing.tsx'
import { AccountSetting } from '../settings/security/account-setting.tsx'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'

const NO_MAIL = /^This server doesn’t send email\. /

async function requestReset() {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  openPart(<ForgotPasswordDialog open onOpenChange={onOpenChange} initialEmail="unknown@example.org" />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset Password' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Send Reset Email' }))
  return { dialog, onOpenChange }
}

test('says that the email was sent when the server sends email', async () => {
  changeAnswers<Capabilities>(CAPABILITIES_PATH, (server) => ({ ...server, sends_mail: true }))
  const { dialog } = await requestReset()
  expect(await dialog.findByText('Password reset email sent! Check your inbox.')).toBeTruthy()
})

test('waits to know whether the server sends email before it says so', async () => {
  const release = holdRequests(CAPABILITIES_PATH, 'GET')
  const { dialog } = await requestReset()
  await dialog.findByRole('button', { name: 'Sending...' })
  expect(dialog.queryByRole('status')).toBeNull()
  release()
  await dialog.findByText(NO_MAIL)
})

test('claims neither when it is unknown whether the server sends email', async () => {
  replaceAnswers(CAPABILITIES_PATH, () =>
    Response.json({ error: { code: 'invalid_request', message: 'No.' } }, { status: 400 }),
  )
  const { dialog } = await requestReset()
  expect(await dialog.findByText(/No email\? Ask your admin for the link\.$/)).toBeTruthy()
})

test('reports a failure and can be canceled', async () => {
  replaceAnswers('/auth/v1/recover', () => Promise.reject(new TypeError('Failed to fetch')))
  const { dialog, onOpenChange } = await requestReset()
  await dialog.findByText(/^Error: /)
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('opens from the settings with the account’s address, and returns to them', async () => {
  const { email } = await signUp()
  const { user } = openPart(<AccountSetting />)
  const fields = await screen.findByLabelText<HTMLInputElement>('Email')
  expect([fields.value, fields.readOnly]).toEqual([email, true])
  expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Change Password' }))
  await user.click(await screen.findByRole('button', { name: 'Forgot your password?' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset Password' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Email Address').value).toBe(email)
  await user.click(dialog.getByRole('button', { name: 'Send Reset Email' }))
  await dialog.findByText(NO_MAIL)
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await screen.findByRole('dialog', { name: 'Change Password' })
})
