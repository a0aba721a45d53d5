import { asksForVerdicts, startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const KEY = 'sk-test'

let server: RunningServer
let fake: FakeOpenAi
test.beforeAll(async () => {
  fake = await startFakeOpenAi({
    apiKey: KEY,
    dialect: { reportsReading: true },
    transcribe: () => ({ text: 'Ten seconds of a call.' }),
    write: (call) =>
      asksForVerdicts(call)
        ? { verdicts: [] }
        : { title: null, summary: [{ part: 'agreed', text: 'Dana can ship in March.', lines: ['L1'] }] },
  })
  server = await startServer({ TRANSCRIBER: 'auto', ANALYST: 'auto' })
})
test.afterAll(async () => {
  await server.stop()
  await fake.close()
})

test('an operator adds, tests, uses and removes an AI server, and its key is never shown again', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  const host = new URL(fake.baseUrl).host
  const openEngines = async () => {
    await page.goto(`${server.url}/dashboard`)
    await page.getByRole('tab', { name: 'Settings' }).click()
  }
  await openEngines()
  const engines = page.getByRole('region', { name: 'Engines' })
  const form = engines.getByRole('form', { name: 'AI server' })
  await expect(engines).toContainText('Not set up. Any OpenAI')
  await expect(form.getByRole('button', { name: 'Test' }), 'nothing is entered').toBeDisabled()

  await form.getByLabel('Address').fill(fake.baseUrl)
  await form.getByLabel('Key').fill('sk-wrong')
  await form.getByLabel('Transcription model').fill('whisper-1')
  await form.getByLabel('Recap model').fill('gpt-4o-mini')
  await form.getByRole('button', { name: 'Test' }).click()
  await expect(engines.getByText('Transcript of ten seconds of the sample call:')).toBeVisible()
  await expect(engines).toContainText('The AI server refused the key.')
  expect([fake.speech.length, fake.chats.length]).toEqual([0, 0])

  await form.getByLabel('Key').fill(KEY)
  await form.getByRole('button', { name: 'Test' }).click()
  await expect(engines).toContainText('“Ten seconds of a call.”')
  await expect(engines).toContainText('“Dana can ship in March.”')
  await expectAccessible(page, 'an AI server that was tested')
  await openEngines()
  await expect(engines, 'a trial uses nothing').toContainText('Not set up. Any OpenAI')

  await form.getByLabel('Address').fill(fake.baseUrl)
  await form.getByLabel('Key').fill(KEY)
  await form.getByLabel('Transcription model').fill('whisper-1')
  await form.getByLabel('Recap model').fill('gpt-4o-mini')
  await form.getByRole('button', { name: 'Save server' }).click()
  await expect(engines).toContainText('The AI server is in use.')
  await expect(engines).toContainText(host)
  await openEngines()
  await expect(form.getByLabel('Address')).toHaveValue(fake.baseUrl)
  await expect(form.getByLabel('Key')).toHaveValue('')
  await expect(form).toContainText('A key is saved.')
  expect(await page.content()).not.toContain(KEY)
  const transcribed = fake.speech.length
  await engines.getByRole('button', { name: 'Test transcription' }).click()
  await expect(engines).toContainText('of words were wrong')
  expect(fake.speech.length, 'the engine in use is the server').toBe(transcribed + 1)

  await form.getByRole('button', { name: 'Remove server' }).click()
  await expect(engines).toContainText('Not set up. Any OpenAI')
  await expect(form.getByLabel('Address')).toHaveValue('')
  await expect(engines).not.toContainText(host)
  expect(
    fake.refusals.filter((why) => !why.includes('key')),
    'all else was asked for as the service wants it',
  ).toEqual([])
})
