import type { Page } from 'playwright/test'
import { addMicrosites } from '../fixtures/api.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

/**
 * Signs up a user and opens a microsite of the sample call, with a rule-based recap: Dana sells, Marcus and Priya
 * ask.
 */
test.beforeEach(async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Lumen Desk: first call'])
  await page.goto(`${server.url}/microsite/${id}`)
  await expect(section(page, 'Todo List').getByText(/the ten people before the end of the week/)).toBeVisible()
})

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

test('axe finds nothing while sections are edited, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  await expectAccessibleOnDevices(page, 'what waits for its owner')
  for (const what of ['title and description', 'summary', 'transcript', 'quotes', 'todo list'])
    await page.getByRole('button', { name: `Edit ${what}` }).click()
  await page.getByRole('button', { name: 'Add a quote from the transcript' }).click()
  await section(page, 'Todo List').getByRole('button', { name: 'Remove todo 1' }).click()
  await expectAccessibleOnDevices(page, 'every editor')
  await page.getByRole('group', { name: 'Add a quote' }).getByRole('listitem').first().getByRole('button').click()
  await expectAccessibleOnDevices(page, 'choosing words of a line')
})
