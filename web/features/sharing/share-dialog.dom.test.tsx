import { fireEvent, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { linkListSchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addMicrosite, readMicrosite } from '../../testing/microsites.testing.ts'
import {
  changeAnswers,
  openPart,
  openScreen,
  replaceAnswers,
  signUp,
  type Person,
} from '../../testing/open-screen.testing.tsx'
import { ShareDialog } from './share-dialog.tsx'

let person: Person
let microsite: Microsite
beforeAll(async () => {
  person = await signUp()
  microsite = await addMicrosite(person)
})
beforeEach(async () => {
  person.enter()
  for (const { id } of await links()) await person.send('DELETE', SHARE_PATHS.one(id))
})

async function links() {
  return linkListSchema.parse(await person.send('GET', SHARE_PATHS.list)).links
}

function Share({ site }: { site: Microsite }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Share
      </button>
      <ShareDialog microsite={site} open={open} onOpenChange={setOpen} />
    </>
  )
}

/** Opens the dialog of a microsite that its owner has reviewed, or not. */
async function openDialog({ reviewed = true } = {}) {
  const { user, location } = openPart(
    <Share site={{ ...microsite, reviewed_at: reviewed ? '2026-11-21T08:00:00Z' : null }} />,
  )
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(reviewed ? 'More options' : 'Share without looking')
    return dialog
  }
  const share = await open()
  return {
    user,
    location,
    open,
    share,
    press: async (name: string | RegExp) => user.click(await share.findByRole('button', { name })),
    options: () => user.click(share.getByText('More options')),
    password: () => share.getByLabelText<HTMLInputElement>('Password'),
  }
}

test('makes a link that is open to everyone by one click, whatever was chosen and not made before', async () => {
  const { user, share, open, options } = await openDialog()
  await options()
  await user.click(share.getByLabelText('Transcript'))
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await open()
  await user.click(again.getByRole('button', { name: '1 Day' }))
  await again.findByRole('button', { name: 'Done' })
  expect(again.queryByLabelText('Password of the link')).toBeNull()
  expect(await links()).toMatchObject([
    { has_password: false, asks_email: false, sections: null, with_video: false, label: null },
  ])
})

test('begins open to everyone when another link is made in the same dialog', async () => {
  const { share, press, options, password } = await openDialog()
  fireEvent.change(share.getByLabelText(/^Who is it for/), { target: { value: 'For the buyer' } })
  await options()
  fireEvent.change(password(), { target: { value: 'open sesame' } })
  await press('1 Day')
  expect(await share.findByLabelText('Password of the link'), 'it can’t be read later').toHaveProperty(
    'value',
    'open sesame',
  )
  await press('Create another link')
  expect(share.getByLabelText(/^Who is it for/)).toHaveProperty('value', '')
  await press('3 Days')
  await share.findByRole('button', { name: 'Done' })
  expect((await links()).map(({ label, has_password }) => [label, has_password])).toEqual([
    [null, false],
    ['For the buyer', true],
  ])
})

test('refuses a password that is too short and a link without sections', async () => {
  const { user, share, press, options, password } = await openDialog()
  await options()
  fireEvent.change(password(), { target: { value: 'abc' } })
  await press('1 Day')
  expect((await share.findByRole('alert')).textContent).toBe('The password needs at least 4 characters.')
  fireEvent.change(password(), { target: { value: '' } })
  expect(share.queryByRole('alert')).toBeNull()
  for (const box of within(share.getByRole('group', { name: 'Sections to show' })).getAllByRole('checkbox'))
    await user.click(box)
  await press('1 Day')
  expect((await share.findByRole('alert')).textContent).toBe('Please choose at least one section.')
  expect(await links()).toEqual([])
})

test('generates a password without a secure context, and shows it until it is hidden', async () => {
  const { press, options, password, share } = await openDialog()
  const real = globalThis.crypto
  vi.stubGlobal('crypto', { getRandomValues: real.getRandomValues.bind(real) })
  await options()
  await press('Generate a password')
  expect(password().type).toBe('text')
  expect(password().value).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  expect(document.activeElement).toBe(share.getByRole('button', { name: 'Generate a password' }))
  await press('Hide password')
  expect(password().type).toBe('password')
})

test('counts the links there are, leads to them, and offers no video where there is none', async () => {
  await person.send('POST', SHARE_PATHS.create, { microsite_id: microsite.id, expires_in_days: 7 })
  const { user, share, options, location } = await openDialog()
  await share.findByText(/1 link to this microsite works already\./)
  await options()
  expect(share.queryByLabelText('Show the video')).toBeNull()
  await user.click(share.getByRole('link', { name: 'Manage shared links' }))
  expect(location()).toBe('/dashboard?tab=shared')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('offers a review before the first link, keeps what was decided in it, and can be skipped', async () => {
  const { user, share, open } = await openDialog({ reviewed: false })
  const summary = (dialog: typeof share) => dialog.findByRole('region', { name: 'Summary' })
  await user.click(within(await summary(share)).getAllByRole('button', { name: 'Remove' })[0] ?? document.body)
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await open()
  expect((await summary(again)).textContent).toContain('Removed')
  await user.click(again.getByRole('button', { name: 'Share without looking' }))
  await user.click(await again.findByRole('button', { name: '1 Week' }))
  await user.click(await again.findByRole('button', { name: 'Done' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await screen.findByText(/1 link to this microsite works already\./)
  expect(await readMicrosite(person, microsite.id)).toMatchObject({ reviewed_at: null, summary: null })
  expect(await links()).toHaveLength(1)
})

test('keeps the choices of a review that could not be saved, and goes on without it', async () => {
  const { user, share } = await openDialog({ reviewed: false })
  replaceAnswers(MICROSITE_PATHS.one(microsite.id), ({ method }, askServer) =>
    method === 'PATCH'
      ? Response.json({ error: { code: 'unavailable', message: 'The server rests.' } }, { status: 503 })
      : askServer(),
  )
  const steps = await share.findByRole('region', { name: 'Next steps' })
  await user.click(within(steps).getAllByRole('button', { name: 'Remove' })[0] ?? document.body)
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect((await share.findByRole('alert')).textContent).toBe(
    'The server rests. Your choices are still here: try again, or share the page as it is.',
  )
  expect(steps.textContent).toContain('Removed')
  await user.click(share.getByRole('button', { name: 'Share without looking' }))
  await share.findByRole('button', { name: '1 Week' })
})

/** Keeps everything in the review, also what only its owner sees. */
async function keepEverything(user: UserEvent): Promise<void> {
  const look = within(await screen.findByRole('dialog', { name: 'Look it through first' }))
  await user.click(await look.findByRole('button', { name: /^Keep all \d+$/ }))
  await user.click(look.getByRole('button', { name: 'Keep the rest' }))
}

test('shares a reviewed page at once, before the list is read again', async () => {
  await addMicrosite(person, { title: 'Kept' })
  const { user } = openScreen('/dashboard')
  const share = async () => user.click(await screen.findByRole('button', { name: 'Share Kept' }))
  await share()
  replaceAnswers(MICROSITE_PATHS.list, ({ url }, askServer) =>
    new URL(url).pathname === MICROSITE_PATHS.list ? Promise.reject(new TypeError('Failed to fetch')) : askServer(),
  )
  await keepEverything(user)
  await screen.findByRole('dialog', { name: 'Share Microsite' })
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await share()
  expect((await screen.findByRole('dialog', { name: 'Share Microsite' })).textContent).toContain('“Kept”')
})

test('offers the review at its address, also where there is a link already', async () => {
  await person.send('POST', SHARE_PATHS.create, { microsite_id: microsite.id, expires_in_days: 1 })
  const { user, location } = openScreen(`/microsite/${microsite.id}?look`)
  await keepEverything(user)
  await screen.findByRole('dialog', { name: 'Share Microsite' })
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(location()).toBe(`/microsite/${microsite.id}`))
})

test('asks before lines that may be private are shared, and leaves out transcript and video', async () => {
  const last = microsite.segments.at(-1)?.id ?? ''
  changeAnswers<Microsite>(MICROSITE_PATHS.one(microsite.id), (site) => ({ ...site, private_lines: [last] }))
  const { user } = openPart(<Share site={{ ...microsite, reviewed_at: '2026-11-21T08:00:00Z' }} />)
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await screen.findByRole('dialog', { name: 'Some lines may be private' })
  await user.click(screen.getByRole('button', { name: 'Leave out transcript and video' }))
  await user.click(await screen.findByRole('button', { name: '1 Week' }))
  await expect.poll(async () => (await links())[0]?.sections).toBeDefined()
  expect((await links())[0]).toMatchObject({ with_video: false, sections: expect.not.arrayContaining(['transcript']) })
})

test('offers to leave the automatic transcript of a draft out of the link', async () => {
  changeAnswers<Microsite>(MICROSITE_PATHS.one(microsite.id), (site) => ({
    ...site,
    transcript_info: { source: 'sphinx', draft: true, language: 'en', notice: 'A draft.' },
  }))
  const { user } = openPart(<Share site={{ ...microsite, reviewed_at: '2026-11-21T08:00:00Z' }} />)
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await screen.findByRole('dialog', { name: 'This page is a draft' })
  await user.click(screen.getByRole('button', { name: 'Leave out the transcript' }))
  await user.click(await screen.findByRole('button', { name: '1 Week' }))
  await expect.poll(async () => (await links())[0]?.sections).toBeDefined()
  expect((await links())[0]?.sections).not.toContain('transcript')
})
