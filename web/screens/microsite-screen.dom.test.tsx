import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { sampleSite } from '../features/library/microsite.testing.ts'
import { replaceMicrosite } from '../testing/microsites.testing.ts'
import { openScreen, replaceAnswers, signUp, type Person } from '../testing/open-screen.testing.tsx'

const SECTIONS = ['Summary', 'Transcript', 'Quotes', 'Action Points', 'Important Points', 'Todo List']
const EMPTY: Partial<Microsite> = {
  gpt_summary: null,
  gpt_quotes: [],
  gpt_action_points: [],
  gpt_important_points: [],
  gpt_todo_list: [],
  summary_evidence: [],
}

let person: Person
beforeAll(async () => {
  person = await signUp()
})
beforeEach(() => person.enter())

/** Opens the page of a microsite in this state. */
async function openMicrosite(state: Partial<Microsite>) {
  replaceMicrosite('m1', () => sampleSite(state))
  const opened = openScreen('/microsite/m1')
  await screen.findByRole('heading', { level: 1, name: 'First call' })
  return opened
}
/** The gray placeholder bars of a section without text yet. */
const bars = (name: string) => screen.getByRole('region', { name }).querySelectorAll('.animate-breathe').length
const recording = () => screen.getByRole('complementary', { name: 'Recording' }).textContent

test('says that it loads, and why it can’t be shown', async () => {
  const held = Promise.withResolvers<Response>()
  replaceAnswers(MICROSITE_PATHS.one('m'), () => held.promise)
  const { user } = openScreen('/microsite/m')
  await screen.findByText('Loading microsite...')
  held.resolve(Response.json({ error: { code: 'invalid_request', message: 'No.' } }, { status: 400 }))
  await screen.findByText('Error loading microsite.')
  replaceAnswers(MICROSITE_PATHS.one('m'), () =>
    Response.json({ error: { code: 'not_found', message: 'No.' } }, { status: 404 }),
  )
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Microsite not found.')).toBeDefined()
})

test('shows no video without a recording, and says which finished sections are empty', async () => {
  await openMicrosite({
    ...EMPTY,
    consent: { at: '2026-11-20T12:00:00.000Z' },
    analysis_use: { model: 'gpt-4o-mini', prompts: '1', requests: 2, input_tokens: 1200, output_tokens: 34 },
  })
  expect(recording()).toBe('No video available')
  expect(screen.getByText('No action points were found in this call.')).toBeDefined()
  expect(SECTIONS.map(bars)).toEqual(SECTIONS.map(() => 0))
  expect(screen.getByText('You agreed on Nov 20, 2026 to tell everyone about the recording')).toBeDefined()
  expect(screen.getByText('Recap written by gpt-4o-mini (1,234 tokens).')).toBeDefined()
})

test('shows steps, bars and a video in preparation while it is made', async () => {
  await openMicrosite({
    ...EMPTY,
    status: 'processing',
    step: 1,
    progress: 0.1,
    video_url: 'u/meetings/u/1.avi',
    video_ready: false,
  })
  const steps = await screen.findAllByRole('listitem')
  expect(
    steps.filter((item) => item.getAttribute('aria-current') === 'step').map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Extracting audio')])
  expect(recording()).toContain('Preparing video...')
  for (const name of SECTIONS) expect(bars(name)).toBeGreaterThan(0)
  expect(screen.queryByText('No action points were found in this call.')).toBeNull()
})

test('claims nothing about a call that failed before it was analyzed', async () => {
  await openMicrosite({
    ...EMPTY,
    status: 'failed',
    error_message: 'The analysis broke off.',
    transcript: 'Good morning.',
  })
  await screen.findByRole('heading', { level: 2, name: 'Processing Error' })
  const headings = within(screen.getByRole('article')).getAllByRole('heading', { level: 2 })
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Processing Error', 'Transcript'])
  expect(screen.getByText('The analysis broke off.')).toBeDefined()
})

test('says why a transcript could not be replaced, and leaves the page as it was', async () => {
  await openMicrosite({
    error_message: 'The AI server refused the key (401).',
    failure: { code: 'ai_key_refused', retryable: true },
  })
  const notice = screen.getByText(/We couldn’t replace the transcript\. The microsite hasn’t changed\./)
  expect(notice.textContent).toContain('The AI server refused the key')
  expect(screen.getByRole('region', { name: 'Summary' }).textContent).toContain('Dana shows the queue.')
})

test('says how much of a damaged recording is readable, and asks once before it is shared', async () => {
  const { user } = await openMicrosite({
    reviewed_at: '2026-11-21T08:00:00Z',
    damage: { held_ms: 18_000, stated_ms: 60_000 },
  })
  expect(screen.getByText(/The file contains only 18 s of the 1 min recorded\./)).toBeDefined()
  const share = () => user.click(screen.getByRole('button', { name: 'Share' }))
  await share()
  const question = await screen.findByRole('dialog', { name: 'Part of this recording is missing' })
  expect(question.textContent).toContain('The file contains only 18 s of the 1 min recorded.')
  await user.click(within(question).getByRole('button', { name: 'Share anyway' }))
  await screen.findByRole('dialog', { name: 'Share Microsite' })
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await share()
  await screen.findByRole('dialog', { name: 'Share Microsite' })
})
