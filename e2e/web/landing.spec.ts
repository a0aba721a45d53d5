import { SESSION_KEY } from '@callfolio/shared/session-key.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const PUBLIC_PAGES = ['/', '/pricing', '/terms-of-service', '/terms-of-use', '/privacy-policy']

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ DEFAULT_PLAN: 'free', CONTACT_EMAIL: 'desk@calls.example' })
})
test.afterAll(() => server.stop())

test('the header links to features, pricing and contact, from other pages too', async ({ page }) => {
  await page.goto(`${server.url}/privacy-policy`)
  for (const [name, id] of [
    ['Features', 'feature-comparison'],
    ['Pricing', 'pricing'],
    ['Contact', 'contact'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name }).click()
    await expect(page).toHaveURL(`${server.url}/#${id}`)
    await expect(page.locator(`#${id}`).getByRole('heading').first()).toBeInViewport()
  }
  await expect(page.getByRole('img', { name: /^A microsite/ })).toHaveJSProperty('complete', true)
  await page.evaluate(() => scrollTo(0, 0))
  await page.goto(`${server.url}/privacy-policy`)
  await page.goto(`${server.url}/#contact`)
  await expect(page.locator('#contact'), 'also where the page was left at another place').toBeInViewport()
})

test('shows signed-in users their own buttons before the script has loaded, and visitors theirs', async ({ page }) => {
  await page.route('**/assets/site-*.js', (route) => route.abort())
  const [dashboard, getStarted] = ['Dashboard', 'Get Started'].map((name) =>
    page.getByRole('banner').getByRole('link', { name }),
  )
  await page.goto(server.url)
  await expect(getStarted!).toBeVisible()
  await expect(dashboard!).toBeHidden()
  await page.evaluate((key) => localStorage.setItem(key, '{}'), SESSION_KEY)
  await page.reload()
  await expect(dashboard!).toBeVisible()
  await expect(getStarted!).toBeHidden()
})

test('on a phone the links are in a menu that Escape and any link close', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(server.url)
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu.getByRole('link')).toHaveText(['Features', 'Pricing', 'Contact'])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'Contact' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeInViewport()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBe(0)
})

test('the plans show the prices of the billing period, and buying leads a visitor to the sign-in', async ({ page }) => {
  await page.goto(`${server.url}/pricing`)
  const premium = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Premium' }) })
  await expect(premium.getByText('$29')).toBeVisible()
  await expect(page.getByText(/^Save \$/)).toHaveCount(2)
  for (const saving of await page.getByText(/^Save \$/).all()) await expect(saving).toBeHidden()
  await page.getByText('Yearly').click()
  await expect(premium.getByText('$244')).toBeVisible()
  await expect(premium.getByText('Save $104 per year')).toBeVisible()
  await expect(premium.getByText('$29')).toBeHidden()
  await page.getByRole('button', { name: 'Get Premium' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/auth')
  expect(await page.evaluate(() => JSON.stringify(history.state))).toContain('/pricing?plan=pro&period=yearly')
})

test('nothing is animated when the user prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const gradual = await page.evaluate(
    () =>
      Array.from(document.querySelectorAll('body *')).filter(
        (element) => getComputedStyle(element).transitionDuration !== '0s',
      ).length,
  )
  expect(gradual).toBe(0)
})

test('axe finds nothing on the public pages', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  for (const path of PUBLIC_PAGES) {
    await page.goto(server.url + path)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expectAccessibleOnDevices(page, path)
  }
})
