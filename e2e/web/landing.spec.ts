import type { Page } from 'playwright/test'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { expectOnlyAfter, stopClock } from '../fixtures/clock.ts'
import { signUpBeforehand, signUpInBrowser } from '../fixtures/person.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const PUBLIC_PAGES = ['/', '/pricing', '/terms-of-service', '/terms-of-use', '/privacy-policy']

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ DEFAULT_PLAN: 'free', CONTACT_EMAIL: 'desk@calls.example' })
})
test.afterAll(() => server.stop())

/** The card of a plan; its name is a heading. */
function card(page: Page, plan: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan, exact: true }) })
}

test('the landing page says what the product is and leads on', async ({ page }) => {
  await page.goto(server.url)
  await expect(page).toHaveTitle('Callfolio')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transform. Engage. Convert. Powered by AI.')
  await expect(page.getByText('Your journey to AI-powered sales intelligence starts here')).toBeVisible()
  await expect(page.getByRole('img', { name: /^A microsite/ })).toHaveJSProperty('complete', true)
  await page.getByRole('link', { name: 'Learn More' }).click()
  await expect(page).toHaveURL(`${server.url}/#feature-comparison`)
  await expect(page.getByRole('link', { name: 'Try Callfolio Free' })).toHaveAttribute('href', '/auth?sign-up')
  await expect(page.getByRole('main').getByRole('link', { name: 'Get Started' }).first()).toHaveAttribute(
    'href',
    '/auth?sign-up',
  )
  await expect(card(page, 'Starter').getByRole('link', { name: 'Get Started' })).toHaveAttribute(
    'href',
    '/auth?sign-up',
  )
  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(`${server.url}/auth?sign-up`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Callfolio')
})

test('the header leads to features, pricing and contact, from other pages too', async ({ page }) => {
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

test('the product is ticked on all seven rows, in words too', async ({ page }) => {
  await page.goto(server.url)
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveText([
    'Feature',
    'Callfolio',
    'Sales-call intelligence tool',
    'Meeting-notes bot',
    'Video-clip tool',
    'Meeting-recorder tool',
  ])
  await expect(table.getByRole('rowheader')).toHaveText([
    'Turns demo calls into shareable microsites',
    'Exports to Notion, Google Docs, PDF',
    'Lightweight and fast setup',
    'Built specifically for post-call sharing',
    'Pricing starts under $30',
    'Custom branding support',
    'Built for SDRs, AEs and founders',
  ])
  const own = table.locator('tbody tr td:nth-of-type(1)')
  await expect(own).toHaveText(Array.from({ length: 7 }, () => 'Yes'))
})

test('prices are shown by the month and by the year, with what the year saves', async ({ page }) => {
  await page.goto(`${server.url}/pricing`)
  await expect(page).toHaveTitle('Pricing · Callfolio')
  await expect(card(page, 'Starter')).toContainText('$0 per month')
  await expect(card(page, 'Starter')).toContainText('3 microsites per month')
  await expect(card(page, 'Starter')).toContainText('Subtitle and JSON export')
  await expect(card(page, 'Premium')).toContainText('$29 per month')
  await expect(card(page, 'Premium')).toContainText('Most Popular')
  await expect(card(page, 'Premium')).toContainText('Google Docs copy')
  await expect(card(page, 'Teams')).toContainText('$100 per month')
  await expect(card(page, 'Teams').getByRole('button', { name: 'Coming Soon' })).toBeDisabled()
  await expect(page.getByText('Save 30%')).toBeVisible()
  await expect(page.getByText(/Save \$/)).toHaveCount(0)
  await page.getByRole('radio', { name: 'Monthly' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(card(page, 'Premium')).toContainText('$244 per year')
  await expect(card(page, 'Premium')).toContainText('Save $104 per year')
  await expect(card(page, 'Teams')).toContainText('Save $360 per year')
  await expect(card(page, 'Starter')).not.toContainText('Save')
  await page.getByRole('link', { name: 'Contact our sales team' }).click()
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeInViewport()
})

test('a visitor who chooses a plan signs up and comes back to the choice', async ({ page }) => {
  await page.goto(`${server.url}/#pricing`)
  await page.getByText('Yearly').click()
  await card(page, 'Premium').getByRole('button', { name: 'Get Premium' }).click()
  await expect(page).toHaveURL(`${server.url}/auth`)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Full Name').fill('Ann Example')
  await page.getByLabel('Email Address').fill(`${crypto.randomUUID()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(`${server.url}/pricing?plan=pro&period=yearly`)
  await expect(page.getByRole('radio', { name: /Yearly/ })).toBeChecked()
  await expect(page.getByText('You chose Premium, billed yearly.')).toBeVisible()
  await expect(card(page, 'Premium').getByRole('button', { name: 'Get Premium' })).toBeFocused()
})

test('who is signed in sees the own plan, and without payment links buying fails with its own message', async ({
  page,
}) => {
  await signUpBeforehand(page, server.url)
  await page.goto(`${server.url}/pricing`)
  await expect(card(page, 'Starter')).toContainText('Current Plan')
  await card(page, 'Premium').getByRole('button', { name: 'Get Premium' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to start checkout. Please try again.')
  await expect(card(page, 'Premium').getByRole('button', { name: 'Get Premium' })).toBeEnabled()
})

test('the dashboard shows the plans in a dialog that its button, Escape and the way to the contact form close', async ({
  page,
}) => {
  await signUpInBrowser(page, server.url)
  await page.getByRole('tab', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog')
  for (const close of [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await page.getByRole('button', { name: 'Upgrade Plan' }).click()
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Starter', 'Premium', 'Teams'])
    await close()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: 'Upgrade Plan' }).click()
  await dialog.getByRole('link', { name: 'Contact our sales team' }).click()
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeInViewport()
  await expect(dialog).toBeHidden()
})

test('with a payment link the checkout opens, and knows the buyer', async ({ page }) => {
  const { email } = await signUpBeforehand(page, server.url)
  const capabilities = (await (await fetch(`${server.url}/api/capabilities`)).json()) as object
  const checkout = { pro_monthly: 'https://pay.example/month', pro_yearly: 'https://pay.example/year' }
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/capabilities', async (route) => {
    await asked.promise
    await route.fulfill({ json: { ...capabilities, checkout } })
  })
  await page.route('https://pay.example/**', (route) => route.fulfill({ body: 'the checkout' }))
  await page.goto(`${server.url}/pricing`)
  await card(page, 'Premium').getByRole('button', { name: 'Get Premium' }).click()
  await expect(card(page, 'Premium').getByRole('button', { name: 'Processing...' })).toBeDisabled()
  asked.resolve()
  await page.waitForURL('https://pay.example/month**')
  const opened = new URL(page.url()).searchParams
  expect(opened.get('prefilled_email')).toBe(email)
  expect(opened.get('client_reference_id')).toMatch(/^[\w-]{10,}$/)
})

test('who is signed in gets Dashboard and Sign Out in the header, and signing out leads home', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await page.goto(server.url)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
  await page.goto(`${server.url}/pricing`)
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get Started' })).toBeVisible()
})

test('a message needs its fields, and where the server sends no mail the form says where it went', async ({ page }) => {
  await page.goto(`${server.url}/#contact`)
  const form = page.locator('#contact')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('alert')).toHaveText('Please fill in all required fields.')
  await form.getByLabel('Full Name').fill('Ann Example')
  await form.getByLabel('Email Address').fill('ann')
  await form.getByLabel('Message').fill('What does it cost?')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('alert')).toHaveText('Please enter a valid email address.')
  await form.getByLabel('Email Address').fill('ann@example.org')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('status')).toContainText('This server sends no mail.')
  await expect(form.getByLabel('Message')).toHaveValue('')
})

test('a message that was mailed is confirmed, and after three seconds the form is back', async ({ page }) => {
  await page.route('**/api/contact', (route) => route.fulfill({ json: { success: true, delivered: true } }))
  await page.clock.install()
  await page.goto(`${server.url}/#contact`)
  const form = page.locator('#contact')
  await form.getByLabel('Full Name').fill('Ann Example')
  await form.getByLabel('Email Address').fill('ann@example.org')
  await form.getByLabel('Message').fill('What does it cost?')
  await stopClock(page)
  await form.getByRole('button', { name: 'Send Message' }).press('Enter')
  await expect(form.getByRole('status')).toContainText('Message Sent!')
  await expect(form.getByRole('status')).toContainText("We'll get back to you within 24 hours.")
  await expectOnlyAfter(page, 3000, () => expect(form.getByRole('status')).toBeVisible())
  await expect(form.getByRole('status')).toBeHidden()
  await expect(form.getByLabel('Full Name')).toHaveValue('')
})

test('a refused message says why and stays in the form', async ({ page }) => {
  await page.route('**/api/contact', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', message: 'Your message could not be sent. Please try again later.' } },
    }),
  )
  await page.goto(`${server.url}/#contact`)
  const form = page.locator('#contact')
  await form.getByLabel('Full Name').fill('Ann Example')
  await form.getByLabel('Email Address').fill('ann@example.org')
  await form.getByLabel('Message').fill('What does it cost?')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('alert')).toHaveText('Your message could not be sent. Please try again later.')
  await expect(form.getByLabel('Message')).toHaveValue('What does it cost?')
})

test('nothing changes gradually for who asks for less motion', async ({ page }) => {
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

test('without a contact address the form is announced, not offered', async ({ page, premiumServer: quiet }) => {
  await page.goto(`${quiet.url}/#contact`)
  await expect(page.locator('#contact').getByRole('button', { name: 'Coming Soon' })).toBeDisabled()
  await page.goto(`${quiet.url}/terms-of-use`)
  await expect(page.getByText('The form is not active on this server yet')).toBeVisible()
})

test('the footer leads to each legal page', async ({ page }) => {
  await page.goto(server.url)
  for (const name of ['Terms of Service', 'Terms of Use', 'Privacy Policy']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page).toHaveTitle(`${name} · Callfolio`)
  }
})

test.describe('on a server whose operator is named and that uses an AI provider', () => {
  let named: RunningServer
  test.beforeAll(async () => {
    named = await startServer({
      CONTACT_EMAIL: 'desk@calls.example',
      OPERATOR_NAME: 'Example Ltd, Dublin',
      CONTACT_ANSWER_TIME: 'two working days',
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: 'http://ai.example:1234/v1',
    })
  })
  test.afterAll(() => named.stop())

  test('legal texts and contact form speak with the operator’s name and answer time', async ({ page }) => {
    await page.goto(`${server.url}/terms-of-service`)
    await expect(page.getByRole('main')).toContainText('The operator has given no name here')
    await expect(page.getByRole('main')).toContainText('We get back to you within 24 hours.')
    for (const path of ['/terms-of-service', '/privacy-policy']) {
      await page.goto(named.url + path)
      await expect(page.getByRole('main')).toContainText('The operator of this server is Example Ltd, Dublin.')
      await expect(page.getByRole('main')).toContainText('We get back to you within two working days.')
    }
    await page.route('**/api/contact', (route) => route.fulfill({ json: { success: true, delivered: true } }))
    await page.goto(`${named.url}/#contact`)
    const form = page.locator('#contact')
    await expect(form).toBeInViewport()
    await page.evaluate(() => scrollTo(0, 0))
    await page.goto(`${named.url}/terms-of-service`)
    await page.goto(`${named.url}/#contact`)
    await expect(form, 'also where the page was left at another place').toBeInViewport()
    await expect(form).toContainText('We get back to you within two working days.')
    await form.getByLabel('Full Name').fill('Ann Example')
    await form.getByLabel('Email Address').fill('ann@example.org')
    await form.getByLabel('Message').fill('What does it cost?')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByRole('status')).toContainText("We'll get back to you within two working days.")
  })

  test('the legal texts name the AI provider that is set up', async ({ page }) => {
    await page.goto(`${named.url}/privacy-policy`)
    await expect(page.getByRole('main')).toContainText('the sound of a recording is sent to ai.example:1234')
  })
})

test('axe finds nothing on the public pages', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  for (const path of PUBLIC_PAGES) {
    await page.goto(server.url + path)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expectAccessibleOnDevices(page, path)
  }
})
