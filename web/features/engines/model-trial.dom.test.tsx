import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  MODEL_TRIAL_PATH,
  modelTrialActionSchema,
  type ModelTrial,
  type ModelTrialAction,
  type ModelTrialResult,
} from '@callfolio/shared/contract/model-trial.ts'
import { openPart, replaceAnswers, signUp } from '../../testing/open-screen.testing.tsx'
import { ModelTrialPart } from './model-trial.tsx'

const MODEL = {
  analyst: 'openai',
  name: 'qwen3-4b',
  sends_to: 'ai.example.com',
  tokens: 28_341,
  trusted_untried: true,
} as const
const RESULT: ModelTrialResult = {
  analyst: 'openai',
  model: 'qwen3-4b',
  prompts: '2026-3',
  tried_at: '2026-11-20T10:00:00.000Z',
  passed: true,
  overruled: false,
  steps: 11,
  found: 9,
  dated: 6,
  days_found: 5,
  wrong_owners: 1,
  invented: 0,
  traps_told: 0,
  faults: [],
  problem: null,
  seconds: 190,
  call_seconds: 540,
  tokens: 27_000,
}
const FAILED: ModelTrialResult = { ...RESULT, passed: false, found: 3, faults: ['Missed: Dev checks the Okta setup'] }
const RUN = {
  analyst: 'openai',
  model: 'qwen3-4b',
  state: 'running',
  progress: 0.4,
  detail: 'Call 1 of 2: reading the call, 62 %',
  problem: null,
  begun_at: '2026-11-20T10:00:00.000Z',
} as const
const NONE: ModelTrial = { model: MODEL, result: null, run: null, better: [] }

/** Shows a test to an operator, and only records their actions. */
async function open(trial: ModelTrial) {
  ;(await signUp()).enter()
  const actions: ModelTrialAction[] = []
  replaceAnswers(MODEL_TRIAL_PATH, async (request) => {
    if (request.method === 'POST') actions.push(modelTrialActionSchema.parse(await request.json()).action)
    return Response.json(trial)
  })
  const { user } = openPart(<ModelTrialPart />)
  const part = within(await screen.findByRole('region', { name: 'Recap model' }))
  const pressOn = async (on: ReturnType<typeof within>, name: string) =>
    user.click(await on.findByRole('button', { name }))
  return { part, actions, press: (name: string) => pressOn(part, name), pressOn }
}

test('shows how many tokens a test of an AI server needs before it starts one', async () => {
  const { part, press, actions } = await open(NONE)
  expect(await part.findByText('qwen3-4b hasn’t been tested.')).toBeDefined()
  expect(part.getByText(/It uses about 29,000 tokens on ai\.example\.com\.$/)).toBeDefined()
  await press('Test this model')
  expect(actions).toEqual(['start'])
})

test('says that recaps of an untested model on this server are reviewed, and counts no tokens', async () => {
  const { part } = await open({
    ...NONE,
    model: { ...MODEL, analyst: 'llama', sends_to: null, tokens: null, trusted_untried: false },
  })
  expect(await part.findByText(/Its recaps need review until it passes a test\./)).toBeDefined()
  expect(part.queryByText(/tokens/)).toBeNull()
})

test('shows what a model that passed found, without an option to overrule', async () => {
  const { part } = await open({ ...NONE, result: RESULT })
  const text = /qwen3-4b found 9 of 11 next steps, 1 wrong owner, none invented; 3 min 10 s for 9 min of calls\./
  expect(await part.findByText(text)).toBeDefined()
  expect(part.getByText('Passed.')).toBeDefined()
  expect(part.queryByRole('button', { name: 'Use it anyway' })).toBeNull()
})

test('shows what a model that failed missed and which do better, and overrules only after a confirmation', async () => {
  const { part, press, pressOn, actions } = await open({
    ...NONE,
    result: FAILED,
    better: [{ model: 'qwen3-8b', found: 10, steps: 11 }],
  })
  expect(await part.findByText('Failed.')).toBeDefined()
  expect(part.getByText('Its recaps need review before recipients see them.')).toBeDefined()
  expect(part.getByText('These models found more: qwen3-8b (10 of 11).')).toBeDefined()
  expect(part.getByText('Missed: Dev checks the Okta setup')).toBeDefined()
  await press('Use it anyway')
  expect(actions, 'nothing is done before it is confirmed').toEqual([])
  await pressOn(within(await screen.findByRole('alertdialog')), 'Use it anyway')
  expect(actions).toEqual(['overrule'])
})

test('shows the progress of a test and cancels it', async () => {
  const { part, press, actions } = await open({ ...NONE, run: RUN })
  expect(await part.findByText(': Call 1 of 2: reading the call, 62 %')).toBeDefined()
  expect(part.getByRole('progressbar', { name: 'Model test' }).getAttribute('aria-valuenow')).toBe('40')
  expect(part.queryByRole('button', { name: 'Test this model' })).toBeNull()
  await press('Cancel')
  expect(actions).toEqual(['cancel'])
})

test('says why a test did not finish', async () => {
  const { part } = await open({ ...NONE, run: { ...RUN, state: 'failed', problem: 'The AI server refused the key.' } })
  expect(await part.findByText('The last test didn’t finish. The AI server refused the key.')).toBeDefined()
  expect(part.getByRole('button', { name: 'Test this model' })).toBeDefined()
})
