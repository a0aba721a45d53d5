import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { linkListSchema, SHARE_PATHS, type CreateLink } from '@callfolio/shared/contract/share.ts'
import { addMicrosite, keepAll } from '../../testing/microsites.testing.ts'
import { openPart, replaceAnswers, signUp, type Person } from '../../testing/open-screen.testing.tsx'
import { useMicrosite } from '../library/use-microsite.ts'
import { FollowUp } from './follow-up.tsx'

/** One of the sample call's speakers. */
let dana: Person
let microsite: Microsite
beforeAll(async () => {
  dana = await signUp('premium', 'Dana Reed')
  microsite = await keepAll(dana, await addMicrosite(dana, { title: 'Brightwater: first call' }))
})
beforeEach(async () => {
  dana.enter()
  for (const { id } of await links()) await dana.send('DELETE', SHARE_PATHS.one(id))
})

async function links() {
  return linkListSchema.parse(await dana.send('GET', SHARE_PATHS.list)).links
}
const share = (choice: Partial<CreateLink>) =>
  dana.send('POST', SHARE_PATHS.create, { microsite_id: microsite.id, expires_in_days: 7, ...choice })

function Draft({ id }: { id: string }) {
  const { data } = useMicrosite(id)
  return data && <FollowUp microsite={data} />
}

/** Opens a microsite's follow-up draft. */
async function openDraft({ id } = microsite) {
  const { user } = openPart(<Draft id={id} />)
  const open = async () => user.click(await screen.findByRole('button', { name: 'Draft a follow-up email' }))
  await open()
  const dialog = () => within(screen.getByRole('dialog', { name: 'Follow-up email' }))
  await screen.findByRole('dialog', { name: 'Follow-up email' })
  const field = () => dialog().getByLabelText<HTMLTextAreaElement>('Message')
  return {
    user,
    open,
    dialog,
    field,
    text: () => field().value,
    write: (value: string) => fireEvent.change(field(), { target: { value } }),
    choose: async (name: string | RegExp) => user.click(await dialog().findByRole('radio', { name })),
    press: async (name: string) => user.click(await dialog().findByRole('button', { name })),
  }
}

test('drafts an email to the other speakers without sharing anything', async () => {
  const { dialog, text, user } = await openDraft()
  expect(dialog().getByLabelText('Subject')).toHaveProperty('value', 'Follow-up: Brightwater: first call')
  expect(text()).toMatch(/^Hi Marcus and Priya,\n\nThank you for your time on our call\.\n\nNext steps\n/)
  expect(text()).toMatch(/\n- Marcus: send Dana a list of the ten people before the end of the week \(\d:\d\d\)\n/)
  expect(text()).toMatch(/\n- As I said, “.+\n/)
  expect(text()).toMatch(/\n\nBest regards,\nDana Reed$/)
  expect(text()).not.toContain('From our call')
  expect(text()).not.toMatch(/https?:/)
  expect(await links()).toEqual([])
  const address = dialog().getByRole('link', { name: 'Open in email app' }).getAttribute('href')
  expect(decodeURIComponent(address ?? '')).toBe(
    `mailto:?subject=Follow-up: Brightwater: first call&body=${text().replaceAll('\n', '\r\n')}`,
  )
  await user.click(dialog().getByRole('checkbox', { name: 'Include quotes' }))
  expect(text()).toMatch(/\nFrom our call\n“[^]+\n\nBest regards,\nDana Reed$/)
  await user.click(dialog().getByRole('checkbox', { name: 'Priya' }))
  expect(text()).toMatch(/^Hi Marcus,\n/)
})

test('asks once which speaker is the writer, and remembers colleagues', async () => {
  const other = await signUp('premium', 'Ann Example')
  const theirs = await keepAll(other, await addMicrosite(other))
  const { text, dialog, choose, user } = await openDraft(theirs)
  expect(text()).toMatch(/^Hello,\n/)
  await choose('Dana')
  expect(text()).toMatch(/^Hi Marcus and Priya,\n[^]+\n- As I said, “/)
  await user.click(dialog().getByRole('checkbox', { name: 'Priya' }))
  cleanup()
  const again = await openDraft(theirs)
  expect(again.text()).toMatch(/^Hi Marcus,\n[^]+\n- As I said, “/)
  expect(again.dialog().queryByText('Which speaker are you?')).toBeNull()
})

test('keeps edits when a recipient is chosen or the dialog is closed, until they are discarded', async () => {
  const { text, write, dialog, user, open, press } = await openDraft()
  await user.click(dialog().getByRole('checkbox', { name: 'Marcus' }))
  await user.click(dialog().getByRole('checkbox', { name: 'Priya' }))
  expect(text()).toMatch(/^Hello,\n/)
  write(`${text()}\nPS: see you soon`)
  await user.click(dialog().getByRole('checkbox', { name: 'Priya' }))
  expect(text()).toMatch(/^Hi Priya,\n[^]*PS: see you soon$/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Draft a follow-up email' }))
  await open()
  expect(text()).toMatch(/PS: see you soon$/)
  await press('Discard edits')
  expect(text()).toMatch(/Best regards,\nDana Reed$/)
})

test('creates a link only when its expiry is chosen; offers an existing one, or none', async () => {
  const { text, choose, press, dialog } = await openDraft()
  await choose('New link')
  expect(await links()).toEqual([])
  let fails = true
  replaceAnswers(SHARE_PATHS.create, (_request, askServer) =>
    fails ? Response.json({ error: 'no', code: 'internal' }, { status: 500 }) : askServer(),
  )
  await press('2 Weeks')
  await dialog().findByText('Failed to generate shareable link. Please try again.')
  fails = false
  await press('2 Weeks')
  await waitFor(() => expect(text()).toMatch(/Recap of our call, available until .+:\nhttp.+\/s\/.+\n\nBest regards/))
  const [made] = await links()
  expect(text()).toContain(made?.share_url)
  expect(dialog().getByText(/Shared links only work on this computer/), 'the local address is warned of').toBeDefined()
  await choose('No link')
  expect(text()).not.toMatch(/https?:/)
  await choose(/^Until /)
  expect(text()).toContain(made?.share_url)
  expect(await links()).toHaveLength(1)
})

test('warns when the email’s link no longer works', async () => {
  await share({ label: 'Acme' })
  const { choose, dialog, user, open } = await openDraft()
  await choose(/^Acme/)
  await user.keyboard('{Escape}')
  const [made] = await links()
  await dana.send('PATCH', SHARE_PATHS.one(made?.id ?? ''), { revoked: true })
  // Query results stay fresh for ten seconds.
  const later = Date.now() + 11_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await open()
  const warning = 'The link in this email no longer works. Choose another one.'
  expect(await dialog().findByText(warning)).toBeDefined()
  vi.restoreAllMocks()
})

test('offers a review before the first link, and adds the items confirmed in it to the text', async () => {
  const unseen = await addMicrosite(dana)
  const { text, write, choose, press, dialog, user } = await openDraft(unseen)
  write(`Dear all, ${text()}`)
  await choose('New link')
  await dialog().findByRole('button', { name: 'Review' })
  expect(dialog().queryByRole('button', { name: '1 Week' })).toBeNull()
  expect(text()).not.toContain('security report first')
  await press('Review')
  const review = within(await screen.findByRole('dialog', { name: 'Review' }))
  await user.click(await review.findByRole('button', { name: /^Add all \d+$/ }))
  await user.click(review.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('dialog', { name: 'Follow-up email' })
  await dialog().findByRole('button', { name: '1 Week' })
  expect(text()).toMatch(/^Dear all, Hi Marcus and Priya,\n[^]+Next steps\n/)
  await waitFor(() => expect(text()).toContain('security report first'))
})

test('limits the text to what the chosen link shows, also after edits', async () => {
  await share({ label: 'quotes', sections: ['quotes', 'transcript'] })
  await share({ label: 'summary', sections: ['summary'], password: 'tide table' })
  const { text, write, choose, dialog, user } = await openDraft()
  await user.click(dialog().getByRole('checkbox', { name: 'Include quotes' }))
  await choose(/^quotes/)
  expect(text()).not.toContain('Next steps')
  expect(text()).toMatch(/From our call\n“/)
  expect(dialog().getByText('The email includes only what this link shows: Key Quotes, Transcript.')).toBeDefined()
  write(`Dear all, ${text()}`)
  await choose(/^summary/)
  expect(text()).toMatch(
    /^Dear all, Hi Marcus and Priya,\n\nThank you for your time on our call\.\n\nNext meeting\nMarch the third, .+\n\nRecap of our call/,
  )
  expect(dialog().getByText('Recipients need this link’s password. Send it separately.')).toBeDefined()
  await choose('No link')
  expect(text()).toMatch(/^Dear all, Hi .+\n\n.+\n\nNext steps\n- [^]+\n\nFrom our call\n“[^]+\n\nBest regards/)
})

test('selects the text when the clipboard rejects it, without claiming that it is copied', async () => {
  const { field, press, dialog } = await openDraft()
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('denied'))
  await press('Copy')
  await dialog().findByText(/^The browser blocked copying\. The text is selected/)
  expect(field().selectionEnd - field().selectionStart).toBe(field().value.length)
  expect(dialog().queryByText('Copied')).toBeNull()
  vi.restoreAllMocks()
})

test('copies text that is too long for an email program, and says so', async () => {
  const { write, press, dialog } = await openDraft()
  const copy = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue()
  write('long '.repeat(500))
  await press('Open in email app')
  await dialog().findByText(/^This text is too long for your email app, so we copied it/)
  expect(copy).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})
