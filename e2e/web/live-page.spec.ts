import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createLinkReplySchema, linkListSchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { SAMPLE } from '../fixtures/media.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
let person: ApiClient
test.beforeAll(async () => {
  server = await startServer()
  person = await signUp(server.url)
})
test.afterAll(async () => {
  expect(await server.stop(), 'with an open page too').toBe(0)
})

/** Begins a microsite and shares it. @returns its id and the path of its page. */
async function begin(choice: object = {}): Promise<{ id: string; path: string }> {
  const id = randomUUID()
  await person.post(MICROSITE_PATHS.begin, { id, title: 'Brightwater, second call' })
  const made = await person.post(SHARE_PATHS.create, { microsite_id: id, expires_in_days: 7, ...choice })
  return { id, path: new URL(createLinkReplySchema.parse(await made.json()).share_url).pathname }
}
const arrive = async (id: string) =>
  person.post(MICROSITE_PATHS.processMeeting, { microsite_id: id, captions: await readFile(SAMPLE.captions, 'utf8') })
const getLink = async (id: string) => {
  const { links } = linkListSchema.parse(await (await person.get(`${SHARE_PATHS.list}?microsite_id=${id}`)).json())
  return links[0]
}

test('a page opened before its recording is there completes without a reload, and counts one view @core', async ({
  page,
}) => {
  const { id, path } = await begin()
  await page.goto(server.url + path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brightwater, second call')
  await expect(page.getByText('The recording is still uploading.')).toBeVisible()
  await expect(page.getByText('Shared by Ann Example')).toBeVisible()
  await page.evaluate(() => (document.body.dataset['opened'] = 'once'))
  await page.mouse.move(10, 10)
  await page.mouse.move(40, 40)
  await expect.poll(async () => (await getLink(id))?.view_count).toBe(1)
  await arrive(id)
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Transcript' })).toBeVisible()
  await expect(page.getByText('This page is being prepared')).toHaveCount(0)
  await expect(page.locator('[data-arrivals]')).toContainText('The page is ready.')
  expect(await page.evaluate(() => document.body.dataset['opened'])).toBe('once')
  // A time in a section added later opens its line.
  await page.locator('a[data-lines]').first().click()
  await expect(page.locator('[data-transcript] [aria-current]')).toBeVisible()
  await expect.poll(async () => (await getLink(id))?.view_count).toBe(1)
})

test('an open page shows that its link was revoked, without a reload @core', async ({ page }) => {
  const { id, path } = await begin()
  await page.goto(server.url + path)
  await expect(page.getByText('The recording is still uploading.')).toBeVisible()
  const link = await getLink(id)
  const headers = { authorization: `Bearer ${person.token}` }
  await fetch(server.url + SHARE_PATHS.one(link?.id ?? ''), { method: 'DELETE', headers })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link Not Found')
})

test('a link in preparation shows none of its page, and opens without a reload @core', async ({ page }) => {
  const { id, path } = await begin({ when_ready: true })
  await page.goto(server.url + path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is being prepared')
  expect(await page.content()).not.toContain('Brightwater')
  await arrive(id)
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a page in preparation refreshes until it is complete @core', async ({ page }) => {
    const { id, path } = await begin()
    await page.goto(server.url + path)
    await expect(page.getByText('The recording is still uploading.')).toBeVisible()
    await arrive(id)
    await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
  })
})
