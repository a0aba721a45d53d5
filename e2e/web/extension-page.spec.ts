import { EXTENSION_PACKAGES } from '@callfolio/shared/extension/extension-packages.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

test('the built server has a package for each browser', async ({ request }) => {
  for (const path of Object.values(EXTENSION_PACKAGES)) {
    const reply = await request.get(server.url + path)
    expect(reply.headers()['content-type']).toBe('application/zip')
    expect((await reply.body()).toString('latin1', 0, 2)).toBe('PK')
  }
})

test('axe finds nothing wrong with the install page', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  await page.goto(`${server.url}/extension`)
  await expect(page.getByRole('heading', { name: 'Privacy' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'the install page')
})
