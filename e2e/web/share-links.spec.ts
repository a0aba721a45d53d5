import type { Locator, Page } from 'playwright/test'
import {
  LINK_SECTIONS,
  linkListSchema,
  SHARE_PATHS,
  type CreateLink,
  type LinkSection,
  type ShareableLink,
} from '@callfolio/shared/contract/share.ts'
import { openDatabaseFor } from '../fixtures/database.ts'
import { addMicrosites, callApi, keepAll } from '../fixtures/api.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

const HOUR = 60 * 60 * 1000
const sites = (page: Page): Locator => page.getByRole('region', { name: "Sites You've Shared" })
const row = (page: Page): Locator => sites(page).getByRole('listitem')
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

async function links(page: Page): Promise<ShareableLink[]> {
  return linkListSchema.parse(await callApi(page, 'GET', SHARE_PATHS.list)).links
}

/** Signs up with a microsite and opens its share dialog. */
async function openShareDialog(page: Page): Promise<Locator> {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await keepAll(page, id)
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: 'Share Acme call' }).click()
  return dialog(page, 'Share Microsite')
}

/** Signs up with a link and opens the list of links. @returns the link's id. */
async function openLinkList(page: Page, link: Partial<CreateLink> = {}, title = 'Acme call'): Promise<string> {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, [title])
  await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 7, ...link })
  await page.goto(`${server.url}/dashboard?tab=shared`)
  await expect(row(page)).toHaveCount(1)
  return (await links(page))[0]?.id ?? ''
}

/** As if visits had been counted. */
function addViews(
  linkId: string,
  views: readonly { hoursAgo: number; email: string | null; sections: readonly LinkSection[] }[],
): void {
  const db = openDatabaseFor(server)
  views.forEach(({ hoursAgo, email, sections }, place) => {
    const at = Date.now() - hoursAgo * HOUR
    db.prepare(
      'INSERT INTO link_views (id, link_id, email, sections, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(`${linkId}-${place}`, linkId, email, JSON.stringify(sections), at, at)
    db.prepare(
      'UPDATE shareable_links SET view_count = view_count + 1, last_opened_at = max(coalesce(last_opened_at, 0), ?) WHERE id = ?',
    ).run(at, linkId)
  })
  db.close()
}

test.describe('a new link', () => {
  test('requires and shows what was chosen, and the dialog says exactly that @core', async ({ page }) => {
    const share = await openShareDialog(page)
    await expect(share).toContainText(
      'Until the link expires, anyone with it can read “Acme call” without an account. The video isn’t included.',
    )
    await expect(share.getByText('No password · all sections · no video')).toBeVisible()
    await expect(share.getByLabel('Password', { exact: true }), 'few need it').toBeHidden()

    await share.getByText('More options').click()
    await share.getByRole('textbox', { name: 'Password' }).fill('open sesame')
    await share.getByLabel('Ask for an email address').check()
    for (const section of ['Action Points', 'Important Points', 'Transcript']) await share.getByLabel(section).uncheck()
    await share.getByLabel('Show the video').check()
    await expect(share.getByText('Password · asks for an email address · 3 of 6 sections · with video')).toBeVisible()
    await expect(share).toContainText(
      'Until the link expires, anyone with it and its password can read “Acme call” without an account. Recipients enter an email address first. The link shows only Summary, Key Quotes, and Todo List. The video is included',
    )

    await share.getByRole('button', { name: '2 Weeks' }).click()
    await expect(share.getByLabel('Link password'), 'it can’t be read later').toHaveValue('open sesame')
    await share.getByRole('button', { name: 'Copy password' }).click()
    await expect(share.getByRole('button', { name: 'Copied password' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('open sesame')
    expect(await links(page)).toMatchObject([
      { has_password: true, asks_email: true, sections: ['summary', 'quotes', 'todo_list'], with_video: true },
    ])

    await share.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('tab', { name: 'Shared Sites' }).click()
    for (const mark of ['Password', 'Asks for an email address', '3 of 6 sections', 'With video'])
      await expect(row(page).getByText(mark, { exact: true })).toBeVisible()
  })
})

test.describe('an existing link', () => {
  test('gets another label, expiry and terms; its password stays until it is removed @core', async ({ page }) => {
    const id = await openLinkList(page, { label: 'Acme', password: 'open sesame', sections: ['summary', 'transcript'] })
    const manage = async () => {
      await row(page).getByRole('button', { name: 'Manage' }).click()
      await dialog(page, 'Manage link').getByText('More options').click()
      return dialog(page, 'Manage link')
    }
    let form = await manage()
    await expect(form.getByText('Set. It can’t be shown again.')).toBeVisible()
    await form.getByLabel('Who is it for?').fill('Globex')
    await form.getByLabel('Link expires').selectOption('1 Month from now')
    await form.getByLabel('Ask for an email address').check()
    await form.getByLabel('Transcript').uncheck()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Link updated.', { exact: true })).toBeVisible()
    await expect(form).toBeHidden()
    await expect(row(page)).toContainText('For Globex')
    await expect(row(page).getByRole('timer')).toHaveText(/^29d 23h 59m \d+s left$/)
    await expect(row(page).getByText('Summary', { exact: true })).toBeVisible()
    expect(await links(page)).toMatchObject([
      { id, label: 'Globex', has_password: true, asks_email: true, sections: ['summary'] },
    ])

    form = await manage()
    await form.getByRole('button', { name: 'Change or remove' }).click()
    await form.getByRole('button', { name: 'Keep current password' }).click()
    await form.getByRole('button', { name: 'Change or remove' }).click()
    await page.route(`**${SHARE_PATHS.list}/*`, (route) => route.abort(), { times: 1 })
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByRole('alert')).toContainText('Failed to update the link')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(row(page).getByText('Password', { exact: true })).toBeHidden()
    expect(await links(page)).toMatchObject([{ has_password: false, label: 'Globex' }])
  })

  test('stops a link optimistically, restores it by Undo or later, and reverts a refusal @core', async ({ page }) => {
    await openLinkList(page)
    const [link] = await links(page)
    const status = async () => (await fetch(link?.share_url ?? '')).status
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(
      `**${SHARE_PATHS.list}/*`,
      async (route) => {
        await held
        await route.continue()
      },
      { times: 1 },
    )
    const manage = row(page).getByRole('button', { name: 'Manage' })
    await manage.click()
    await dialog(page, 'Manage link').getByRole('button', { name: 'Stop sharing' }).click()
    await expect(row(page).getByText('Stopped', { exact: true })).toBeVisible()
    await expect(row(page)).toContainText('The link doesn’t work until you share it again.')
    await expect(row(page).getByRole('textbox')).toHaveCSS('text-decoration-line', 'line-through')
    await expect(row(page).getByRole('timer')).toBeHidden()
    await expect(manage).toBeFocused()
    answer()
    await expect(page.getByText('Sharing stopped.', { exact: true })).toBeVisible()
    expect(await status()).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page).getByRole('timer')).toBeVisible()
    await expect(page.getByText(/^The link works again until .*\.$/)).toBeVisible()
    expect(await status()).toBe(200)

    await page.route(
      `**${SHARE_PATHS.list}/*`,
      (route) =>
        route.fulfill({ status: 429, json: { error: { code: 'too_many_requests', message: 'Too many requests.' } } }),
      { times: 1 },
    )
    await manage.click()
    await dialog(page, 'Manage link').getByRole('button', { name: 'Stop sharing' }).click()
    await expect(page.getByText('Failed to stop sharing: Too many requests.', { exact: true })).toBeVisible()
    await expect(row(page).getByRole('timer'), 'as it was').toBeVisible()

    await manage.click()
    await dialog(page, 'Manage link').getByRole('button', { name: 'Stop sharing' }).click()
    await expect(row(page).getByText('Stopped', { exact: true })).toBeVisible()
    await manage.click()
    await dialog(page, 'Manage link').getByRole('button', { name: 'Share again' }).click()
    await expect(row(page).getByRole('timer')).toBeVisible()
  })
})

test('a visitor who gives an address is listed under See views @core', async ({ page, browser }) => {
  await openLinkList(page, { asks_email: true })
  const [link] = await links(page)
  const visitor = await browser.newPage()
  await visitor.goto(link?.share_url ?? '')
  await visitor.getByLabel('Email address').fill('jo@acme.example')
  await visitor.getByRole('button', { name: 'Open page' }).click()
  await expect(visitor.getByRole('heading', { name: 'Summary' })).toBeVisible()
  // The page's script listens by then.
  await visitor.waitForLoadState()
  await visitor.mouse.move(200, 300)
  await expect.poll(async () => (await links(page))[0]?.view_count).toBe(1)
  await visitor.close()
  await row(page).getByRole('button', { name: 'See views' }).click()
  const visit = dialog(page, 'Views').getByRole('region', { name: 'Views' }).getByRole('listitem')
  await expect(visit).toContainText('jo@acme.example')
  await expect(visit).toContainText('Summary')
})

test('a link is managed by keyboard only, and the focus returns, also from a removed link @core', async ({ page }) => {
  await openLinkList(page)
  for (const name of ['See views', 'Manage']) {
    const button = row(page).getByRole('button', { name })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
  await row(page).getByRole('button', { name: 'Manage' }).press('Enter')
  const options = dialog(page, 'Manage link').locator('summary')
  await options.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(dialog(page, 'Manage link').getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.keyboard.press('Escape')
  await row(page).getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete link' }).press('Enter')
  await expect(page.getByText('No shared links found')).toBeVisible()
  await expect(page.getByRole('heading', { name: "Sites You've Shared" })).toBeFocused()
})

test('axe finds nothing in the link screens, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  const long = `Quarterly review ${'x'.repeat(80)}`
  const id = await openLinkList(
    page,
    {
      label: 'y'.repeat(120),
      password: 'open sesame',
      asks_email: true,
      sections: ['summary', 'quotes', 'transcript'],
      with_video: true,
    },
    long,
  )
  addViews(id, [{ hoursAgo: 3, email: `${'long-'.repeat(30)}@acme.example`, sections: LINK_SECTIONS }])
  await page.reload()
  const clean = (what: string) =>
    expectAccessibleOnDevices(page, what, {
      check: async () => {
        for (const box of await page.getByRole('dialog').or(page.locator('html')).all())
          expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth), what).toBeLessThanOrEqual(
            0,
          )
      },
    })
  await expect(row(page)).toContainText('1 view')
  await clean('list')
  await row(page).getByRole('button', { name: 'See views' }).click()
  await expect(dialog(page, 'Views').getByText('How far recipients read')).toBeVisible()
  await clean('who read it')
  await page.keyboard.press('Escape')

  await row(page).getByRole('button', { name: 'Manage' }).click()
  const manage = dialog(page, 'Manage link')
  await manage.getByText('More options').click()
  await clean('manage, unfolded')
  await manage.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(row(page).getByText('Stopped', { exact: true })).toBeVisible()
  await clean('stopped')

  await page.getByRole('tab', { name: 'Recent Microsites' }).click()
  await page.getByRole('button', { name: /^Share Quarterly/ }).click()
  const share = dialog(page, 'Share Microsite')
  await share.getByText('More options').click()
  await share.getByRole('button', { name: 'Generate a password' }).click()
  await clean('share, unfolded')
  await share.getByRole('button', { name: '1 Day' }).click()
  await expect(share.getByLabel('Link password')).toBeVisible()
  await clean('shared')
})
