import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SHARE_PATHS, type ShareableLink } from '@callfolio/shared/contract/share.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import { addMicrosites } from '../../testing/api.testing.ts'
import { changeAnswers, openPart, replaceAnswers, signUp } from '../../testing/open-screen.testing.tsx'
import { stopClock } from '../../testing/stopped-clock.testing.ts'
import { SharedSites } from './shared-sites.tsx'

async function shareOne() {
  const person = await signUp()
  const [id = ''] = await addMicrosites(person, 'Acme call')
  await person.send('POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 3 })
}

const timer = () => screen.queryByRole('timer')?.textContent

test('counts down each second, copies its read-only link, and shows Copied for 1.5 seconds', async () => {
  await shareOne()
  const clock = stopClock()
  openPart(<SharedSites />)
  await clock.until(() => timer() !== undefined)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  expect(field.readOnly).toBe(true)
  expect(screen.getByText(`Created ${formatDay(new Date().toISOString())}`)).toBeTruthy()
  const before = timer()
  expect(before).toMatch(/^2d 23h 59m \d+s left$/)
  await clock.run(1000)
  await clock.until(() => timer() !== before)
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await clock.until(() => screen.queryByRole('button', { name: 'Copied' }) !== null)
  expect(await navigator.clipboard.readText()).toBe(field.value)
  await clock.run(1499)
  expect(screen.queryByRole('button', { name: 'Copied' })).not.toBeNull()
  await clock.run(1)
  await clock.until(() => screen.queryByRole('button', { name: 'Copied' }) === null)
})

test('shows an expired link as such', async () => {
  await shareOne()
  changeAnswers<{ links: ShareableLink[] }>(SHARE_PATHS.list, ({ links }) => ({
    links: links.map((link) => ({ ...link, expires_at: new Date(Date.now() - 1000).toISOString() })),
  }))
  openPart(<SharedSites />)
  await expect.poll(timer).toBe('Expired')
})

test('deletes a link after a confirmation, and reports a failure', async () => {
  await shareOne()
  openPart(<SharedSites />)
  fireEvent.click(await screen.findByRole('button', { name: /^Delete/ }))
  const confirm = within(await screen.findByRole('alertdialog'))
  expect(confirm.getByText('Are you sure you want to delete this shared link?')).toBeTruthy()
  let unreachable = true
  replaceAnswers(`${SHARE_PATHS.list}/`, (_, askServer) => {
    if (unreachable) throw new TypeError('Failed to fetch')
    return askServer()
  })
  fireEvent.click(confirm.getByRole('button', { name: 'Delete link' }))
  await expect.poll(() => confirm.queryByRole('alert')?.textContent).toBe('Failed to delete link.')
  unreachable = false
  fireEvent.click(confirm.getByRole('button', { name: 'Delete link' }))
  await screen.findByText('No shared links found')
})

test('labels a link without a title, and reports a list that cannot be loaded', async () => {
  await shareOne()
  let fails = false
  replaceAnswers(SHARE_PATHS.list, async (_, askServer) => {
    if (fails) return Response.json({}, { status: 400 })
    return new Response((await (await askServer()).text()).replace('"Acme call"', '""'))
  })
  openPart(<SharedSites />)
  await screen.findByRole('heading', { name: 'Untitled Microsite' })
  fails = true
  openPart(<SharedSites />)
  expect(await screen.findByText('Failed to load shared links.')).toBeTruthy()
})
