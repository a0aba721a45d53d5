import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Locator, type Page } from 'playwright/test'
import { MICROSITE_PATHS, type MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { TAG_PATHS } from '@callfolio/shared/contract/tag.ts'
import { SHARE_EXPIRY_OPTIONS } from '@callfolio/shared/share-expiry.ts'
import { addMicrosites, callApi } from '../fixtures/api.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ DEFAULT_PLAN: 'free' })
})
test.afterAll(() => server.stop())

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const card = (page: Page, title: string): Locator => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
const tagItem = (page: Page, name: string): Locator => page.getByRole('region', { name: 'Tag Management' }).getByRole('listitem').filter({ hasText: name })
const titles = (page: Page): Locator => page.getByRole('region', { name: 'Recent Microsites' }).getByRole('heading', { level: 3 })

async function addTags(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await callApi(page, 'POST', TAG_PATHS.list, { name })
}

async function createTag(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Tag' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Tag' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create Tag' }).click()
}

/** Chooses an item of a menu that a button opens. */
async function choose(page: Page, button: Locator, item: string): Promise<void> {
  await button.click()
  await page.getByRole('menuitem', { name: item }).click()
}

test.describe('tags', () => {
  test('a free user makes three with name, colour and description; the fourth meets the limit', async ({ page }) => {
    await signUpInBrowser(page, server.url)
    await page.getByRole('button', { name: 'Create Tag' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Tag' })
    await dialog.getByLabel('Name').fill('  ')
    await dialog.getByRole('button', { name: 'Create Tag' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Please enter a tag name.')
    await dialog.getByLabel('Name').fill('Acme')
    await expect(dialog.getByRole('alert')).toBeHidden()
    await expect(dialog.getByRole('radio')).toHaveCount(10)
    await expect(dialog.getByRole('radio', { name: 'Blue' })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Violet' }).check()
    await dialog.getByLabel('Description').fill('Everything with Acme')
    await dialog.getByRole('button', { name: 'Create Tag' }).click()
    await expect(tagItem(page, 'Acme')).toContainText('0 microsites')
    await expect(tagItem(page, 'Acme')).toContainText('Everything with Acme')
    await expect(tagItem(page, 'Acme').locator('[style*="rgb(139, 92, 246)"]')).toBeVisible()

    await createTag(page, 'ACME')
    await expect(page.getByRole('alert')).toHaveText(/^Failed to create tag: .*ACME/)
    await page.keyboard.press('Escape')
    await createTag(page, 'Discovery')
    await expect(tagItem(page, 'Discovery')).toBeVisible()
    await createTag(page, 'Renewal')
    await expect(tagItem(page, 'Renewal')).toBeVisible()
    await page.getByRole('button', { name: 'Create Tag' }).click()
    const limit = page.getByRole('dialog', { name: 'Tag Limit Reached' })
    await expect(limit).toContainText('3 tags')
    await expect(limit.getByRole('button', { name: 'Upgrade Plan' })).toBeVisible()
  })

  test('another tab that was faster meets the limit too', async ({ page }) => {
    await signUpInBrowser(page, server.url)
    await page.getByRole('button', { name: 'Create Tag' }).click()
    await addTags(page, 'One', 'Two', 'Three')
    const dialog = page.getByRole('dialog', { name: 'Create Tag' })
    await dialog.getByLabel('Name').fill('Four')
    await dialog.getByRole('button', { name: 'Create Tag' }).click()
    await expect(page.getByRole('dialog', { name: 'Tag Limit Reached' })).toBeVisible()
  })

  test('a microsite gets its full list of tags at once, and undoing gives it the old one back', async ({ page }) => {
    await signUpInBrowser(page, server.url)
    await addMicrosites(page, ['Acme call'])
    await addTags(page, 'Acme', 'Renewal')
    await page.reload()
    await card(page, 'Acme call').getByRole('button', { name: 'Add Tag' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Tags' })
    for (const name of ['Acme', 'Renewal']) await dialog.getByRole('checkbox', { name }).check()
    await dialog.getByRole('checkbox', { name: 'Acme' }).uncheck()
    await dialog.getByRole('button', { name: 'Save Tags' }).click()
    await expect(card(page, 'Acme call')).toContainText('Renewal')
    await expect(tagItem(page, 'Renewal')).toContainText('1 microsite')
    await expect(tagItem(page, 'Acme')).toContainText('0 microsites')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card(page, 'Acme call')).not.toContainText('Renewal')
    await expect(tagItem(page, 'Renewal')).toContainText('0 microsites')
  })

  test('renaming and deleting a tag reaches its microsites', async ({ page }) => {
    await signUpInBrowser(page, server.url)
    const [id = ''] = await addMicrosites(page, ['Acme call'])
    await addTags(page, 'Acme')
    await callApi(page, 'PATCH', MICROSITE_PATHS.one(id), { tags: ['Acme'] })
    await page.reload()
    await choose(page, page.getByRole('button', { name: 'Change Acme' }), 'Edit')
    const form = page.getByRole('dialog', { name: 'Edit Tag' })
    await form.getByLabel('Name').fill('Globex')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(card(page, 'Acme call')).toContainText('Globex')
    await choose(page, page.getByRole('button', { name: 'Change Globex' }), 'Delete')
    const confirm = page.getByRole('alertdialog')
    await expect(confirm).toContainText('1 microsite')
    await page.route(`**${TAG_PATHS.list}/*`, (route) => route.abort(), { times: 1 })
    await confirm.getByRole('button', { name: 'Delete tag' }).click()
    await expect(confirm.getByRole('alert')).toHaveText(/^Failed to delete tag: /)
    await confirm.getByRole('button', { name: 'Delete tag' }).click()
    await expect(page.getByText('No tags yet.')).toBeVisible()
    await expect(card(page, 'Acme call')).not.toContainText('Globex')
  })
})

test.describe('the list', () => {
  test('is searched and filtered on the server, tells what is filtered, and a reload keeps it', async ({ page }) => {
    await signUpInBrowser(page, server.url)
    const [acme = ''] = await addMicrosites(page, ['Acme call', 'Globex call', 'Weekly sync'])
    await addTags(page, 'Big deals')
    await callApi(page, 'PATCH', MICROSITE_PATHS.one(acme), { tags: ['Big deals'] })
    await page.reload()
    await expect(titles(page)).toHaveText(['Weekly sync', 'Globex call', 'Acme call'])
    await page.getByLabel('Search microsites').fill('CALL')
    await expect(titles(page)).toHaveText(['Globex call', 'Acme call'])
    await page.getByLabel('Search microsites').fill('big')
    await expect(titles(page), 'a tag is searched too').toHaveText(['Acme call'])

    await page.getByLabel('Search microsites').fill('')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Filter Microsites' })
    await dialog.getByRole('radio', { name: 'Big deals' }).check()
    await dialog.getByLabel('Created').fill('2026-13')
    await dialog.getByRole('radio', { name: 'Most views' }).check()
    await dialog.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Please enter a date')
    const year = String(new Date().getFullYear())
    await dialog.getByLabel('Created').fill(year)
    await dialog.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(titles(page)).toHaveText(['Acme call'])
    await page.reload()
    await expect(titles(page)).toHaveText(['Acme call'])
    const active = page.getByRole('list', { name: 'Active filters' }).getByRole('button')
    await expect(active).toHaveText(['Remove filter Tag: Big deals', `Remove filter Created: ${year}`, 'Remove filter Most views first'])
    await active.first().click()
    await expect(titles(page)).toHaveText(['Weekly sync', 'Globex call', 'Acme call'])

    await page.getByLabel('Search microsites').fill('nobody said this')
    await expect(page.getByText('No microsites match')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(page.getByLabel('Search microsites')).toHaveValue('')
    await expect(titles(page)).toHaveCount(3)
    await expect(active).toHaveCount(0)
  })

  test('shows a microsite’s progress live until it is active', async ({ page }) => {
    await signUpInBrowser(page, server.url)
    await addMicrosites(page, ['Acme call'])
    let polls = 0
    await page.route(`**${MICROSITE_PATHS.list}`, async (route) => {
      const reply = await route.fetch()
      const list = (await reply.json()) as { microsites: MicrositeCard[] }
      const running = [
        { status: 'processing', step: 2, progress: 0.3, step_detail: 'transcribed 12 of 46 minutes' },
        { status: 'transcript_ready', step: 4, progress: 0.8, step_detail: null },
      ][polls++]
      await route.fulfill({ json: { ...list, microsites: list.microsites.map((site) => ({ ...site, ...running })) } })
    })
    await page.reload()
    await expect(card(page, 'Acme call')).toContainText('transcribed 12 of 46 minutes')
    await expect(card(page, 'Acme call').getByRole('button', { name: 'Share' }), 'an unfinished page can’t be shared').toBeHidden()
    await expect(card(page, 'Acme call')).toContainText('Analyzing content')
    await expect(card(page, 'Acme call')).toContainText('Active')
    await expect(card(page, 'Acme call').getByRole('progressbar')).toBeHidden()
  })

  test('a microsite is renamed, and deleted after a warning that names what goes with it', async ({ page }) => {
    await signUpInBrowser(page, server.url)
    const [id = ''] = await addMicrosites(page, ['Acme call'])
    await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 1 })
    await page.reload()
    await expect(page.getByText('1/3')).toBeVisible()
    await choose(page, page.getByRole('button', { name: 'More for Acme call' }), 'Rename')
    const rename = page.getByRole('dialog', { name: 'Rename microsite' })
    await rename.getByLabel('Title').fill(' ')
    await rename.getByRole('button', { name: 'Rename' }).click()
    await expect(rename.getByRole('alert')).toHaveText('Please enter a title.')
    await rename.getByLabel('Title').fill('Globex call')
    await rename.getByRole('button', { name: 'Rename' }).click()
    await expect(titles(page)).toHaveText(['Globex call'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(titles(page)).toHaveText(['Acme call'])

    await choose(page, page.getByRole('button', { name: 'More for Acme call' }), 'Delete')
    const confirm = page.getByRole('alertdialog', { name: 'Delete microsite' })
    await expect(confirm).toContainText('its video, transcript, summary and lists, and every link')
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await expect(titles(page)).toHaveCount(1)
    await choose(page, page.getByRole('button', { name: 'More for Acme call' }), 'Delete')
    await confirm.getByRole('button', { name: 'Delete microsite' }).click()
    await expect(page.getByText('Your microsites will appear here')).toBeVisible()
    await expect(page.getByText('0/3'), 'its place in the month is free again').toBeVisible()
    await page.getByRole('tab', { name: 'Shared Sites' }).click()
    await expect(page.getByText('No shared links found')).toBeVisible()
  })

  test('failing to load says so and can be tried again', async ({ page }) => {
    await signUpInBrowser(page, server.url)
    await page.route(`**${MICROSITE_PATHS.list}`, (route) => route.fulfill({ status: 400, json: {} }))
    await page.route(`**${TAG_PATHS.list}`, (route) => route.fulfill({ status: 400, json: {} }))
    await page.reload()
    await expect(page.getByText('Failed to load microsites.')).toBeVisible()
    await expect(page.getByText('Failed to load tags.')).toBeVisible()
    await page.unroute(`**${MICROSITE_PATHS.list}`)
    await page.getByRole('region', { name: 'Recent Microsites' }).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Your microsites will appear here')).toBeVisible()
  })
})

test.describe('sharing', () => {
  test('choosing an expiry makes a link and copies it; Copied goes again, and the local address is warned of', async ({ page }) => {
    await signUpInBrowser(page, server.url)
    await addMicrosites(page, ['Acme call'])
    await page.reload()
    await card(page, 'Acme call').getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Microsite' })
    for (const { label } of SHARE_EXPIRY_OPTIONS) await expect(dialog.getByRole('button', { name: label })).toBeVisible()

    await page.route(`**${SHARE_PATHS.create}`, (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: '1 Week' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Failed to generate shareable link. Please try again.')

    await dialog.getByLabel('Who is it for?').fill('Acme, procurement')
    await dialog.getByRole('button', { name: '1 Week' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    const link = await dialog.getByLabel('Shareable link').inputValue()
    expect(link).toMatch(new RegExp(`^${server.url}/s/[\\w-]{20,}$`))
    expect(await clipboard(page)).toBe(link)
    await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
    await expect(dialog.getByRole('note')).toContainText('Recipients can’t open links')

    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('tab', { name: 'Shared Sites' }).click()
    const row = page.getByRole('region', { name: "Sites You've Shared" }).getByRole('listitem')
    await expect(row).toContainText('For Acme, procurement')
    await expect(row).toContainText('0 views')
    await expect(row.getByRole('timer')).toHaveText(/^6d 23h 59m \d+s left$/)
    await expect(row.getByRole('textbox')).toHaveValue(link)
  })

  test('where the clipboard refuses, the link is selected and nothing says Copied', async ({ page }) => {
    await signUpInBrowser(page, server.url)
    await addMicrosites(page, ['Acme call'])
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.reload()
    await card(page, 'Acme call').getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Microsite' })
    await dialog.getByRole('button', { name: '1 Day' }).click()
    await expect(dialog.getByText(/The link is selected/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeHidden()
    const field = dialog.getByLabel('Shareable link')
    await expect(field).toBeFocused()
    expect(await field.evaluate((input: HTMLInputElement) => input.selectionEnd)).toBe((await field.inputValue()).length)
  })

  test('Shared Sites counts down each second, copies, and deletes after the question', async ({ page }) => {
    await signUpInBrowser(page, server.url)
    const [id = ''] = await addMicrosites(page, ['Acme call'])
    await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 3 })
    await page.clock.install()
    await page.goto(`${server.url}/dashboard?tab=shared`)
    const row = page.getByRole('region', { name: "Sites You've Shared" }).getByRole('listitem')
    await expect(row.getByRole('heading')).toHaveText('Acme call')
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 100)))
    const before = await row.getByRole('timer').textContent()
    await page.clock.runFor(1000)
    await expect(row.getByRole('timer')).not.toHaveText(before ?? '')
    await row.getByRole('button', { name: 'Copy' }).press('Enter')
    await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await clipboard(page)).toBe(await row.getByRole('textbox').inputValue())
    await page.clock.runFor(1500)
    await expect(row.getByRole('button', { name: 'Copied' })).toBeHidden()
    await page.clock.fastForward(73 * 60 * 60 * 1000)
    await expect(row.getByRole('timer')).toHaveText('Expired')

    await page.clock.resume()
    await row.getByRole('button', { name: 'Delete' }).click()
    const confirm = page.getByRole('alertdialog')
    await expect(confirm).toContainText('Are you sure you want to delete this shared link?')
    await page.route(`**${SHARE_PATHS.list}/*`, (route) => route.abort(), { times: 1 })
    await confirm.getByRole('button', { name: 'Delete link' }).click()
    await expect(confirm.getByRole('alert')).toHaveText('Failed to delete link.')
    await confirm.getByRole('button', { name: 'Delete link' }).click()
    await expect(page.getByText('No shared links found')).toBeVisible()
  })

  test('a link without a title has a name all the same, and a list that fails says so', async ({ page }) => {
    await signUpInBrowser(page, server.url)
    const [id = ''] = await addMicrosites(page, ['Acme call'])
    await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 3 })
    await page.route(`**${SHARE_PATHS.list}`, async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, body: (await reply.text()).replace('"Acme call"', '""') })
    })
    await page.goto(`${server.url}/dashboard?tab=shared`)
    await expect(page.getByRole('heading', { name: 'Untitled Microsite' })).toBeVisible()
    await page.route(`**${SHARE_PATHS.list}`, (route) => route.fulfill({ status: 400, json: {} }))
    await page.reload()
    await expect(page.getByText('Failed to load shared links.')).toBeVisible()
  })
})

for (const [device, viewport] of [['phone', { width: 390, height: 844 }], ['desktop', { width: 1440, height: 900 }]] as const) {
  test(`axe finds nothing in any view or dialog, and nothing is wider than the screen (${device})`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signUpInBrowser(page, server.url)
    const long = `Quarterly review ${'with a very long title '.repeat(8)}${'x'.repeat(60)}`
    const [id = ''] = await addMicrosites(page, [long])
    await addTags(page, 'x'.repeat(50), 'Acme')
    await callApi(page, 'PATCH', MICROSITE_PATHS.one(id), { tags: ['x'.repeat(50), 'Acme'] })
    await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 3, label: 'y'.repeat(120) })

    const clean = async (what: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html ?? ''}`), `${what}, ${colorScheme}`).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBeLessThanOrEqual(0)
    }
    const open = async (button: string | RegExp) => {
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
      await clean(String(button))
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeHidden()
    }

    await page.goto(`${server.url}/dashboard?tag=Acme`)
    await expect(titles(page)).toHaveCount(1)
    await clean('recent')
    for (const button of [/^Filter/, 'Create Tag', /^Add Tag/, /^Share Quarterly/]) await open(button)
    await page.goto(`${server.url}/dashboard?tab=shared`)
    await expect(page.getByRole('timer')).toBeVisible()
    await clean('shared')
    await open(/^Delete/)
    await page.goto(`${server.url}/dashboard?tab=settings`)
    await expect(page.getByRole('img', { name: /Preview/ })).toBeVisible()
    await clean('settings')
    await open('Change Password')
  })
}

test('the tabs, a menu and sharing work by keyboard alone, and the focus comes back', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  await addMicrosites(page, ['Acme call'])
  await page.reload()
  await page.getByRole('tab', { name: 'Recent Microsites' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: "Sites You've Shared" })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'Current Plan' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Current Plan' }), 'a reload stays').toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).focus()
  await page.keyboard.press('Home')
  const share = card(page, 'Acme call').getByRole('button', { name: 'Share' })
  await share.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '1 Month' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(share).toBeFocused()
  const more = page.getByRole('button', { name: 'More for Acme call' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})
