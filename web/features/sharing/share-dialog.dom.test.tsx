import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { linkListSchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addMicrosite, keepAll, readMicrosite } from '../../testing/microsites.testing.ts'
import {
  changeAnswers,
  openPart,
  openScreen,
  replaceAnswers,
  signUp,
  type Person,
} from '../../testing/open-screen.testing.tsx'
import { waitingCount } from '../review/review.tsx'
import { ShareDialog } from './share-dialog.tsx'

let person: Person
let microsite: Microsite
beforeAll(async () => {
  person = await signUp()
  microsite = await keepAll(person, await addMicrosite(person))
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

/** Opens the dialog of a microsite without items to review. */
async function openDialog() {
  const { user, location } = openPart(<Share site={microsite} />)
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('More options')
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

test('creates a public link with one click, ignoring options chosen but not used before', async () => {
  const { user, share, open, options } = await openDialog()
  await options()
  await user.click(share.getByLabelText('Transcript'))
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await open()
  await user.click(again.getByRole('button', { name: '1 Day' }))
  await again.findByRole('button', { name: 'Done' })
  expect(again.queryByLabelText('Link password')).toBeNull()
  expect(await links()).toMatchObject([
    { has_password: false, asks_email: false, sections: null, with_video: false, label: null },
  ])
})

test('starts with a public link when another link is created in the same dialog', async () => {
  const { share, press, options, password } = await openDialog()
  fireEvent.change(share.getByLabelText(/^Who is it for/), { target: { value: 'For the buyer' } })
  await options()
  fireEvent.change(password(), { target: { value: 'open sesame' } })
  await press('1 Day')
  expect(await share.findByLabelText('Link password'), 'it can’t be read later').toHaveProperty('value', 'open sesame')
  await press('Create another link')
  expect(share.getByLabelText(/^Who is it for/)).toHaveProperty('value', '')
  await press('3 Days')
  await share.findByRole('button', { name: 'Done' })
  expect((await links()).map(({ label, has_password }) => [label, has_password])).toEqual([
    [null, false],
    ['For the buyer', true],
  ])
})

test('rejects a password that is too short and a link without sections', async () => {
  const { user, share, press, options, password } = await openDialog()
  await options()
  fireEvent.change(password(), { target: { value: 'abc' } })
  await press('1 Day')
  expect((await share.findByRole('alert')).textContent).toBe('Use at least 4 characters.')
  fireEvent.change(password(), { target: { value: '' } })
  expect(share.queryByRole('alert')).toBeNull()
  for (const box of within(share.getByRole('group', { name: 'Sections to show' })).getAllByRole('checkbox'))
    await user.click(box)
  await press('1 Day')
  expect((await share.findByRole('alert')).textContent).toBe('Choose at least one section.')
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

test('counts existing links, leads to them, and offers no video when there is none', async () => {
  await person.send('POST', SHARE_PATHS.create, { microsite_id: microsite.id, expires_in_days: 7 })
  const { user, share, options, location } = await openDialog()
  await share.findByText(/This microsite already has 1 working link\./)
  await options()
  expect(share.queryByLabelText('Show the video')).toBeNull()
  await user.click(share.getByRole('link', { name: 'Manage shared links' }))
  expect(location()).toBe('/dashboard?tab=shared')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

/** Opens the dialog of an unshared page with items to review. */
async function openReview() {
  const site = await addMicrosite(person)
  const opened = openPart(<Share site={site} />)
  const open = async () => opened.user.click(await screen.findByRole('button', { name: 'Share' }))
  await open()
  const review = within(await screen.findByRole('dialog', { name: 'Review' }))
  await review.findByRole('button', { name: 'Add' })
  return { ...opened, site, open, review }
}

test('offers a review before the first link, keeps its decisions, and can be skipped', async () => {
  const { user, site, open, review } = await openReview()
  await user.keyboard('a')
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open()
  await screen.findByRole('dialog', { name: 'Review' })
  await user.click(await screen.findByRole('button', { name: 'Skip review' }))
  const share = within(await screen.findByRole('dialog', { name: 'Share Microsite' }))
  await user.click(await share.findByRole('button', { name: '1 Week' }))
  await user.click(await share.findByRole('button', { name: 'Done' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open()
  await screen.findByText(/This microsite already has 1 working link\./)
  expect(waitingCount(await readMicrosite(person, site.id))).toBe(waitingCount(site) - 1)
  expect(review.queryByRole('button', { name: 'Add' })).toBeNull()
})

test('continues when the review can’t be saved', async () => {
  const { user, site, review } = await openReview()
  replaceAnswers(MICROSITE_PATHS.one(site.id), ({ method }, askServer) =>
    method === 'PATCH'
      ? Response.json({ error: { code: 'unavailable', message: 'The server rests.' } }, { status: 503 })
      : askServer(),
  )
  await user.keyboard('d')
  expect((await review.findByRole('alert')).textContent).toContain('Not saved. The server rests.')
  await user.click(review.getByRole('button', { name: 'Skip review' }))
  await screen.findByRole('dialog', { name: 'Share Microsite' })
})

test('shares a reviewed page at once', async () => {
  const { id } = await addMicrosite(person, { title: 'Kept' })
  const { user } = openScreen('/dashboard')
  const share = async () => user.click(await screen.findByRole('button', { name: 'Share Kept' }))
  await share()
  const review = within(await screen.findByRole('dialog', { name: 'Review' }))
  await user.click(await review.findByRole('button', { name: /^Add all \d+$/ }))
  await user.click(await review.findByRole('button', { name: 'Continue' }))
  await screen.findByRole('dialog', { name: 'Share Microsite' })
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await share()
  expect((await screen.findByRole('dialog', { name: 'Share Microsite' })).textContent).toContain('“Kept”')
  await vi.waitFor(async () => expect((await readMicrosite(person, id)).reviewed_at).not.toBeNull())
})

test('offers the review at its URL, even when a link exists', async () => {
  const { id } = await addMicrosite(person)
  await person.send('POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 1 })
  const { user, location } = openScreen(`/microsite/${id}?look`)
  const review = within(await screen.findByRole('dialog', { name: 'Review' }))
  await user.click(await review.findByRole('button', { name: 'Skip review' }))
  await screen.findByRole('dialog', { name: 'Share Microsite' })
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(location()).toBe(`/microsite/${id}`))
})

test('asks before sharing lines that may be private, and leaves out the transcript', async () => {
  const last = microsite.segments.at(-1)?.id ?? ''
  changeAnswers<Microsite>(MICROSITE_PATHS.one(microsite.id), (site) => ({ ...site, private_lines: [last] }))
  const { user } = openPart(<Share site={{ ...microsite, reviewed_at: '2026-11-21T08:00:00Z' }} />)
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await screen.findByRole('dialog', { name: 'Some lines may be private' })
  await user.click(screen.getByRole('button', { name: 'Share without transcript' }))
  await user.click(await screen.findByRole('button', { name: '1 Week' }))
  await expect.poll(async () => (await links())[0]?.sections).toBeDefined()
  expect((await links())[0]?.sections).not.toContain('transcript')
})

test('offers to leave a draft’s automatic transcript out of the link', async () => {
  changeAnswers<Microsite>(MICROSITE_PATHS.one(microsite.id), (site) => ({
    ...site,
    transcript_info: { source: 'sphinx', draft: true, language: 'en', notice: 'A draft.' },
  }))
  const { user } = openPart(<Share site={microsite} />)
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await screen.findByRole('dialog', { name: 'This transcript is a draft' })
  await user.click(screen.getByRole('button', { name: 'Share without transcript' }))
  await user.click(await screen.findByRole('button', { name: '1 Week' }))
  await expect.poll(async () => (await links())[0]?.sections).toBeDefined()
  expect((await links())[0]?.sections).not.toContain('transcript')
})
