import { startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts'
import { addMicrosites, addSampleCall, callApi } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { SAMPLE } from '../fixtures/media.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

/** A line every three seconds. */
const LATER = Array.from({ length: 50 }, (_, i) => ({
  start: 3 + 3 * i,
  end: 6 + 3 * i,
  text: ` And this was said as number ${i}.`,
}))

let server: RunningServer
let fake: FakeOpenAi
test.beforeAll(async () => {
  fake = await startFakeOpenAi({
    transcribe: () => ({
      text: 'Good morning.',
      language: 'english',
      segments: [{ start: 1, end: 3, text: ' Good morning from the model.' }, ...LATER],
      words: [],
    }),
  })
  server = await startServer({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.baseUrl, ANALYST: 'extractive' })
})
test.afterAll(async () => {
  await server.stop()
  await fake.close()
})

const TEAMS =
  'Dana Miller   0:01\nWe can ship the first thirty pallets in April.\n\nLee Chan   0:05\nThen I will send you the signed contract on Friday.\n'

test('an owner pastes a transcript in the present one’s place, and the page says where it came from', async ({
  page,
}) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await page.goto(`${server.url}/microsite/${id}`)
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true })
  await expect(transcript).toContainText('From the captions that came with the recording.')
  await transcript.getByRole('button', { name: 'Change transcript' }).click()
  await page.getByRole('menuitem', { name: 'Paste or upload a transcript' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a transcript' })
  await dialog.getByLabel('Transcript', { exact: true }).fill('12:00')
  await dialog.getByRole('button', { name: 'Add transcript' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Nothing in this text can be read as a transcript.')
  await expectAccessible(page, 'the dialog of a transcript that can’t be read')
  await dialog
    .getByLabel('Transcript file')
    .setInputFiles({ name: 'call.txt', mimeType: 'text/plain', buffer: Buffer.from(TEAMS) })
  await expect(dialog.getByLabel('Transcript', { exact: true })).toHaveValue(TEAMS)
  await dialog.getByRole('button', { name: 'Add transcript' }).click()
  await expect(dialog).toBeHidden()
  await expect(transcript).toContainText('We can ship the first thirty pallets in April.')
  await expect(transcript).toContainText('From a transcript that was added later.')
  await expect(page.getByText('Overall progress')).toBeHidden()
})

test('an owner has another engine transcribe again, in the language that is spoken, and is shown first where the sound goes', async ({
  page,
}) => {
  await signUpBeforehand(page, server.url)
  const id = await addSampleCall(page)
  await page.goto(`${server.url}/microsite/${id}`)
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true })
  const host = new URL(fake.baseUrl).host
  await transcript.getByRole('button', { name: 'Change transcript' }).click()
  await page.getByRole('menuitem', { name: `Transcribe again with ${host}` }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`The sound is sent to ${host}.`)
  await dialog.getByLabel('Language of the call').selectOption('German')
  await expectAccessible(page, 'the question before an engine listens again')
  await dialog.getByRole('button', { name: 'Transcribe again' }).click()
  await expect(transcript).toContainText('Good morning from the model.')
  await expect(transcript).toContainText('Made from the recording by an AI speech model. The call is in German.')
  expect(fake.speech.at(-1)?.language).toBe('de')
})

test('an owner corrects the language of a call that came with captions, and nothing is transcribed again', async ({
  page,
}) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  const transcribed = fake.speech.length
  await page.goto(`${server.url}/microsite/${id}`)
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true })
  await expect(transcript).toContainText('From the captions that came with the recording. The call is in English.')
  const change = transcript.getByRole('button', { name: 'Change the language' })
  await change.click()
  const dialog = page.getByRole('dialog', { name: 'Which language is spoken?' })
  await expect(dialog).toContainText('The transcript stays as it is.')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByLabel('Language of the call').selectOption('Dutch')
  await expectAccessible(page, 'the choice of the language of a call')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(transcript).toContainText('From the captions that came with the recording. The call is in Dutch.')
  await expect(change).toBeFocused()
  await page.reload()
  await expect(transcript).toContainText('The call is in Dutch.')
  expect(fake.speech.length).toBe(transcribed)
})

test('an owner says how many people speak, and their voices are separated again', async ({ page }) => {
  test.slow()
  await signUpBeforehand(page, server.url)
  const id = await addSampleCall(page)
  const site = async () =>
    (await callApi(page, 'GET', `/api/microsites/${id}`)) as {
      status: string
      transcript_info: { speakers?: { found: number; asked: number | null } }
      segments: { speaker: string | null }[]
    }
  await callApi(page, 'POST', `/api/microsites/${id}/transcript`, { source: 'openai' })
  await waitFor(async () => (await site()).status === 'active', 'what the model heard')
  expect((await site()).transcript_info.speakers).toMatchObject({ from: 'voices', found: 3, asked: null })

  const transcribed = fake.speech.length
  await page.goto(`${server.url}/microsite/${id}`)
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true })
  await expect(transcript).toContainText('Speakers are separated by their voices alone')
  await transcript.getByRole('button', { name: 'Change transcript' }).click()
  await page.getByRole('menuitem', { name: 'Number of speakers' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Number of speakers' })
  await expect(dialog).toContainText('So far 3 voices were separated.')
  await expectAccessible(page, 'the dialog of the number of speakers')
  await dialog.getByLabel('How many people speak?').selectOption('2')
  await dialog.getByRole('button', { name: 'Tell speakers apart' }).click()
  await expect(dialog).toBeHidden()
  await waitFor(async () => (await site()).transcript_info.speakers?.asked === 2, 'the voices separated again')
  const names = new Set((await site()).segments.map(({ speaker }) => speaker))
  expect(names.has('Speaker 2') && !names.has('Speaker 3')).toBe(true)
  expect(fake.speech.length, 'nobody listened again').toBe(transcribed)
  await expect(transcript).toContainText('Speaker 2')
})

test('a replacement that fails leaves the page as it was and says why', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const id = await addSampleCall(page)
  fake.failNext({ status: 401 })
  await page.goto(`${server.url}/microsite/${id}`)
  await callApi(page, 'POST', `/api/microsites/${id}/transcript`, { source: 'openai' })
  await page.reload()
  await expect(page.getByText('The transcript could not be replaced, and the page is as it was.')).toBeVisible()
  await expect(page.getByText('The AI server refused the key')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Transcript', exact: true })).toContainText(
    'From the captions that came with the recording.',
  )
})

test('a microsite that failed is made from a transcript that its owner pastes', async ({ page }) => {
  test.slow()
  await signUpBeforehand(page, server.url)
  fake.failNext({ status: 401 })
  await page.goto(`${server.url}/upload`)
  await page.locator('input[type=file][accept^="video"]').setInputFiles(SAMPLE.video)
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(page.getByRole('heading', { name: 'Processing Error' })).toBeVisible()
  await expectAccessible(page, 'a failed microsite')
  await page.getByRole('button', { name: 'Paste or upload a transcript' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a transcript' })
  await dialog.getByLabel('Transcript', { exact: true }).fill(TEAMS)
  await dialog.getByRole('button', { name: 'Add transcript' }).click()
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true })
  await expect(transcript).toContainText('We can ship the first thirty pallets in April.')
  await expect(transcript).toContainText('From a transcript that was added later.')
})
