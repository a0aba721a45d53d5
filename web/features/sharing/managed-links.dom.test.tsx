import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { linkListSchema, SHARE_PATHS, type LinkViews, type ShareableLink } from '@callfolio/shared/contract/share.ts'
import { addMicrosite } from '../../testing/microsites.testing.ts'
import { openPart, replaceAnswers, signUp, type Person } from '../../testing/open-screen.testing.tsx'
import { SharedSites } from './shared-sites.tsx'

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()

let person: Person
let link: ShareableLink
beforeAll(async () => {
  person = await signUp()
  const { id } = await addMicrosite(person)
  const sections = ['summary', 'quotes', 'transcript']
  await person.send('POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 7, asks_email: true, sections })
  const [made] = await links()
  if (made === undefined) throw new Error('no link')
  link = made
})
beforeEach(() => person.enter())

async function links() {
  return linkListSchema.parse(await person.send('GET', SHARE_PATHS.list)).links
}
/** Lists the given link until it is changed. */
function listLink(change: Partial<ShareableLink>): void {
  let changed = false
  replaceAnswers(SHARE_PATHS.list, ({ method }, askServer) => {
    changed ||= method === 'PATCH'
    return changed ? askServer() : Response.json({ links: [{ ...link, ...change }] })
  })
}
async function openList() {
  const { user } = openPart(<SharedSites />)
  const row = within(await screen.findByRole('listitem'))
  return { user, row, press: (name: string | RegExp) => user.click(row.getByRole('button', { name })) }
}

test('shows when a link was last opened, and how often', async () => {
  listLink({ view_count: 2, last_opened_at: ago(2.5) })
  const { row } = await openList()
  expect(row.getByText(/2 views/)).toBeDefined()
  expect(row.getByText(/Last opened 2 hours ago/)).toBeDefined()
})

test('reactivates an expired link with a new expiry', async () => {
  listLink({ expires_at: ago(1) })
  const { user, row, press } = await openList()
  expect(row.getByRole('timer').textContent).toBe('Expired')
  await press(/^Manage/)
  const form = within(await screen.findByRole('dialog', { name: 'Manage link' }))
  expect(form.getByText(/Expired\. Choose a new date/)).toBeDefined()
  await user.selectOptions(form.getByLabelText('Link expires'), '1 Month from now')
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  await expect.poll(() => row.getByRole('timer').textContent).toMatch(/^29d /)
  expect(Date.parse((await links())[0]?.expires_at ?? '')).toBeGreaterThan(Date.parse(link.expires_at))
})

test('shows who viewed a link and how far they read, or that no one has', async () => {
  const views: LinkViews = {
    reached: { summary: 3, quotes: 2, transcript: 1 },
    views: [
      { at: ago(3), email: 'jo@acme.example', sections: ['summary', 'quotes'] },
      { at: ago(30), email: 'max@acme.example', sections: ['summary', 'quotes', 'transcript'] },
      { at: ago(80), email: null, sections: ['summary'] },
    ],
  }
  let reply: (() => Response) | null = () => Response.json({}, { status: 400 })
  replaceAnswers(SHARE_PATHS.views(link.id), (_request, askServer) => reply?.() ?? askServer())
  const { user, press } = await openList()
  const open = async () => {
    await press(/^See views through the link to /)
    return within(await screen.findByRole('dialog', { name: 'Views' }))
  }
  const readers = await open()
  await readers.findByText('Failed to load views.')
  reply = null
  await user.click(readers.getByRole('button', { name: 'Try again' }))
  await readers.findByText('No views yet')
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  reply = () => Response.json(views)
  const read = await open()
  await read.findByText(/opened 3 hours ago/)
  const reached = within(read.getByRole('region', { name: 'How far recipients read' })).getAllByRole('listitem')
  expect(reached.map(({ textContent }) => textContent)).toEqual([
    'Summary3 of 3',
    'Key Quotes2 of 3',
    'Transcript1 of 3',
  ])
  const visits = within(read.getByRole('region', { name: 'Views' })).getAllByRole('listitem')
  expect(visits).toHaveLength(3)
  expect(visits[0]?.textContent).toMatch(/^jo@acme\.example.*Summary, Key Quotes$/)
  expect(visits[2]?.textContent).toContain('No email address')
})
