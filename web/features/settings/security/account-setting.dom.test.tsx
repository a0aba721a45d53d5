import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changeAnswers, openPart, signUp } from '../../../testing/open-screen.testing.tsx'
import { AccountSetting } from './account-setting.tsx'

test('offers to change the password of an account that has one', async () => {
  await signUp()
  openPart(<AccountSetting />)
  await screen.findByRole('button', { name: 'Change Password' })
  expect(screen.queryByText('You have no password.')).toBeNull()
})

test('says that an account has no password, and offers the email that sets one', async () => {
  const { email } = await signUp()
  changeAnswers<object>('/auth/v1/user', (user) => ({ ...user, has_password: false }))
  const { user } = openPart(<AccountSetting />)
  await screen.findByText('You have no password.')
  await user.click(screen.getByRole('button', { name: 'Set Password' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reset Password' })
  expect(dialog.querySelector('input')?.value).toBe(email)
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})
