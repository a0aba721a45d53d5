import { readFile } from 'node:fs/promises'
import type { Browser, Download, Page } from 'playwright/test'
import { createLinkReplySchema, SHARE_PATHS, type CreateLink } from '@callfolio/shared/contract/share.ts'
import { openDatabaseFor } from '../fixtures/database.ts'
import { addMicrosites, callApi } from '../fixtures/api.ts'
import { DEVICES, expectAccessible, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand, signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const TITLE = 'Brightwater: first call'
const PREMIUM = ['Notion', 'Word', 'Google Docs']

/** New users have Premium on the first, Starter on the second. */
let premium: RunningServer
let starter: RunningServer
test.beforeAll(({ premiumServer, starterServer }) => {
  premium = premiumServer
  starter = starterServer
})

/** Signs up a user and opens one of their microsites. @returns its id. */
async function openMicrosite(page: Page, { url }: RunningServer): Promise<string> {
  await signUpBeforehand(page, url)
  const [id = ''] = await addMicrosites(page, [TITLE])
  await page.goto(`${url}/microsite/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  return id
}

async function share(page: Page, micrositeId: string, choices: Partial<CreateLink> = {}) {
  return createLinkReplySchema.parse(
    await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: micrositeId, expires_in_days: 7, ...choices }),
  )
}

function entry(page: Page, name: string) {
  return page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click()
  await entry(page, name).click()
}

/** Chooses a format and waits for the file. */
async function exported(page: Page, name: string): Promise<Download> {
  const download = page.waitForEvent('download')
  await choose(page, name)
  return download
}

/** The date as the browser on this machine shows it. */
function today(): string {
  return new Date().toLocaleDateString('sv')
}

test('every format is downloaded with its name, and the menu closes and confirms it @core', async ({ page }) => {
  await openMicrosite(page, premium)
  const files = [
    ['PDF', 'html', 'PDF download started! The file will be saved as HTML which you can open and print to PDF.'],
    ['Notion', 'md', 'Markdown file downloaded! You can import this into Notion.'],
    ['Word', 'docx', 'Word document downloaded successfully!'],
    ['SRT', 'srt', 'SRT file downloaded.'],
    ['WebVTT', 'vtt', 'WebVTT file downloaded.'],
    ['JSON', 'json', 'JSON file downloaded.'],
  ] as const
  for (const [name, extension, shown] of files) {
    const file = await exported(page, name)
    expect(file.suggestedFilename()).toBe(`Brightwater - first call-${today()}.${extension}`)
    expect((await readFile(await file.path())).length).toBeGreaterThan(0)
    await expect(page.getByText(shown, { exact: true })).toBeVisible()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
})

test('for Google Docs the text is copied with its formatting', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openMicrosite(page, premium)
  await choose(page, 'Google Docs')
  await expect(page.getByText('Copied. Paste it into a document in Google Docs.', { exact: true })).toBeVisible()
  const [html, text] = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return Promise.all(['text/html', 'text/plain'].map(async (type) => (await item?.getType(type))?.text() ?? ''))
  })
  expect(html).toContain('Marcus will send Dana a list of the ten people before the end of the week.')
  expect(html, 'no time leads to the owner’s page').not.toContain(premium.url)
  expect(text).toContain('Marcus will send Dana a list of the ten people before the end of the week.')
})

test('without clipboard access the rich text is shown, selected', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await openMicrosite(page, premium)
  await choose(page, 'Google Docs')
  const text = page.getByRole('dialog', { name: 'Copy for Google Docs' }).getByRole('article', { name: 'Text to copy' })
  await expect(text).toBeFocused()
  await expect(text).toContainText('Marcus will send Dana a list of the ten people before the end of the week.')
  expect(await page.evaluate(() => getSelection()?.toString())).toContain(TITLE)
  expect(
    await text
      .getByRole('heading')
      .first()
      .evaluate((heading) => getComputedStyle(heading).fontWeight),
    'with its looks',
  ).toBe('700')
  await expectAccessible(page, 'the text to copy')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Export' }), 'the focus is back').toBeFocused()
})

test.describe('on a shared page', () => {
  /** Another user signed in on the same server. */
  async function reader(browser: Browser, { url }: RunningServer): Promise<Page> {
    const page = await (await browser.newContext()).newPage()
    await signUpInBrowser(page, url)
    return page
  }

  test('a signed-in visitor exports what the link shows, with times that open the link @core', async ({
    page,
    browser,
  }) => {
    const { share_url } = await share(page, await openMicrosite(page, premium))
    const other = await reader(browser, premium)
    await other.goto(share_url)
    const file = await exported(other, 'JSON')
    const json = await readFile(await file.path(), 'utf8')
    expect(json).toContain('Marcus will send Dana a list of the ten people before the end of the week.')
    expect(json).toContain(`${share_url}?t=`)
    expect(json).not.toContain('/microsite/')
    await expect(other.getByText('JSON file downloaded.', { exact: true })).toBeVisible()
    await other.context().close()
  })

  test('a protected link exports only the sections that it shows', async ({ page, browser }) => {
    const { share_url } = await share(page, await openMicrosite(page, premium), {
      password: 'tide table',
      sections: ['todo_list'],
    })
    const other = await reader(browser, premium)
    await other.goto(share_url)
    await expect(other.getByRole('button', { name: 'Export' })).toHaveCount(0)
    await other.getByLabel('Password').fill('tide table')
    await other.getByRole('button', { name: 'Open page' }).click()
    const file = await exported(other, 'JSON')
    const json = await readFile(await file.path(), 'utf8')
    expect(json).toContain('Marcus: send Dana a list of the ten people before the end of the week')
    expect(json).not.toContain('We also need single sign on')
    await other.context().close()
  })

  test('the exporting user’s plan counts: on the free one the locks lead to the prices', async ({ page }) => {
    const { share_url } = await share(page, await openMicrosite(page, starter))
    await page.goto(share_url)
    await page.getByRole('button', { name: 'Export' }).click()
    for (const name of PREMIUM) await expect(entry(page, name)).toContainText('Part of the Premium plan')
    await entry(page, 'Word').click()
    await expect(page).toHaveURL(`${starter.url}/pricing`)
  })

  test('an ended link exports nothing, and the page says so', async ({ page }) => {
    const { id, share_url } = await share(page, await openMicrosite(page, premium))
    await page.goto(share_url)
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
    const db = openDatabaseFor(premium)
    db.prepare('UPDATE shareable_links SET expires_at = ? WHERE id = ?').run(Date.now(), id)
    db.close()
    const downloads: Download[] = []
    page.on('download', (download) => downloads.push(download))
    await choose(page, 'JSON')
    await expect(page.getByRole('heading', { level: 1, name: 'Link Expired' })).toBeVisible()
    expect(downloads).toEqual([])
  })
})

test('axe finds nothing in the open menu, and it fits the screen', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  const { share_url } = await share(page, await openMicrosite(page, starter))
  for (const url of [page.url(), share_url]) {
    await page.goto(url)
    await page.getByRole('button', { name: 'Export' }).click()
    await expectAccessibleOnDevices(page, url, {
      // A menu belongs to its button, not to a landmark of the page.
      without: ['region'],
      check: () => expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 }),
    })
  }
})
