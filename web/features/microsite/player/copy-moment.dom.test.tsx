import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPart, signUp } from '../../../testing/open-screen.testing.tsx'
import { CopyMoment } from './copy-moment.tsx'

test('shows the link to a timestamp, selected, when the clipboard rejects it', async () => {
  await signUp()
  const { user } = openPart(<CopyMoment ms={37_500} />)
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('denied'))
  await user.click(await screen.findByRole('button', { name: 'Copy link to 0:37' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Link to 0:37' }))
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Link to 0:37' })
  expect(document.activeElement).toBe(field)
  expect(field.value).toMatch(/\?t=37\.5$/)
  vi.restoreAllMocks()
})
