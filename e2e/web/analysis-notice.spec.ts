import { asksForVerdicts, startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts'
import { addMicrosites, callApi } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const ENTRY = { part: 'other', text: 'They spend thirty minutes on how the support team works now.', lines: ['L1'] }

let server: RunningServer
let fake: FakeOpenAi
test.beforeAll(async () => {
  fake = await startFakeOpenAi({ write: (call) => (asksForVerdicts(call) ? { verdicts: [] } : { summary: [ENTRY] }) })
  server = await startServer({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.baseUrl })
})
test.afterAll(async () => {
  await server.stop()
  await fake.close()
})

test('a page that the AI server failed is there all the same, says why only to its owner, and can be made by the AI server later', async ({
  page,
  browser,
}) => {
  await signUpBeforehand(page, server.url)
  fake.failNext({ status: 401 })
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await page.goto(`${server.url}/microsite/${id}`)
  const notice = page.getByText(
    'The AI server could not be used (it refused the key), so this recap was made on this server.',
  )
  await expect(notice).toBeVisible()
  await expect(page.getByText(ENTRY.text)).toBeHidden()
  await expectAccessible(page, 'a page with the notice')

  const { share_url: link } = (await callApi(page, 'POST', '/api/create-shareable-link', {
    microsite_id: id,
    expires_in_days: 7,
  })) as { share_url: string }
  const visitor = await browser.newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Acme call')
  await expect(visitor.getByText('AI server')).toBeHidden()
  await visitor.close()

  fake.failNext({ status: 429, retryAfterMs: 4000 })
  await page.getByRole('button', { name: 'Try the AI server again' }).click()
  await expect(
    page.getByText('The AI server is making the recap anew; the page stays as it is until then.'),
  ).toBeVisible()
  await expect(page.getByText(/Waiting for the AI server, \d s\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit summary' }), 'the page stays in use').toBeVisible()
  await expect(page.getByText(ENTRY.text)).toBeVisible()
  await expect(page.getByText('The AI server is making')).toBeHidden()
  await expect(notice).toBeHidden()
})
