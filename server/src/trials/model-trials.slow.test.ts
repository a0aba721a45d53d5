import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import {
  MODEL_TRIAL_PATH,
  modelTrialSchema,
  type ModelTrial,
  type ModelTrialAction,
} from '@callfolio/shared/contract/model-trial.ts'
import { trialText } from '@callfolio/shared/model-trial-text.ts'
import { startFakeOpenAi, type ChatCall, type FakeOpenAi } from '../../../e2e/fakes/openai.ts'
import { installTestLlama } from '../analysis/models/llama-test-model.testing.ts'
import { childProcesses } from '../testing/contract-runs.ts'
import { eventually, startApp, type Person, type RunningApp } from '../testing/app.ts'
import { says, strongAnswer, weakAnswer } from './trial-answers.testing.ts'

const CAPTIONS = `WEBVTT

00:00:01.000 --> 00:00:04.000
Dana: We can ship the first twenty pallets in March.
`
const RECAP = { title: null, summary: [{ part: 'agreed', text: 'Dana can ship in March.', lines: ['L1'] }] }
const FAILED = 'The model that wrote this recap failed its test. Review all of it before you share.'

let answer: (call: ChatCall) => object
let waitMs = 0
let fake: FakeOpenAi
let app: RunningApp
let operator: Person
let other: Person
const SETTINGS = { DEFAULT_PLAN: 'pro', ANALYST: 'auto', OPENAI_SECOND_READING: 'off' }
const use = async (analysis_model: string, person = operator, key = 'sk-test') => {
  const server = { base_url: fake.baseUrl, key, transcribe_model: '', analysis_model }
  expect((await person.send('PUT', '/api/engines/ai-server', server)).status).toBe(200)
}
beforeAll(async () => {
  fake = await startFakeOpenAi({
    dialect: { reportsReading: true },
    write: (call) => (says(call, 'twenty pallets') ? RECAP : answer(call)),
    delay: () => waitMs,
  })
  app = await startApp(SETTINGS)
  await app.services.start(3000)
  operator = await app.signUp()
  expect((await read()).model, 'rules need no test').toBeNull()
  await use('gpt-4o-mini')
  other = await app.signUp()
})
afterAll(async () => {
  await app.close()
  await fake.close()
})
afterEach(() => {
  waitMs = 0
})

const read = async (person = operator) => {
  const { status, body } = await person.send('GET', MODEL_TRIAL_PATH)
  expect(status).toBe(200)
  return modelTrialSchema.parse(body)
}
const act = (action: ModelTrialAction, person = operator) => person.send('POST', MODEL_TRIAL_PATH, { action })
const becomes = (is: (trial: ModelTrial) => boolean) =>
  eventually(async () => ((trial) => (is(trial) ? trial : null))(await read()))
async function tryIt(write: typeof answer): Promise<NonNullable<ModelTrial['result']>> {
  answer = write
  const before = (await read()).result?.tried_at
  expect((await act('start')).status).toBe(200)
  const { result } = await becomes(({ run, result: made }) => run === null && made?.tried_at !== before)
  if (result === null) throw new Error('there is no result')
  return result
}
async function makePage(person: Person) {
  const { body } = await person.send('POST', '/api/process-meeting', { captions: CAPTIONS })
  const { job_id: id } = body as { job_id: string }
  return eventually(async () => {
    const site = micrositeSchema.parse((await person.send('GET', `/api/microsites/${id}`)).body)
    return site.status === 'active' && site
  })
}
const waits = ({ summary_evidence }: Awaited<ReturnType<typeof makePage>>) =>
  summary_evidence?.[0]?.unconfirmed ?? false

test('only operators can read, start and overrule a test', async () => {
  expect((await other.send('GET', MODEL_TRIAL_PATH)).status).toBe(403)
  for (const action of ['start', 'cancel', 'overrule', 'withdraw'] as const) {
    expect((await act(action, other)).status, action).toBe(403)
    expect((await app.visitor('POST', MODEL_TRIAL_PATH, { action })).status, action).toBe(401)
  }
  expect((await read()).run, 'nothing was begun').toBeNull()
})

test('trusts an AI server that was never tested, and says how much a test uses', async () => {
  const { model, result } = await read()
  expect(model).toMatchObject({ analyst: 'openai', name: 'gpt-4o-mini', trusted_untried: true })
  expect(model?.tokens).toBeGreaterThan(5000)
  expect(result).toBeNull()
  expect((await act('overrule')).status, 'there is no test to overrule').toBe(409)
  expect(waits(await makePage(operator))).toBe(false)
})

test('passes a model that finds the next steps with their owners and days, and falls for no trap', async () => {
  const result = await tryIt(strongAnswer)
  expect(result.faults).toEqual([])
  expect(result).toMatchObject({
    passed: true,
    steps: 15,
    found: 15,
    days_found: result.dated,
    wrong_owners: 0,
    invented: 0,
    traps_told: 0,
    problem: null,
  })
  expect(result.call_seconds).toBeGreaterThan(18 * 60)
  expect(trialText(result)).toMatch(
    /^gpt-4o-mini found 15 of 15 next steps, no wrong owners, none invented; \d+ s for \d+ min of calls/,
  )
  expect(waits(await makePage(operator))).toBe(false)
})

test('fails a model that misses most, says what, and holds its recaps until it is overruled', async () => {
  const result = await tryIt(weakAnswer)
  expect(result).toMatchObject({ passed: false, found: 1 })
  expect(result.faults).toContain('Missed: Dev checks the Okta setup for Colin')
  expect(result.faults).toContain('Stated as fact (in the call: corrected): The price is £210 a dock.')
  const page = await makePage(operator)
  expect([waits(page), page.analysis_notice]).toEqual([true, FAILED])

  expect((await act('overrule')).status).toBe(200)
  const used = await makePage(operator)
  expect([waits(used), used.analysis_notice]).toEqual([false, null])
  await act('withdraw')
  expect(waits(await makePage(operator))).toBe(true)
})

test('names models that did better in a test here', async () => {
  await tryIt(weakAnswer)
  expect((await read()).better, 'no other was tested').toEqual([])
  await use('gpt-4o')
  await tryIt(strongAnswer)
  await use('gpt-4o-mini')
  expect((await read()).better).toEqual([{ model: 'gpt-4o', found: 15, steps: 15 }])
})

test('runs one test at a time, shows its progress and stops when it is canceled', async () => {
  waitMs = 60_000
  answer = strongAnswer
  const asked = fake.chats.length
  const { result: before } = await read()
  await act('start')
  expect((await act('start')).status).toBe(409)
  await becomes(({ run }) => run?.state === 'running' && run.detail?.startsWith('Call 1 of 2') === true)
  expect((await act('cancel')).status).toBe(200)
  const { run, result } = await read()
  expect([run?.state, result]).toEqual(['canceled', before])
  waitMs = 0
  expect(fake.chats.length - asked, 'the second call was not sent').toBeLessThan(2)
  expect((await tryIt(strongAnswer)).passed, 'it can be started again').toBe(true)
})

test('says why a test ended without a result, and keeps the previous one', async () => {
  const before = await tryIt(strongAnswer)
  await use('gpt-4o-mini', operator, 'sk-wrong')
  await act('start')
  const { run, result } = await becomes(({ run: ended }) => ended?.state === 'failed')
  expect(run?.problem).toContain('The AI server refused the key')
  expect(result).toEqual(before)
  const { body } = await operator.send('GET', '/api/failed-jobs')
  expect(body).toEqual({ jobs: [], total: 0 })
  await use('gpt-4o-mini')
})

test('reruns a test that a stopped server left behind', async () => {
  waitMs = 60_000
  answer = strongAnswer
  const first = await startApp(SETTINGS)
  await first.services.start(3000)
  const asker = await first.signUp()
  await use('gpt-4o-mini', asker)
  await asker.send('POST', MODEL_TRIAL_PATH, { action: 'start' })
  await eventually(async () => (await read(asker)).run?.state === 'running')
  await first.end()
  waitMs = 0
  const next = await startApp({ ...SETTINGS, DATA_DIR: first.folder })
  try {
    const reader = await next.signUp()
    await next.services.admin.setOperator(reader.userId, true)
    expect(await read(reader), 'it never counts as passed').toMatchObject({ result: null, run: { state: 'running' } })
    await next.services.start(3000)
    expect(await eventually(async () => (await read(reader)).result)).toMatchObject({ passed: true, found: 15 })
  } finally {
    await next.close()
  }
})

test('continues on the command line a test that a killed process left behind', async () => {
  answer = strongAnswer
  const killed = await startApp(SETTINGS)
  try {
    const asker = await killed.signUp()
    await use('gpt-4o-mini', asker)
    // Nothing works on it: this server processes no jobs.
    expect((await asker.send('POST', MODEL_TRIAL_PATH, { action: 'start' })).status).toBe(200)
    const lines = await killed.services.tryModel({ signal: new AbortController().signal, printStatus: () => {} })
    expect(lines[0]).toMatch(/^Passed: gpt-4o-mini found 15 of 15 next steps/)
  } finally {
    await killed.close()
  }
})

/** A server with a test model that finds a step in most lines, and its operator. */
async function startLocal(answerOfModel: object = { step: { who: 'Dev', task: 'Check the Okta setup', when: '' } }) {
  const modelsFolder = await mkdtemp(join(tmpdir(), 'model-trial-'))
  const model = await installTestLlama(modelsFolder, { answer: JSON.stringify(answerOfModel) })
  const local = await startApp({ DEFAULT_PLAN: 'pro', ANALYST: 'llama', MODELS_DIR: modelsFolder }, [model])
  const close = async () => {
    await local.close()
    await rm(modelsFolder, { recursive: true })
  }
  return { local, model, close, reader: await local.signUp() }
}

test.runIf(process.platform === 'linux')('continues a test whose model process is killed', async () => {
  const { local, close, reader } = await startLocal()
  const nextWorker = (killed: number) =>
    eventually(async () =>
      childProcesses().find(({ pid, command }) => pid !== killed && /llama-worker\S*job\.json/.test(command)),
    )
  try {
    await local.services.start(3000)
    await eventually(async () => /parts done/.test((await read(reader)).run?.detail ?? ''))
    const { pid } = await nextWorker(0)
    process.kill(pid, 'SIGKILL')
    const [path = ''] = /[^\0]*job\.json/.exec((await nextWorker(pid)).command) ?? []
    const { known } = JSON.parse(await readFile(path, 'utf8')) as { known: object }
    expect(Object.keys(known).length).toBeGreaterThan(0)
    expect((await read(reader)).run).toMatchObject({ state: 'running', problem: null })
  } finally {
    await close()
  }
})

test('waits while the model writes the recap of a real call', async () => {
  const { local, close, reader } = await startLocal()
  const at = (i: number) => `00:${10 + Math.floor(i / 60)}:${String(i % 60).padStart(2, '0')}.000`
  const lines = ['Dev: We can ship the pallets in March.', 'Ben: Then I will send you the contract on Friday.']
  const cues = Array.from({ length: 400 }, (_, i) => `${at(i)} --> ${at(i + 1)}\n${lines[i % 2]}\n`)
  try {
    await local.services.start(3000)
    const { body } = await reader.send('POST', '/api/process-meeting', { captions: `WEBVTT\n\n${cues.join('\n')}` })
    const { job_id: id } = body as { job_id: string }
    await eventually(async () => (await read(reader)).run?.detail === 'Waiting for recordings in progress')
    const page = await reader.send('GET', `/api/microsites/${id}`)
    expect(micrositeSchema.parse(page.body)).not.toMatchObject({ status: 'failed' })
  } finally {
    await close()
  }
})

test('tests a model on this server automatically when it finds it installed', async () => {
  const { local, model, close, reader } = await startLocal(RECAP)
  try {
    const before = await read(reader)
    expect(before).toMatchObject({ model: { name: model.id, sends_to: null, tokens: null }, result: null, run: null })
    await local.services.start(3000)
    const { run } = await eventually(async () => ((trial) => trial.run && trial)(await read(reader)))
    expect(run).toMatchObject({ analyst: 'llama', model: model.id })
    expect((await act('start', reader)).status, 'it is under way').toBe(409)
  } finally {
    await close()
  }
})
