import type { Locator, Page } from 'playwright/test'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { previewSchema } from '@callfolio/shared/contract/shared-page.ts'
import { SHARED_PAGE_PATHS } from '@callfolio/shared/shared-page.ts'
import { callApi } from '../fixtures/api.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

const LINES = [
  'Ana: Morning, Ben, I have the bakery in front of me.',
  'Ben: Morning to you, we have three shops now.',
  'Ana: The ovens in the third shop are leased. Who owns that?',
  'Ben: I’ll ask them about it.',
  'Ana: By when?',
  'Ben: By Friday.',
  'Ana: Perfect. I’ll send you the price list of the tills on Monday.',
  'Ben: Great, thanks.',
]
const clock = (second: number) => `00:00:${String(second).padStart(2, '0')}.000`
const CAPTIONS = `WEBVTT\n\n${LINES.map((line, i) => `${clock(i * 4)} --> ${clock(i * 4 + 3)}\n${line}`).join('\n\n')}\n`

/** Signs up and opens the page of a call in which Ben promises what Ana asked. @returns its id. */
async function openCall(page: Page): Promise<string> {
  await signUpBeforehand(page, server.url)
  const { job_id: id } = (await callApi(page, 'POST', '/api/process-meeting', { captions: CAPTIONS })) as {
    job_id: string
  }
  await expect
    .poll(() => callApi(page, 'GET', MICROSITE_PATHS.one(id)), { timeout: 60_000 })
    .toMatchObject({
      status: 'active',
    })
  await page.goto(`${server.url}/microsite/${id}`)
  return id
}

const row = (page: Page): Locator =>
  page.getByRole('list', { name: 'Possible next steps' }).getByRole('listitem').first()
const stored = async (page: Page, id: string) =>
  micrositeSchema.parse(await callApi(page, 'GET', MICROSITE_PATHS.one(id)))

test('a promise that the recap can’t word is for its owner to word on the page, and no recipient reads it before', async ({
  page,
}) => {
  const id = await openCall(page)
  const { gpt_todo_list } = await stored(page, id)
  expect(JSON.stringify(gpt_todo_list), 'what can be worded is told').toContain('price list')
  expect(JSON.stringify(gpt_todo_list)).not.toContain('ask them')

  await page.getByText('Possible next steps').click()
  await expect(row(page)).toContainText(`Ben: “I'll ask them about it”, by Friday`)
  await row(page).getByRole('button', { name: 'Word it as a next step' }).click()
  await expect(row(page).getByRole('list', { name: 'What was said' })).toContainText('The ovens in the third shop')
  const words = row(page).getByRole('textbox', { name: 'Next step' })
  await expect(words).toBeFocused()
  await expect(words).toHaveValue('Ben: ')
  await page.keyboard.press('Escape')
  await expect(row(page).getByRole('button', { name: 'Word it as a next step' })).toBeFocused()

  const preview = async () => {
    const { url } = previewSchema.parse(await callApi(page, 'POST', SHARED_PAGE_PATHS.preview(id)))
    return (await page.request.get(url)).text()
  }
  expect(await preview()).not.toMatch(/Possible next steps|unworded/)

  await page.keyboard.press('Enter')
  await page.keyboard.type('ask the landlord who owns the ovens by Friday')
  await page.keyboard.press('Enter')
  for (const name of ['Todo List', 'Action Points'])
    await expect(page.getByRole('region', { name }).getByText('Ben: ask the landlord who owns the ovens')).toBeVisible()
  await expect(page.getByText('Possible next steps'), 'nothing is left to word').toHaveCount(0)
  await expect.poll(preview).toContain('ask the landlord who owns the ovens by Friday')
})

test('in the review before the first link it is left out by one key, and on the page once it is worded', async ({
  page,
}) => {
  const id = await openCall(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const look = page.getByRole('dialog', { name: 'Look it through first' })
  const item = look.getByRole('region', { name: 'Not on the page yet: possible next steps' }).getByRole('listitem')
  await item.getByRole('button', { name: 'Leave out' }).press('Enter')
  await expect(item).toContainText('Left out')
  await item.getByRole('button', { name: 'Word it' }).click()
  await page.keyboard.type('ask the landlord who owns the ovens by Friday')
  await page.keyboard.press('Enter')
  await expect(item).toContainText('Added')
  await look.getByRole('button', { name: /^(?:Continue|Keep the rest)$/ }).click()
  await expect(look).toHaveCount(0)
  const { todo_list, action_points } = await stored(page, id)
  const added = expect.objectContaining({ text: 'Ben: ask the landlord who owns the ovens by Friday' })
  expect([todo_list, action_points]).toEqual([expect.arrayContaining([added]), expect.arrayContaining([added])])
})

test('axe finds nothing in a possible next step, read and worded, and nothing is wider than the screen', async ({
  page,
}) => {
  await page.setViewportSize(DEVICES[0][1])
  await openCall(page)
  await page.getByText('Possible next steps').click()
  await row(page).getByRole('button', { name: 'Word it as a next step' }).click()
  await expect(row(page).getByRole('textbox')).toBeVisible()
  await expectAccessibleOnDevices(page, 'a possible next step')
})
