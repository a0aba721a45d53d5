import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { MICROSITE_PATHS, REVIEW_ALL, type Microsite, type WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { replaceMicrosite } from '../../testing/microsites.testing.ts'
import { openPart, replaceAnswers, signUp } from '../../testing/open-screen.testing.tsx'
import { sampleSite } from '../library/microsite.testing.ts'
import { useMicrosite } from '../library/use-microsite.ts'
import { applyEdit, type OwnerEdit } from '../microsite/edit/owner-edit.ts'
import { WaitingLine } from './review.tsx'

const at = (start_ms: number) => ({ start_ms, end_ms: start_ms + 900, segment_ids: [`s${start_ms / 1000}`] })
const waits = (text: string, start: number) => ({ text, ...at(start), unconfirmed: true })
const SITE = sampleSite({
  segments: ['I will send it.', 'It costs 5 euros.', 'We lose orders.', 'Let me ask the landlord.'].map((text, i) => ({
    id: `s${i + 1}`,
    start_ms: (i + 1) * 1000,
    end_ms: (i + 1) * 1000 + 900,
    speaker: 'Ana',
    text,
  })),
  gpt_summary: 'They met.',
  summary_evidence: null,
  gpt_todo_list: [{ ...waits('Ana: send it', 1000), doubt: { reason: 'owner', detail: 'Ana' } }],
  gpt_action_points: [waits('Ana will send it.', 1000)],
  gpt_important_points: [waits('It costs 5 euros.', 2000)],
  gpt_quotes: [waits('We lose orders.', 3000)],
})

/** The server's state, and the bodies it received. */
let stored: Microsite
let sent: (OwnerEdit & { reviewed?: boolean; updated_at?: string })[]
/** Replaces the server's answers; null: it works normally. */
let refusal: { status: number; code: string; message: string } | null

beforeEach(async () => {
  await signUp()
  stored = SITE
  sent = []
  refusal = null
})

/** Saves like the server: rejects an edit based on an older version. */
function serve(): void {
  replaceMicrosite('m1', () => stored)
  replaceAnswers(MICROSITE_PATHS.one('m1'), async (request, askServer) => {
    if (request.method !== 'PATCH') return askServer()
    if (refusal !== null) {
      const { status, code, message } = refusal
      return Response.json({ error: { code, message } }, { status })
    }
    const { updated_at, reviewed, ...edit } = (await request.json()) as (typeof sent)[number]
    if (updated_at !== stored.updated_at)
      return Response.json({ error: { code: 'conflict', message: 'It changed.' } }, { status: 409 })
    sent.push({ ...edit, ...(reviewed !== undefined && { reviewed }) })
    change(edit)
    return Response.json(stored)
  })
}

/** Changes the server's state, as this or another tab would. */
function change(edit: OwnerEdit): void {
  stored = { ...applyEdit(stored, edit), updated_at: new Date(Date.parse(stored.updated_at) + 1).toISOString() }
}

function Page() {
  const { data: site } = useMicrosite('m1')
  return site ? <WaitingLine site={site} /> : null
}

async function openReview(changes: Partial<Microsite> = {}) {
  stored = { ...stored, ...changes }
  serve()
  const { user } = openPart(<Page />)
  await user.click(await screen.findByRole('button', { name: 'Review' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Review' }))
  await dialog.findByRole('region', { name: 'Recipients see' })
  await waitFor(() => expect(focused()).toMatch(/^Add/))
  return { user, dialog, preview: dialog.getByRole('region', { name: 'Recipients see' }) }
}

const focused = () => document.activeElement?.textContent
const current = () => document.querySelector('[aria-current]')?.textContent ?? ''

test('shows in one line how many items wait, and nothing when none do', async () => {
  serve()
  openPart(<Page />)
  await screen.findByText('3 items need your review.')
  stored = sampleSite()
  openPart(<Page />)
  await waitFor(() => expect(screen.getAllByText(/need your review/)).toHaveLength(1))
})

test('says once that a number is not in the cited lines', async () => {
  const doubt = { reason: 'number', detail: '285' } as const
  const item = {
    text: 'Ana: send plan 285 and offer 7',
    segment_ids: ['s1'],
    unconfirmed: true,
    doubt,
    unproven: ['285', '7'],
  }
  await openReview({ action_points: [], important_points: [], todo_list: [item] })
  expect(current()).toContain('Please check. The number may be wrong: “285”.Not in the cited lines: “7”. Please check.')
})

test('adds, edits and dismisses with one key each, moves to the next item, and shows what recipients see', async () => {
  const { user, dialog, preview } = await openReview()
  expect(current()).toContain('Please check. Someone else may own this: “Ana”.')
  expect(current()).toContain('0:01 · AnaI will send it.')
  expect(focused()).toBe('AddA')
  await user.keyboard('a')
  expect(preview.textContent).toMatch(/Action PointsAna will send it\.Todo ListAna: send it$/)
  expect(dialog.getByRole('status').textContent).toBe('Added. 2 left.')
  expect(current()).toContain('It costs 5 euros.')
  await user.keyboard('e')
  expect(document.activeElement).toHaveProperty('value', 'It costs 5 euros.')
  await user.keyboard(' a day, paid each{Enter}')
  expect(preview.textContent).toContain('It costs 5 euros. a day, paid each')
  expect(current()).toContain('“We lose orders.”')
  expect(dialog.queryByRole('button', { name: 'Edit' }), 'a quote is verbatim').toBeNull()
  await user.keyboard('d')
  expect(dialog.getByText('All reviewed')).toBeDefined()
  expect(focused()).toBe('Done')
  await waitFor(() =>
    expect(Object.assign({}, ...sent)).toEqual({
      todo_list: [{ text: 'Ana: send it', ...at(1000) }],
      action_points: [{ text: 'Ana will send it.', ...at(1000) }],
      important_points: [{ text: 'It costs 5 euros. a day, paid each', ...at(2000) }],
      quotes: [],
      reviewed: true,
    }),
  )
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(/need your review/)).toBeNull()
  await waitFor(() => expect(focused()).toBe('All reviewed'))
})

test('moves with J, K and the arrow keys; Escape leaves an edit but not the review', async () => {
  const { user } = await openReview()
  await user.keyboard('jj')
  expect(current()).toContain('We lose orders')
  await user.keyboard('{ArrowUp}')
  expect(current()).toContain('It costs 5 euros')
  await user.keyboard('exyz{Escape}')
  expect(current()).toContain('It costs 5 euros')
  expect(focused()).toBe('AddA')
  expect(sent).toEqual([])
})

test('undo restores the last item, on the page and in the list', async () => {
  const { user, dialog, preview } = await openReview()
  await user.keyboard('ja')
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.keyboard('u')
  expect(current()).toContain('It costs 5 euros')
  expect(preview.textContent).not.toContain('It costs 5 euros')
  await waitFor(() => expect(stored.important_points).toBeNull())
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('Add all adds items that passed the checks, and asks about those that failed one', async () => {
  const withheld: WithheldItem = {
    list: 'todo_list',
    reason: 'secret',
    detail: 'x1',
    segment_ids: ['s4'],
    text: 'Use x1',
  }
  const { user, dialog } = await openReview({ withheld: [withheld] })
  await user.click(dialog.getByRole('button', { name: 'Add all 3' }))
  expect(current()).toContain('Failed a check. Contains a password, access link or payment detail: “x1”.')
  await user.keyboard('d')
  await waitFor(() => expect(stored).toMatchObject({ withheld: [], todo_list: [{ text: 'Ana: send it' }] }))
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(stored.withheld).toEqual([withheld]))
})

test('turns a possible next step into a step', async () => {
  const { user, dialog } = await openReview({ possible_steps: ['s4'] })
  await user.click(dialog.getByRole('button', { name: 'Add all 3' }))
  expect(dialog.getByRole('region', { name: 'Lines that may be next steps' })).toBeDefined()
  expect(focused()).toBe('Add as next stepA')
  await user.keyboard('a')
  await waitFor(() => expect(stored.possible_steps).toEqual([]))
  expect(stored.todo_list?.at(-1)).toMatchObject({ text: 'Ana: Let me ask the landlord.', ...at(4000) })
})

test('keeps decisions that can’t be saved, and saves them on a retry', async () => {
  const { user, dialog } = await openReview()
  refusal = { status: 503, code: 'unavailable', message: 'The server is restarting.' }
  await user.keyboard('a')
  expect((await dialog.findByRole('alert')).textContent).toContain('Not saved. The server is restarting.')
  expect(current()).toContain('It costs 5 euros')
  refusal = null
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull())
  expect(stored.todo_list).toMatchObject([{ text: 'Ana: send it' }])
})

test('restores what the server rejects for good', async () => {
  const { user, dialog } = await openReview()
  refusal = { status: 400, code: 'invalid_request', message: 'An entry names a line that is not there.' }
  await user.keyboard('a')
  expect((await dialog.findByRole('alert')).textContent).toContain('An entry names a line that is not there.')
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(dialog.getByText('3 left')).toBeDefined()
})

test('applies decisions to a page changed in another tab, and drops those that no longer apply', async () => {
  const { user, dialog } = await openReview()
  change({ important_points: [], todo_list: ['New', waits('Ana: send it', 1000)] })
  await user.keyboard('a')
  await waitFor(() => expect(stored.todo_list).toEqual(['New', { text: 'Ana: send it', ...at(1000) }]))
  await dialog.findByText('1 left')
  change({ quotes: [] })
  await user.keyboard('a')
  expect(await dialog.findByText('This microsite changed elsewhere. Some choices no longer apply.')).toBeDefined()
  expect(stored.quotes).toEqual([])
})

test('continues saving after it is closed', async () => {
  const { user } = await openReview()
  await user.keyboard('ad{Escape}')
  await waitFor(() => expect(stored).toMatchObject({ todo_list: [{ text: 'Ana: send it' }], important_points: [] }))
  expect(await screen.findByText('1 item needs your review.')).toBeDefined()
})

test('explains why the whole recap waits', async () => {
  const { user, dialog } = await openReview({
    analysis_notice: `Many items in this recap failed our checks. ${REVIEW_ALL}`,
  })
  expect(dialog.getByText(/^Many items in this recap failed our checks\./)).toBeDefined()
  await user.keyboard('j')
  expect(dialog.getByText('This whole recap needs review.')).toBeDefined()
})

test('says that an item is unsure when a notice is about another engine', async () => {
  const { user, dialog } = await openReview({ analysis_notice: 'The AI server refused the key.' })
  await user.keyboard('j')
  expect(dialog.getByText('We’re not sure about this.')).toBeDefined()
  expect(dialog.queryByText('The AI server refused the key.')).toBeNull()
})
