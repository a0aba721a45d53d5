import type { Page } from 'playwright/test'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { previewSchema } from '@callfolio/shared/contract/shared-page.ts'
import { createLinkReplySchema, linkListSchema, type CreateLink } from '@callfolio/shared/contract/share.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import { getOutline } from '@callfolio/shared/page/microsite-outline.ts'
import { openDatabaseFor } from '../fixtures/database.ts'
import { keptEdit } from '@callfolio/shared/contract/kept-edit.testing.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { skipClock } from '../fixtures/clock.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
let owner: ApiClient
let micrositeId: string

test.beforeAll(async ({ premiumServer }) => {
  server = premiumServer
  owner = await signUp(server.url)
  micrositeId = ((await (await owner.post('/api/sample-call')).json()) as { job_id: string }).job_id
  await owner.patch(MICROSITE_PATHS.one(micrositeId), keptEdit(await owner.finished(micrositeId)))
})

async function share(choice: Partial<CreateLink> = {}) {
  return createLinkReplySchema.parse(
    await (
      await owner.post('/api/create-shareable-link', { microsite_id: micrositeId, expires_in_days: 7, ...choice })
    ).json(),
  )
}
async function getViews(linkId: string) {
  const { links } = linkListSchema.parse(await (await owner.get('/api/links')).json())
  return links.find(({ id }) => id === linkId)?.view_count
}
/** As if time had passed. */
function expire(linkId: string) {
  const db = openDatabaseFor(server)
  db.prepare('UPDATE shareable_links SET expires_at = ? WHERE id = ?').run(Date.now(), linkId)
  db.close()
}
async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto(`${server.url}/auth`)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
}
/** View reports, as the page sends them. */
function getBeacons(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/views') && sent.push(request.method()))
  return sent
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the whole text is there, and a time jumps to its line @core', async ({ page }) => {
    const { share_url, expires_at } = await share()
    const site = await owner.microsite(micrositeId)
    await page.goto(share_url)
    await expect(page).toHaveTitle(`${site.title} · Callfolio`)
    const outline = getOutline(site)
    const parts = [
      ['Key Quotes', outline.quotes],
      ['Action Points', outline.action_points],
      ['Important Points', outline.important_points],
      ['Todo List', outline.todo_list],
    ] as const
    const filled = parts.filter(([, items]) => items.length > 0).map(([heading]) => heading)
    expect(filled).not.toEqual([])
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Summary',
      ...filled,
      'Transcript',
      'Create Your Own Microsite',
    ])
    const text = await page.locator('body').innerText()
    for (const words of [
      'Shared Link',
      `Until ${formatDay(expires_at)}`,
      outline.summary.sentences[0]?.text ?? outline.summary.text,
      'Get Started Free',
      'Learn More',
    ])
      expect(text).toContain(words)
    for (const line of site.segments) expect(text).toContain(line.text)
    for (const { text: words } of parts.flatMap(([, items]) => items)) expect(text).toContain(words)
    await expect(page.locator('video')).toHaveCount(0)
    await page
      .getByRole('link', { name: /^0:44 in the transcript/ })
      .last()
      .click()
    await expect(page.locator('li:target')).toContainText('sixty thousand')
    await expect(page.locator('li:target')).toBeInViewport()
    await page.getByRole('link', { name: 'Get Started Free' }).click()
    await expect(page).toHaveURL(`${server.url}/auth?sign-up`)
  })
})

test('opens video and transcript at the timestamp in its address', async ({ page }) => {
  const { share_url } = await share({ with_video: true })
  await page.goto(`${share_url}?t=100`)
  await expect(page.locator('[data-transcript] [aria-current=true]')).toContainText('What would this cost')
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeCloseTo(100, 0)
})

test('an unknown or ended link says so with its status, and a revoked one is refused everywhere at once @core', async ({
  page,
}) => {
  const [revoked, expired] = [await share(), await share()]
  const screen = async (url: string) => [
    (await page.goto(url))?.status(),
    await page.getByRole('heading', { level: 1 }).textContent(),
    await page.locator('h1 + p').textContent(),
  ]
  expect((await page.goto(revoked.share_url))?.status()).toBe(200)
  const token = revoked.share_url.split('/').at(-1)
  const ask = (method: string, data?: object) =>
    page.request.fetch(`${server.url}/api/links/${revoked.id}`, {
      method,
      headers: { authorization: `Bearer ${owner.token}` },
      data,
    })
  const expectGone = async () => {
    expect(await screen(revoked.share_url)).toEqual([404, 'Link Not Found', 'Link expired or not found'])
    expect((await page.request.post(`${server.url}/api/get-shared-microsite`, { data: { token } })).status()).toBe(404)
  }
  expect((await ask('PATCH', { revoked: true })).status()).toBe(200)
  await expectGone()
  expect((await ask('PATCH', { revoked: false })).status()).toBe(200)
  expect((await page.goto(revoked.share_url))?.status()).toBe(200)
  expect((await ask('DELETE')).status()).toBe(204)
  await expectGone()
  expect(await screen(`${server.url}/s/never-was-one`)).toEqual([404, 'Link Not Found', 'Link expired or not found'])
  expect(await screen(`${server.url}/s`)).toEqual([404, 'Link Not Found', 'Invalid link'])
  expire(expired.id)
  expect(await screen(expired.share_url)).toEqual([
    410,
    'Link Expired',
    'This shareable link has expired and is no longer available.',
  ])
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
})

test('the banner’s remaining time counts down once a second while the page is open', async ({ page }) => {
  const { share_url } = await share()
  await page.clock.install()
  await page.goto(share_url)
  await expect(page.getByText('7 days left')).toBeVisible()
  await skipClock(page, 24 * 60 * 60 * 1000)
  await expect(page.getByText('6 days left')).toBeVisible()
})

test('a time shows its line and opens the transcript there, by pointer and by keyboard @core', async ({ page }) => {
  await page.goto((await share()).share_url)
  const time = page.getByRole('link', { name: /^0:44 in the transcript/ }).last()
  await time.hover()
  await expect(page.getByRole('tooltip')).toContainText('0:44 · Marcus')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toBeHidden()
  await time.click()
  const line = page.locator('li[aria-current=true]')
  await expect(line).toContainText('sixty thousand')
  await expect(line).toBeFocused()
  await expect(line).toBeInViewport()
  await page.goBack()
  const other = page.getByRole('link', { name: /^1:59 in the transcript/ })
  await other.focus()
  await page.keyboard.press('Enter')
  await expect(line).toContainText('six hours per person')
  await expect(line).toHaveCount(1)
})

test('a signed-in visitor sees the way back instead of the call to action, and the owner sees View only', async ({
  page,
  browser,
}) => {
  const { share_url } = await share()
  await signIn(page, owner)
  const beacons = getBeacons(page)
  await page.goto(share_url)
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect(page.getByText('Create Your Own Microsite')).toBeHidden()
  await page.getByRole('link', { name: 'View', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/microsite/${micrositeId}`)
  expect(beacons).toEqual([])
  await page.goto(`${server.url}/s/never-was-one`)
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)

  const stranger = await browser.newPage()
  await signIn(stranger, await signUp(server.url))
  await stranger.goto(share_url)
  await expect(stranger.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'View', exact: true })).toHaveCount(0)
  await stranger.close()
})

test("a visitor counts once per visit; a reload, a visit without interaction, a preview and bots don't count", async ({
  page,
  browser,
}) => {
  const { id, share_url } = await share()
  await page.goto(share_url)
  await page.mouse.move(200, 300)
  await expect.poll(() => getViews(id)).toBe(1)

  // A report after a reload belongs to the existing view.
  const reported = page.waitForResponse((response) => response.url().endsWith('/api/views'))
  await page.reload()
  await page.mouse.wheel(0, 400)
  expect((await reported).status()).toBe(204)
  expect(await getViews(id)).toBe(1)

  const untouched = await browser.newPage()
  await untouched.clock.install()
  const silent = getBeacons(untouched)
  await untouched.goto(`${share_url}#line-s5`)
  // A stopped clock has no frames, so the browser's own scrolling must finish before time advances.
  await expect.poll(() => untouched.evaluate(() => scrollY)).toBeGreaterThan(0)
  await untouched.screenshot()
  await skipClock(untouched, 60_000)
  expect(silent).toEqual([])

  const { url } = previewSchema.parse(await (await owner.post(`/api/microsites/${micrositeId}/preview`)).json())
  await untouched.goto(url)
  await expect(untouched.getByText('What recipients of your link see')).toBeVisible()
  await untouched.mouse.move(200, 300)
  await skipClock(untouched, 60_000)
  expect(silent).toEqual([])
  await untouched.close()

  for (const agent of ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'curl/8.5.0']) {
    for (const method of ['GET', 'HEAD'])
      expect((await page.request.fetch(share_url, { method, headers: { 'user-agent': agent } })).status()).toBe(200)
  }
  expect(await getViews(id)).toBe(1)
  expect((await owner.microsite(micrositeId)).view_count).toBe(1)
})

test('View on the microsite opens a new tab with what a recipient sees', async ({ page }) => {
  await signIn(page, owner)
  await page.goto(`${server.url}/microsite/${micrositeId}`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const tab = await opened
  await expect(tab).toHaveURL(/\/s\/preview\//)
  await expect(tab.getByText('What recipients of your link see')).toBeVisible()
  await expect(tab.getByRole('link', { name: 'Get Started Free' })).toBeVisible()
})

test('prints as one column with the whole transcript, and no player or invitation', async ({ page }) => {
  await page.goto((await share({ with_video: true })).share_url)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('video')).toBeHidden()
  await expect(page.getByText('Create Your Own Microsite')).toBeHidden()
  await expect(page.getByText('Shared Link')).toBeHidden()
  const box = page.getByRole('region', { name: 'Transcript text' })
  expect(await box.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  expect((await page.pdf()).length).toBeGreaterThan(10_000)
})

test('axe finds nothing, and nothing is wider than the screen @core', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  const expired = await share()
  expire(expired.id)
  for (const url of [(await share()).share_url, expired.share_url, `${server.url}/s/never-was-one`]) {
    await page.goto(url)
    await expectAccessibleOnDevices(page, url)
  }
})
