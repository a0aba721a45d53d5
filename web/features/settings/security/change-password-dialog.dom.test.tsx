import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPart, replaceAnswers, signUp } from '../../../testing/open-screen.testing.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

async function openDialog() {
  const person = await signUp()
  const { user } = openPart(
    <ChangePasswordDialog open onOpenChange={vi.fn<() => void>()} onForgot={vi.fn<() => void>()} />,
  )
  const dialog = within(await screen.findByRole('dialog'))
  return {
    person,
    problem: () => dialog.queryByRole('alert')?.textContent,
    change: async (current: string, next: string, confirmed = next) => {
      const texts = { 'Current Password': current, 'New Password': next, 'Confirm New Password': confirmed }
      for (const [label, text] of Object.entries(texts)) {
        const field = dialog.getByLabelText(label)
        await user.clear(field)
        await user.click(field)
        await user.paste(text)
      }
      await user.click(dialog.getByRole('button', { name: 'Update Password' }))
    },
  }
}

test('says which rule the new password breaks', async () => {
  const { person, problem, change } = await openDialog()
  await change('', '')
  await expect.poll(problem).toBe('Please fill in all fields.')
  await change(person.password, 'another horse', 'another house')
  await expect.poll(problem).toBe('New passwords do not match.')
  await change('not my password', 'another horse')
  await expect.poll(problem).toBe('Current password is incorrect.')
  await change(person.password, 'x')
  await expect.poll(problem).toMatch(/^Failed to update password\. /)
})

test('asks to try again when the current password cannot be checked', async () => {
  const { person, problem, change } = await openDialog()
  replaceAnswers('/auth/v1/token', () => Promise.reject(new TypeError('Failed to fetch')))
  await change(person.password, 'another horse')
  await expect.poll(problem).toBe('An error occurred. Please try again.')
})
