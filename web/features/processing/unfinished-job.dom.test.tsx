import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { INITIAL_POLL, POLL_INTERVAL_MS } from '@callfolio/shared/progress/poll.ts'
import { replaceMicrosite } from '../../testing/microsites.testing.ts'
import { openPart, replaceAnswers, signUp, type Person } from '../../testing/open-screen.testing.tsx'
import { sampleSite } from '../library/microsite.testing.ts'
import { JobProgress } from './job-progress.tsx'
import { UnfinishedJob } from './unfinished-job.tsx'

const WORKING = { status: 'processing', step: 2, progress: 0.4 } as const

let person: Person
beforeAll(async () => {
  person = await signUp()
})
beforeEach(() => person.enter())
afterEach(() => void vi.useRealTimers())

/** Shows the job of a microsite in the state that `state` returns on each request. */
function openJob(state: () => Partial<Microsite>) {
  replaceMicrosite('m1', () => sampleSite(state()))
  return openPart(<UnfinishedJob microsite={sampleSite(state())} />)
}
/** Stops timers; waiting for the server doesn't advance them. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const pass = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms))
  await new Promise(setImmediate)
}
const until = async (isSo: () => boolean) => {
  while (!isSo()) await pass(0)
}
const isWorking = () => screen.queryByRole('progressbar', { name: 'Overall progress' }) !== null
const step = (name: string) => screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes(name))

test('polls a job every three seconds, and polls again after a timeout, without rerunning the job', async () => {
  let asks = 0
  const retry = vi.fn<() => Response>()
  stopTime()
  let answer: Partial<Microsite> | null = null
  replaceMicrosite('m1', () => (asks++, sampleSite(answer ?? { ...WORKING, step_detail: `asked ${asks} times` })))
  const { user } = openPart(<UnfinishedJob microsite={sampleSite(WORKING)} />)
  replaceAnswers(MICROSITE_PATHS.retry('m1'), retry)
  await until(() => screen.queryByText('asked 1 times') !== null)
  await pass(POLL_INTERVAL_MS - 1)
  expect(asks).toBe(1)
  await pass(1)
  expect(asks).toBe(2)
  answer = { ...WORKING }
  while (screen.queryByRole('region', { name: 'Processing Error' }) === null) await pass(POLL_INTERVAL_MS)
  const panel = screen.getByRole('region', { name: 'Processing Error' })
  expect(panel.textContent).toContain('Microsite processing timed out. Please try refreshing the page in a minute.')
  expect(asks).toBeGreaterThanOrEqual(100)
  const given = asks
  vi.useRealTimers()
  await user.click(within(panel).getByRole('button', { name: 'Retry Processing' }))
  await vi.waitFor(() => expect(isWorking()).toBe(true))
  await vi.waitFor(() => expect(asks).toBeGreaterThan(given))
  expect(step('Transcription')?.getAttribute('aria-current')).toBe('step')
  expect(retry).not.toHaveBeenCalled()
})

test('says after two minutes that it takes longer than usual, with one link to the dashboard', async () => {
  stopTime()
  openPart(
    <JobProgress
      id="m1"
      poll={{ ...INITIAL_POLL, last: sampleSite(WORKING) }}
      onRestart={vi.fn<() => void>()}
      estimate={null}
    />,
  )
  await until(isWorking)
  const ways = () => screen.getAllByRole('link', { name: /dashboard/i })
  await pass(119_000)
  expect(screen.queryByText(/longer than usual/)).toBeNull()
  expect(ways()).toHaveLength(1)
  await pass(1000)
  expect(
    screen.getByText('This is taking longer than usual. You can leave and check the dashboard later.'),
  ).toBeDefined()
  expect(ways().map(({ textContent }) => textContent)).toEqual(['Go to Dashboard'])
  expect(document.body.textContent, 'captions need no model').not.toMatch(/\bAI\b/)
})

test('retries a failed job, and reports why that was not possible', async () => {
  let broken = true
  replaceAnswers(MICROSITE_PATHS.retry('m1'), () =>
    broken
      ? Response.json({ error: { code: 'unavailable', message: 'The queue rests.' } }, { status: 503 })
      : new Response(null, { status: 204 }),
  )
  const { user } = openJob(() =>
    broken ? { status: 'failed', error_message: 'The video could not be read.' } : { ...WORKING },
  )
  const panel = within(await screen.findByRole('region', { name: 'Processing Error' }))
  await panel.findByText('The video could not be read.')
  await user.click(panel.getByRole('button', { name: 'Retry Processing' }))
  expect((await panel.findByText(/^Failed to reset job status: /)).getAttribute('role')).toBe('alert')
  broken = false
  await user.click(panel.getByRole('button', { name: 'Retry Processing' }))
  await screen.findByRole('progressbar', { name: 'Overall progress' })
})

test('suggests an action by a failure’s code, whatever its sentence says', async () => {
  const show = async (code: string, retryable = true) => {
    cleanup()
    openJob(() => ({ status: 'failed', error_message: 'It could not be made.', failure: { code, retryable } }))
    const panel = await screen.findByRole('region', { name: 'Processing Error' })
    await within(panel).findByText('It could not be made.')
    return {
      text: panel.textContent,
      links: within(panel)
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
      retries: within(panel).queryByRole('button', { name: 'Retry Processing' }) !== null,
    }
  }
  const dashboard = 'Go to Dashboard /dashboard'
  expect(await show('too_long')).toMatchObject({ links: ['Upgrade Plan /pricing', dashboard], retries: true })
  expect(await show('incomplete_file')).toMatchObject({
    links: ['Choose another file /upload?instead=m1', dashboard],
    retries: true,
  })
  const gone = await show('upload_gone', false)
  expect(gone).toMatchObject({ links: ['Choose another file /upload?instead=m1', dashboard], retries: false })
  expect(gone.text).not.toContain('Your recording is saved.')
  expect((await show('ai_key_refused')).text).toContain('Contact your admin, then retry.')
  expect(await show('code_of_a_newer_server')).toMatchObject({ links: [dashboard], retries: true })
  expect(await show('code_of_a_newer_server', false)).toMatchObject({ links: [dashboard], retries: false })
})

test('makes a failed microsite from a transcript pasted by its owner', async () => {
  const sent = vi.fn<(body: unknown) => void>()
  replaceMicrosite('m1', () => sampleSite({ status: 'failed', error_message: 'The AI server refused the key.' }))
  replaceAnswers(MICROSITE_PATHS.transcript('m1'), async (request) => {
    sent(await request.json())
    return Response.json(sampleSite(WORKING))
  })
  const { user } = openPart(<UnfinishedJob microsite={sampleSite({ status: 'failed' })} />)
  await user.click(await screen.findByRole('button', { name: 'Paste or upload a transcript' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a transcript' }))
  await user.click(dialog.getByLabelText('Transcript'))
  await user.paste('Dana: Hello.')
  await user.click(dialog.getByRole('button', { name: 'Add transcript' }))
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith({ source: 'given', text: 'Dana: Hello.' }))
})
