import type { Locator, Page } from 'playwright/test'
import { MICROSITE_PATHS, micrositeSchema, type WithheldItem } from '@callfolio/shared/contract/microsite.ts'
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

const review = (page: Page): Locator => page.getByRole('dialog', { name: 'Review' })
const current = (page: Page): Locator => review(page).locator('[aria-current]')
const preview = (page: Page): Locator => review(page).getByRole('region', { name: 'Recipients see' })
const left = (page: Page): Locator => review(page).getByText(/^(\d+ left|All items reviewed|Saving\.\.\.)$/)
const stored = async (page: Page, id: string) =>
  micrositeSchema.parse(await callApi(page, 'GET', MICROSITE_PATHS.one(id)))

/** The page of a call with a model's recap, which the rules can't produce here. */
async function replaceOnPage(page: Page, id: string, fields: object): Promise<void> {
  await page.route(`**${MICROSITE_PATHS.one(id)}`, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), ...fields } })
  })
}

test('keys add, edit, dismiss and undo; each is saved at once, and recipients see additions', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await page.goto(`${server.url}/microsite/${id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter')
  await expect(current(page).getByRole('button', { name: 'Add' })).toBeFocused()
  const getWords = () => current(page).locator('p').first().innerText()
  const step = await getWords()
  await page.keyboard.press('a')
  await expect(preview(page)).toContainText(step)
  await expect(current(page).getByRole('button', { name: 'Add' }), 'of the next one').toBeFocused()
  const edited = await getWords()
  await page.keyboard.press('e')
  await page.keyboard.type(' Added by hand.')
  await page.keyboard.press('Escape')
  await expect(current(page), 'Escape leaves the words and the dialog').toContainText(edited)
  await page.keyboard.press('e')
  await page.keyboard.type(' Jade and Kade.')
  await page.keyboard.press('Enter')
  await expect(preview(page)).toContainText(`${edited} Jade and Kade.`)
  const dismissed = await getWords()
  await page.keyboard.press('d')
  await expect(current(page)).not.toContainText(dismissed)
  await page.keyboard.press('u')
  await expect(current(page)).toContainText(dismissed)
  await expect(current(page).getByRole('button', { name: 'Add' })).toBeFocused()
  await page.keyboard.press('d')
  await expect.poll(async () => JSON.stringify(await stored(page, id))).toContain('Jade and Kade.')

  await page.reload()
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter')
  await expect(current(page), 'what was decided stays decided').toBeVisible()
  await expect(preview(page)).toContainText(step)
  await expect(review(page).getByText(dismissed, { exact: true })).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowUp')
  for (let most = 40; most > 0 && (await left(page).innerText()) !== 'All items reviewed'; most--)
    await page.keyboard.press('a')
  await expect(review(page).getByText('All reviewed')).toBeVisible()
  await expect(review(page).getByRole('button', { name: 'Continue' })).toBeFocused()
  await page.keyboard.press('Enter')

  const picker = page.getByRole('dialog', { name: 'Share Microsite' })
  await picker.getByRole('button', { name: '1 Day' }).press('Enter')
  await page.goto(await picker.getByLabel('Shareable link').inputValue())
  for (const shown of [step, `${edited} Jade and Kade.`])
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
  await expect(page.getByRole('main').getByText(dismissed, { exact: true })).toHaveCount(0)
})

test('each item shows its lines and plays them', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const id = await addSampleCall(page)
  const { segments } = await stored(page, id)
  const waiting = (text: string, words: string) => {
    const line = segments.find((segment) => segment.text.includes(words))
    return { text, start_ms: line?.start_ms ?? 0, segment_ids: [line?.id ?? ''], unconfirmed: true }
  }
  await replaceOnPage(page, id, {
    gpt_todo_list: [waiting('Dana: Set up the trial on Monday', 'I will set it up on Monday.')],
    gpt_important_points: [waiting('They refunded about sixty thousand dollars', 'sixty thousand')],
  })
  await page.goto(`${server.url}/microsite/${id}`)
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(current(page).getByRole('list', { name: 'What was said' })).toContainText('I will set it up on Monday.')
  const video = review(page).locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(1)
  const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await page.keyboard.press('p')
  await expect.poll(time).toBeGreaterThan(140)
  await review(page)
    .getByRole('button', { name: /sixty thousand/ })
    .first()
    .click()
  await current(page)
    .getByRole('button', { name: /^Play 0:44/ })
    .click()
  await expect.poll(time).toBeLessThan(60)
})

test('axe finds nothing in the review, read, written, failed and done, and nothing is wider than the screen', async ({
  page,
}) => {
  await page.setViewportSize(DEVICES[0][1])
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  const { segments } = await stored(page, id)
  const at = { start_ms: 0, segment_ids: [segments[0]?.id ?? ''], unconfirmed: true }
  const withheld: WithheldItem[] = [
    { list: 'todo_list', text: `Use ${'x'.repeat(400)}`, reason: 'secret', detail: null, segment_ids: [] },
    { list: 'quotes', text: 'we will certainly sign', reason: 'quote', detail: null, segment_ids: [] },
  ]
  await replaceOnPage(page, id, {
    title: 'Quarterly '.repeat(29),
    gpt_todo_list: [{ ...at, text: 'Pay 50', unproven: ['50'], doubt: { reason: 'number', detail: '50' } }],
    withheld,
    possible_steps: [segments[5]?.id],
    analysis_notice: 'Many items in this recap failed our checks. Review all of it before you share.',
  })
  await page.goto(`${server.url}/microsite/${id}`)
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(current(page)).toContainText('Please check. The number may be wrong: “50”.')
  const fits = async () =>
    expect(await review(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  await expectAccessibleOnDevices(page, 'read', { check: fits })
  await page.keyboard.press('e')
  await expectAccessibleOnDevices(page, 'written', { check: fits })
  await page.keyboard.press('Escape')
  await page.route(`**${MICROSITE_PATHS.one(id)}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await page.keyboard.press('a')
  await expect(review(page).getByRole('alert')).toContainText('Not saved.')
  await expectAccessibleOnDevices(page, 'not saved', { check: fits })
  await page.unrouteAll()
  await callApi(page, 'PATCH', MICROSITE_PATHS.one(id), { withheld: [], possible_steps: [] })
  await page.reload()
  await page.getByRole('button', { name: 'Review' }).click()
  await review(page)
    .getByRole('button', { name: /^Add all \d+$/ })
    .click()
  await expect(review(page).getByText('All reviewed')).toBeVisible()
  await expectAccessibleOnDevices(page, 'done', { check: fits })
})
