import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

test('axe finds nothing wrong with the install page', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  await page.goto(`${server.url}/extension`)
  await expect(page.getByRole('heading', { name: 'Privacy' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'the install page')
})
