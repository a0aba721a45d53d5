import { expect, test } from 'playwright/test'
import { DEVICES, expectAccessible } from '../fixtures/axe.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

for (const [device, viewport] of DEVICES) {
  test(`axe finds nothing on any screen (${device})`, async ({ page }) => {
    await page.setViewportSize(viewport)
    for (const path of ['/', '/auth', '/reset-password', '/auth/confirm', '/no-such-page']) {
      await page.goto(server.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, path)
    }
    await signUpInBrowser(page, server.url)
    await expect(page.getByRole('button', { name: 'Try it with a sample call' })).toBeVisible()
    await expectAccessible(page, 'an empty dashboard')
    await page.goto(`${server.url}/upload`)
    await expect(page.getByRole('button', { name: 'Choose File' })).toBeVisible()
    await expectAccessible(page, 'the upload page')
    await page.getByRole('button', { name: 'Try it with a sample call' }).click()
    await expect(page.getByText(/send the report by Friday/).first()).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page, 'a microsite')
    await page.getByRole('button', { name: 'View Timeline' }).click()
    await expectAccessible(page, 'a microsite with its timeline')
    await page.goto(`${server.url}/dashboard`)
    await expect(page.getByText(/Sample call/).first()).toBeVisible()
    await expectAccessible(page, 'a dashboard with a microsite')
    await page.goto(`${server.url}/microsite/none`)
    await expect(page.getByText('Microsite not found.')).toBeVisible()
    await expectAccessible(page, 'a microsite that is not there')
  })
}
