import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addMicrosites } from '../../testing/api.testing.ts'
import { keepAll, readMicrosite } from '../../testing/microsites.testing.ts'
import { holdRequests, openPart, signUp } from '../../testing/open-screen.testing.tsx'
import { stopClock } from '../../testing/stopped-clock.testing.ts'
import { ShareDialog } from './share-dialog.tsx'

/** Opens the dialog of a page that its owner has reviewed. */
async function openShare() {
  const person = await signUp()
  const [id = ''] = await addMicrosites(person, 'Acme call')
  const site = await keepAll(person, await readMicrosite(person, id))
  openPart(<ShareDialog microsite={site} open onOpenChange={vi.fn<() => void>()} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Microsite' }))
  await dialog.findByRole('button', { name: '1 Day' })
  return dialog
}

test('selects the link when the browser refuses to copy it, and does not say Copied', async () => {
  const dialog = await openShare()
  const { clipboard } = navigator
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  onTestFinished(() => void Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true }))
  fireEvent.click(dialog.getByRole('button', { name: '1 Day' }))
  await dialog.findByText(/The link is selected/)
  expect(dialog.queryByRole('button', { name: 'Copied' })).toBeNull()
  const field = dialog.getByLabelText<HTMLInputElement>('Shareable link')
  await expect.poll(() => document.activeElement).toBe(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
})

test('shows Copied beside a new link for two seconds', async () => {
  const dialog = await openShare()
  const release = holdRequests(SHARE_PATHS.create, 'POST')
  fireEvent.click(dialog.getByRole('button', { name: '1 Day' }))
  const clock = stopClock()
  release()
  await clock.until(() => dialog.queryByRole('button', { name: 'Copied' }) !== null)
  await clock.run(1999)
  expect(dialog.queryByRole('button', { name: 'Copied' })).not.toBeNull()
  await clock.run(1)
  await clock.until(() => dialog.queryByRole('button', { name: 'Copied' }) === null)
})
