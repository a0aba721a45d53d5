import { addMicrosites } from '../fixtures/api.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

test('the back button restores the scroll position, and a new screen begins at its top', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await signUpBeforehand(page, server.url)
  await addMicrosites(page, ['One call', 'Another call'])
  await page.goto(`${server.url}/dashboard`)
  const link = page.getByRole('heading', { name: 'One call' }).getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(100)
  await link.click()
  await expect(page).toHaveTitle(/^One call/)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(link).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  await page.goForward()
  await expect(page).toHaveTitle(/^One call/)
})

test('the back button asks before unsaved text is lost', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['A first call'])
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('heading', { name: 'A first call' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Edit summary' }).click()
  const text = page.getByRole('region', { name: 'Summary', exact: true }).getByLabel('Text')
  await text.fill('Half a thought')
  const answer = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
  await page.evaluate(() => history.back())
  await answer('Cancel')
  await expect(text).toHaveValue('Half a thought')
  expect(new URL(page.url()).pathname).toBe(`/microsite/${id}`)
  await page.evaluate(() => history.back())
  await answer('Discard changes')
  await expect(page).toHaveURL(`${server.url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'A first call' })).toBeVisible()
})
