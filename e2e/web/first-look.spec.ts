import type { Locator, Page } from 'playwright/test'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { addMicrosites, addSampleCall, callApi } from '../fixtures/api.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

const review = (page: Page): Locator => page.getByRole('dialog', { name: 'Look it through first' })
const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'Share Microsite' })
const PICKED = 'Picked from the call: not shared unless you keep it'
const items = (page: Page, part: string): Locator =>
  review(page).getByRole('region', { name: part }).getByRole('listitem')
const stored = async (page: Page, id: string) =>
  micrositeSchema.parse(await callApi(page, 'GET', MICROSITE_PATHS.one(id)))

/** Signs up with a microsite and is about to share it from its page. @returns its id. */
async function beginSharing(page: Page): Promise<string> {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await page.goto(`${server.url}/microsite/${id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter')
  await expect(items(page, 'Title').getByRole('button', { name: 'Keep' })).toBeFocused()
  return id
}

test('keys keep, edit, remove and take back; one request saves it, sharing goes on, and recipients read what was left', async ({
  page,
}) => {
  const id = await beginSharing(page)
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()))
  const wordsOf = (part: string) => items(page, part).first().locator('p > span').first().innerText()
  const [sentence, step] = [await wordsOf('Summary'), await wordsOf('Next steps')]
  const steps = await items(page, 'Next steps').count()

  await page.keyboard.press('e')
  await page.keyboard.type(' with Brightwater')
  await page.keyboard.press('Escape')
  await expect(items(page, 'Title'), 'Escape leaves the words and the dialog').toContainText('Acme call')
  await page.keyboard.press('e')
  await page.keyboard.type(' with Brightwater')
  await page.keyboard.press('Enter')
  await expect(items(page, 'Title')).toContainText('Acme call with Brightwater')
  await page.keyboard.press('x')
  await expect(items(page, 'Summary').first()).toContainText('Removed')
  await page.keyboard.press('u')
  await expect(items(page, 'Summary').first()).not.toContainText('Removed')
  await expect(items(page, 'Summary').first().getByRole('button', { name: 'Keep' }), 'and leads there').toBeFocused()
  await page.keyboard.press('Delete')
  while (
    !(await items(page, 'Next steps')
      .first()
      .getByRole('button', { name: 'Keep' })
      .evaluate((button) => button === document.activeElement))
  )
    await page.keyboard.press('Enter')
  await page.keyboard.press('x')
  for (let left = steps - 1; left > 0; left--) await page.keyboard.press('Enter')
  const picked = await items(page, PICKED).locator('p > span').allInnerTexts()
  const [kept = '', dropped = ''] = picked
  await expect(review(page).getByRole('status')).toContainText(`${picked.length} not shared`)
  await page.keyboard.press('Enter')
  await page.keyboard.press('x')
  for (let left = picked.length - 2; left > 0; left--) await page.keyboard.press('Enter')
  const done = review(page).getByRole('button', { name: 'Continue' })
  await expect(done).toBeFocused()
  await expect(review(page).getByRole('status')).toContainText(/1 edited · 3 removed$/)
  expect(sent, 'nothing is saved before').toEqual([])
  await page.keyboard.press('Enter')

  await expect(picker(page)).toBeVisible()
  expect(sent).toEqual([
    expect.objectContaining({ reviewed: true, title: 'Acme call with Brightwater', summary: expect.any(String) }),
  ])
  expect((await stored(page, id)).reviewed_at).not.toBeNull()
  await picker(page).getByRole('button', { name: '1 Day' }).press('Enter')
  const address = await picker(page).getByLabel('Shareable link').inputValue()
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Acme call with Brightwater' })).toBeVisible()
  await expect(page.getByRole('main').getByText(kept).first(), 'what was kept is shared').toBeVisible()
  for (const gone of [sentence, step, dropped]) await expect(page.getByRole('main').getByText(gone)).toHaveCount(0)
})

test('each line shows what it stands on, and plays it', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await page.goto(`${server.url}/microsite/${await addSampleCall(page)}`)
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter')
  const words = review(page).getByRole('region', { name: 'Lines of the call' })
  await items(page, 'Next steps').filter({ hasText: 'send Dana a list' }).getByRole('button', { name: 'Keep' }).focus()
  await expect(words).toContainText('Yes, I will send the list before the end of the week.')
  const video = review(page).locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(1)
  await page.keyboard.press('p')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(149)
  await items(page, PICKED)
    .filter({ hasText: 'sixty thousand' })
    .first()
    .getByRole('button', { name: /^Play 0:44/ })
    .click()
  await expect(words).toContainText('sixty thousand dollars')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => Math.floor(element.currentTime)))
    .toBeLessThan(60)
})

test('axe finds nothing in the review, read and written, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  const id = await beginSharing(page)
  const marked = { text: 'x'.repeat(400), start_ms: 0, segment_ids: ['s1'] }
  await callApi(page, 'PATCH', MICROSITE_PATHS.one(id), { title: 'Quarterly '.repeat(29) })
  await page.route(`**${MICROSITE_PATHS.one(id)}`, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({
      response: reply,
      json: { ...(await reply.json()), gpt_todo_list: [marked, { ...marked, text: 'Pay 50', unproven: ['50'] }] },
    })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter')
  await expect(review(page).getByText('Please check: 50 was not found')).toBeVisible()
  await expectAccessibleOnDevices(page, 'read')
  await page.keyboard.press('Enter')
  await page.keyboard.press('x')
  await page.keyboard.press('e')
  await expectAccessibleOnDevices(page, 'written', {
    check: async () =>
      expect(await review(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
        0,
      ),
  })
})
