import type { Page } from 'playwright/test'
import { linkListSchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addMicrosites, callApi, keepAll, saidAt } from '../fixtures/api.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

const DANA = { name: 'Dana Reed', password: 'correct horse' }
/** Marcus's to-do in the sample call. */
const TODO = 'send Dana a list of the ten people'

/** Dana, one of the speakers, opens the microsite of the sample call. @returns its id. */
async function openMicrosite(page: Page): Promise<string> {
  await signUpBeforehand(page, server.url, { ...DANA, email: `${crypto.randomUUID()}@example.org` })
  const [id = ''] = await addMicrosites(page, ['Brightwater: first call'])
  await keepAll(page, id)
  await page.goto(`${server.url}/microsite/${id}`)
  await page.getByRole('button', { name: 'Draft a follow-up email' }).click()
  await expect(dialog(page)).toBeVisible()
  return id
}

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'Follow-up email' })
}
function text(page: Page) {
  return dialog(page).getByLabel('Message', { exact: true })
}
async function getLinks(page: Page) {
  return linkListSchema.parse(await callApi(page, 'GET', SHARE_PATHS.list)).links
}
test('it is copied as rich text, with times that link to the shared page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { time, line } = await saidAt(page, await openMicrosite(page), TODO)
  await dialog(page).getByText('New link', { exact: true }).click()
  await dialog(page).getByRole('button', { name: '1 Day' }).click()
  await expect(text(page)).toHaveValue(/\/s\//)
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog(page).getByText('Copied. Paste it into your email app.')).toBeVisible()
  const [html, plain] = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return Promise.all(['text/html', 'text/plain'].map(async (type) => (await item?.getType(type))?.text() ?? ''))
  })
  expect(plain).toBe(await text(page).inputValue())
  const [made] = await getLinks(page)
  expect(html).toContain(`href="${made?.share_url}"`)
  const moment = new RegExp(`href="(${made?.share_url}\\?t=[\\d.]+)"[^>]*>${time}<`).exec(html ?? '')?.[1] ?? ''
  await page.goto(moment)
  await expect(page.locator('li[aria-current=true]')).toContainText(line)
})

test('axe finds nothing in the draft, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  const micrositeId = await openMicrosite(page)
  await callApi(page, 'POST', SHARE_PATHS.create, {
    microsite_id: micrositeId,
    expires_in_days: 7,
    label: 'Brightwater '.repeat(10),
    password: 'tide table',
  })
  await page.reload()
  await page.getByRole('button', { name: 'Draft a follow-up email' }).click()
  await dialog(page)
    .getByRole('radio', { name: /^Brightwater / })
    .check()
  await expect(dialog(page).getByText('Recipients need this link’s password. Send it separately.')).toBeVisible()
  await dialog(page).getByText('New link', { exact: true }).click()
  await expectAccessibleOnDevices(page, 'the draft', {
    check: async () =>
      expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
        0,
      ),
  })
})
