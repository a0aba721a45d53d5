import type { Page } from 'playwright/test'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { createLinkReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addSampleCall, callApi } from '../fixtures/api.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const picks = (page: Page, name: string) => page.getByRole('group', { name })
const stored = async (page: Page, id: string) =>
  micrositeSchema.parse(await callApi(page, 'GET', MICROSITE_PATHS.one(id)))

/** Signs up and opens the sample call's page. @returns its id. */
async function openSample(page: Page): Promise<string> {
  await signUpBeforehand(page, server.url)
  const id = await addSampleCall(page)
  await page.goto(`${server.url}/microsite/${id}`)
  await expect(picks(page, 'Picked quotes')).toBeVisible()
  return id
}

test('what the recap is not sure of only its owner sees, until it is kept entry by entry or all at once', async ({
  page,
  browser,
}) => {
  const id = await openSample(page)
  const { share_url } = createLinkReplySchema.parse(
    await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 7 }),
  )
  const recipient = await browser.newPage()
  const read = async () => {
    await recipient.goto(share_url)
    return recipient.getByRole('main').innerText()
  }
  const rows = picks(page, 'Picked quotes').getByRole('listitem')
  const words = await rows.locator('p > span').allInnerTexts()
  const [first = '', second = ''] = words
  expect(words.length).toBeGreaterThan(2)
  const before = await read()
  expect(before, 'the next steps it is sure of').toContain('send Dana a list of the ten people')
  expect(before).not.toContain('Key Quotes')
  for (const text of words) expect(before).not.toContain(text)

  await rows.first().getByRole('button', { name: 'Keep' }).press('Enter')
  await expect(section(page, 'Quotes').getByRole('figure')).toHaveText(new RegExp(first))
  await expect(rows, 'the next one has its place').toHaveCount(words.length - 1)
  await expect(rows.first().getByRole('button', { name: 'Keep' })).toBeFocused()
  await rows.first().getByRole('button', { name: 'Remove' }).click()
  await expect(rows).toHaveCount(words.length - 2)
  const kept = await read()
  expect(kept).toContain(first)
  for (const text of words.slice(1)) expect(kept).not.toContain(text)

  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(rows, 'a removal can be taken back').toHaveCount(words.length - 1)
  await picks(page, 'Picked quotes')
    .getByRole('button', { name: /^Keep all \d+$/ })
    .click()
  await expect(picks(page, 'Picked quotes')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Quotes' }), 'the focus is not lost').toBeFocused()
  expect(await read()).toContain(second)
})

test('a next step is kept in both lists at once, and the summary as a whole', async ({ page }) => {
  const id = await openSample(page)
  const steps = picks(page, 'Picked action points').getByRole('listitem')
  const todos = picks(page, 'Picked todos').getByRole('listitem')
  const [count, all] = [await steps.count(), (await stored(page, id)).gpt_todo_list?.length]
  expect(await todos.count()).toBe(count)
  await page.getByRole('button', { name: 'Edit action points' }).click()
  const editor = page.getByRole('form', { name: 'Action Points' })
  const onlyOwner = editor.getByText('Only you see this until you keep it or change it.')
  await expect(onlyOwner, 'the editor names what saving does not share').toHaveCount(count)
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await steps.first().getByRole('button', { name: 'Keep' }).click()
  await expect(todos).toHaveCount(count - 1)
  const { todo_list, gpt_summary } = await stored(page, id)
  expect(todo_list).toHaveLength(all ?? 0)

  await page.getByRole('button', { name: 'Edit summary' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveAccessibleDescription(
    /^Once saved, all of this text is shared: take out what others should not read\./,
  )
  await page.getByRole('button', { name: 'Cancel' }).click()

  await picks(page, 'Picked sentences')
    .getByRole('button', { name: /^Keep all \d+$/ })
    .click()
  await expect(picks(page, 'Picked sentences')).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit summary' }).click()
  await expect(page.getByText('Once saved, all of this text is shared'), 'nothing waits any more').toHaveCount(0)
  expect((await stored(page, id)).summary).toBe(gpt_summary)
})

test('axe finds nothing in what waits for its owner, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  await openSample(page)
  await expectAccessibleOnDevices(page, 'what waits for its owner')
})
