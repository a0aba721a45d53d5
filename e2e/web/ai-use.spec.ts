import type { Page } from 'playwright/test'
import { asksForVerdicts, startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { SAMPLE } from '../fixtures/media.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
let fake: FakeOpenAi
let host: string
test.beforeAll(async () => {
  const entry = { text: 'Sie sprachen über den Preis.', lines: ['L1'] }
  fake = await startFakeOpenAi({
    write: (call) => (asksForVerdicts(call) ? { verdicts: [] } : { title: 'Preisgespräch', summary: [entry] }),
  })
  host = new URL(fake.baseUrl).host
  server = await startServer({
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: fake.baseUrl,
    TRANSCRIBER: 'openai',
    OPENAI_TRANSCRIBE_PRICE: '0.006',
    OPENAI_ANALYSIS_PRICE: '0.15/0.60',
  })
})
test.afterAll(async () => {
  await server.stop()
  await fake.close()
})

const recapChats = () => fake.chats.filter((call) => !asksForVerdicts(call))

async function chooseSample(page: Page): Promise<void> {
  await page.goto(`${server.url}/upload`)
  await page.locator('input[type=file][accept^="video"]').setInputFiles(SAMPLE.video)
}

test('what a recording will ask of the AI server is reported before, the recap comes in the language chosen, and what it took is reported after', async ({
  page,
}) => {
  await signUpInBrowser(page, server.url)
  await chooseSample(page)
  await expect(page.getByText(`The sound is transcribed by whisper-1 on ${host}, about $0.0`)).toBeVisible()
  const recap = page.getByText(
    new RegExp(
      `The recap takes about [\\d,]+ tokens of gpt-4o-mini on ${host}, a second reading included, less than \\$0\\.01\\.`,
    ),
  )
  await expect(recap).toBeVisible()
  await page.locator('input[type=file][accept*=".vtt"]').setInputFiles(SAMPLE.captions)
  await expect(page.getByText('The sound is transcribed by')).toBeHidden()
  await expect(recap).toBeVisible()
  await page.getByLabel('Recap language').selectOption('German')
  await expectAccessible(page, 'the form with the recap’s language')
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
  expect(recapChats().at(-1)?.messages[0]?.content).toContain('Write in German')

  await page
    .getByRole('link', { name: /View|Open/ })
    .first()
    .click()
  await expect(page.getByText(/^Recap by gpt-4o-mini: [\d,]+ tokens in 2 requests\.$/)).toBeVisible()
  await expect(page.getByText('Sie sprachen über den Preis.')).toBeVisible()
  await expect(page.getByText('Please check'), 'German nouns are no names').toBeHidden()
})

test('a recap that is made again keeps its language until another is chosen', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  await chooseSample(page)
  await page.locator('input[type=file][accept*=".vtt"]').setInputFiles(SAMPLE.captions)
  await page.getByLabel('Recap language').selectOption('French')
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
  await page
    .getByRole('link', { name: /View|Open/ })
    .first()
    .click()
  for (const [choice, asked] of [
    ['As before', 'Write in French'],
    ['The language of the call', 'Write in the language of the call'],
    ['Dutch', 'Write in Dutch'],
  ] as const) {
    const before = recapChats().length
    const transcript = page.getByRole('region', { name: 'Transcript', exact: true })
    const add = page.getByRole('menuitem', { name: 'Paste or upload a transcript' })
    // The page that is made again closes a menu of the one before.
    await expect(async () => {
      if (!(await add.isVisible()))
        await transcript.getByRole('button', { name: 'Change transcript' }).click({ timeout: 2000 })
      await add.press('Enter', { timeout: 2000 })
    }).toPass()
    const dialog = page.getByRole('dialog', { name: 'Add a transcript' })
    await dialog
      .getByLabel('Transcript', { exact: true })
      .fill(`Dana: We ship ${before} pallets in March, and I send the contract on Friday.`)
    await dialog.getByLabel('Recap language').selectOption(choice)
    if (choice === 'Dutch') await expectAccessible(page, 'the dialog with the recap’s language')
    await dialog.getByRole('button', { name: 'Add transcript' }).click()
    await expect(dialog).toBeHidden()
    await expect(transcript).toContainText(`We ship ${before} pallets`)
    expect(
      recapChats()
        .slice(before)
        .map(({ messages }) => messages[0]?.content.includes(asked)),
    ).toEqual([true])
  }
})
