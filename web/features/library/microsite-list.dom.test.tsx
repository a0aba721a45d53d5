import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MICROSITE_PATHS, type MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addMicrosites, addTags } from '../../testing/api.testing.ts'
import { fillIn } from '../../testing/fill-in.testing.ts'
import { changeAnswers, openPart, replaceAnswers, signUp } from '../../testing/open-screen.testing.tsx'
import { SharedSites } from '../sharing/shared-sites.tsx'
import { UsageCard } from './dashboard-cards.tsx'
import { MicrositeList } from './microsite-list.tsx'

const titles = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const filters = () =>
  within(screen.getByRole('list', { name: 'Active filters' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
const card = (title: string) => screen.getByRole('heading', { name: title }).closest('[role=listitem]') as HTMLElement
const search = (words: string) => fillIn({ 'Search microsites': words })

/** Applies these changes to each card in the list's answers. */
function changeCards(change: () => Partial<MicrositeCard>): void {
  changeAnswers<{ microsites: MicrositeCard[] }>(MICROSITE_PATHS.list, (list) => ({
    ...list,
    microsites: list.microsites.map((site) => ({ ...site, ...change() })),
  }))
}

test('searches and filters on the server, and keeps the filters in the URL', async () => {
  const person = await signUp()
  const [acme = ''] = await addMicrosites(person, 'Acme call', 'Globex call', 'Weekly sync')
  await addTags(person, 'Big deals')
  await person.send('PATCH', MICROSITE_PATHS.one(acme), { tags: ['Big deals'] })
  const { location } = openPart(<MicrositeList />)
  await expect.poll(titles).toEqual(['Weekly sync', 'Globex call', 'Acme call'])
  search('CALL')
  await expect.poll(titles).toEqual(['Globex call', 'Acme call'])
  search('big')
  await expect.poll(titles, { message: 'by a tag' }).toEqual(['Acme call'])

  search('')
  await expect.poll(titles).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter Microsites' }))
  fireEvent.click(await dialog.findByRole('radio', { name: 'Big deals' }))
  fireEvent.click(dialog.getByRole('radio', { name: 'Most views' }))
  fireEvent.change(dialog.getByLabelText(/^Created/), { target: { value: '2026-13' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Apply filters' }))
  expect(dialog.getByRole('alert').textContent).toContain('Enter a day, month or year')
  const decade = String(new Date().getFullYear()).slice(0, 3)
  fireEvent.change(dialog.getByLabelText(/^Created/), { target: { value: decade } })
  fireEvent.click(dialog.getByRole('button', { name: 'Apply filters' }))
  await expect.poll(titles).toEqual(['Acme call'])

  cleanup()
  const { user } = openPart(<MicrositeList />, location())
  await expect.poll(titles).toEqual(['Acme call'])
  expect(filters()).toEqual(
    ['Tag: Big deals', `Created: ${decade}`, 'Most views first'].map((filter) => `Remove filter ${filter}`),
  )
  await user.click(screen.getByRole('button', { name: 'Remove filter Tag: Big deals' }))
  expect(document.activeElement, 'the focus is not lost with the filter').toBe(
    screen.getByRole('button', { name: 'Filter' }),
  )
  await expect.poll(titles).toEqual(['Weekly sync', 'Globex call', 'Acme call'])

  search('no one said this')
  await screen.findByText('No microsites match')
  fireEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  await expect.poll(titles).toHaveLength(3)
  expect(screen.getByLabelText<HTMLInputElement>('Search microsites').value).toBe('')
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
})

test('follows a microsite until it is active, then counts it', async () => {
  const person = await signUp('starter')
  await addMicrosites(person, 'Acme call')
  const states: Partial<MicrositeCard>[] = [
    { status: 'processing', step: 2, progress: 0.3, step_detail: 'transcribed 12 of 46 minutes' },
    { status: 'transcript_ready', step: 4, progress: 0.8, step_detail: null },
  ]
  let isCounted = false
  changeCards(() => {
    const state = states.shift()
    isCounted ||= state === undefined
    return state ?? {}
  })
  changeAnswers<{ used: number }>('/api/usage', (usage) => (isCounted ? usage : { ...usage, used: 0 }))
  openPart(
    <>
      <UsageCard />
      <MicrositeList />
    </>,
  )
  await screen.findByText(/transcribed 12 of 46 minutes/)
  await screen.findByText('0/3')
  expect(within(card('Acme call')).getByRole('button', { name: /^Share/ })).toBeTruthy()
  await screen.findByText(/Analyzing content/)
  await screen.findByText('Active')
  expect(within(card('Acme call')).queryByRole('progressbar')).toBeNull()
  await screen.findByText('1/3')
})

test('shows date and views of a microsite and links to it', async () => {
  const person = await signUp()
  const [id = ''] = await addMicrosites(person, 'Acme call')
  changeCards(() => ({ created_at: '2026-03-09T12:00:00.000Z', view_count: 12 }))
  openPart(<MicrositeList />)
  await screen.findByText('12 views')
  expect(card('Acme call').textContent).toContain('Mar 9, 2026')
  expect(screen.getByRole('link', { name: 'View Acme call' }).getAttribute('href')).toBe(`/microsite/${id}`)
})

test('renames a microsite, undoes it, and deletes it with its links after a warning', async () => {
  const person = await signUp('starter')
  const [id = ''] = await addMicrosites(person, 'Acme call')
  await person.send('POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 1 })
  const { user } = openPart(
    <>
      <UsageCard />
      <MicrositeList />
    </>,
  )
  const choose = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'More for Acme call' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await screen.findByText('1/3')
  await choose('Rename')
  const rename = within(await screen.findByRole('dialog', { name: 'Rename microsite' }))
  fillIn({ Title: ' ' }, rename)
  fireEvent.click(rename.getByRole('button', { name: 'Rename' }))
  expect(rename.getByRole('alert').textContent).toBe('Enter a title.')
  fillIn({ Title: 'Globex call' }, rename)
  fireEvent.click(rename.getByRole('button', { name: 'Rename' }))
  await expect.poll(titles).toEqual(['Globex call'])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await expect.poll(titles).toEqual(['Acme call'])

  await choose('Delete')
  const confirm = await screen.findByRole('alertdialog', { name: 'Delete microsite' })
  expect(confirm.textContent).toContain('its video, transcript, summary and lists. Its shared links')
  fireEvent.click(within(confirm).getByRole('button', { name: 'Cancel' }))
  expect(titles()).toEqual(['Acme call'])
  await choose('Delete')
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete microsite' }))
  await screen.findByText('Your microsites will appear here')
  await screen.findByText('0/3')
  cleanup()
  openPart(<SharedSites />)
  await screen.findByText('No shared links found')
})

test('reports that it cannot be loaded, and can be loaded again', async () => {
  await signUp()
  let fails = true
  replaceAnswers(MICROSITE_PATHS.list, (_, askServer) => (fails ? Response.json({}, { status: 400 }) : askServer()))
  openPart(<MicrositeList />)
  await screen.findByText('Failed to load microsites.')
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Your microsites will appear here')).toBeTruthy()
})
