import { EXTENSION_PACKAGES } from '@callfolio/shared/extension-packages.ts'
import { EXTENSION_PERMISSIONS } from '@callfolio/shared/extension-permissions.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

test('the landing page and the upload page lead to the extension', async ({ page }) => {
  await page.goto(server.url)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Browser extension' }).click()
  await expect(page.getByRole('heading', { name: 'The browser extension' })).toBeVisible()
  await signUpBeforehand(page, server.url)
  await page.goto(`${server.url}/upload`)
  await page.getByRole('link', { name: 'browser extension' }).click()
  await expect(page).toHaveURL(`${server.url}/extension`)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
})

test('every permission stands there with its reason, and the server’s own address', async ({ page }) => {
  await page.goto(`${server.url}/extension`)
  for (const { name, reason } of EXTENSION_PERMISSIONS) {
    await expect(
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) }),
    ).toContainText(reason)
  }
  await expect(page.getByText(`this one is ${server.url}.`)).toBeVisible()
})

for (const [browser, path] of Object.entries(EXTENSION_PACKAGES)) {
  test(`the package for ${browser} comes from this server, named so that it is found again`, async ({ page }) => {
    await page.goto(`${server.url}/extension`)
    const coming = page.waitForEvent('download')
    await page
      .getByRole('link', { name: browser === 'chrome' ? 'Download for Chrome and Edge' : 'Download for Firefox' })
      .click()
    const download = await coming
    expect(download.url()).toBe(server.url + path)
    expect(download.suggestedFilename()).toBe(path.split('/').at(-1))
    const reply = await page.request.get(download.url())
    expect(reply.headers()['content-type']).toBe('application/zip')
    expect((await reply.body()).subarray(0, 2).toString()).toBe('PK')
  })
}

test('axe finds nothing wrong with the install page', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  await page.goto(`${server.url}/extension`)
  await expect(page.getByRole('heading', { name: 'Privacy' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'the install page')
})
