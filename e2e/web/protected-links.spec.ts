import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import {
  createLinkReplySchema,
  linkViewsSchema,
  SHARE_PATHS,
  type CreateLink,
} from '@callfolio/shared/contract/share.ts'
import { keptEdit } from '@callfolio/shared/contract/kept-edit.testing.ts'
import { DEVICES, expectAccessible } from '../fixtures/axe.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const PASSWORD = 'open sesame'
const EMAIL = 'ben@buyer.example'

let server: RunningServer
let owner: ApiClient
let micrositeId: string

test.beforeAll(async () => {
  server = await startServer()
  owner = await signUp(server.url)
  micrositeId = ((await (await owner.post('/api/sample-call')).json()) as { job_id: string }).job_id
  await owner.patch(MICROSITE_PATHS.one(micrositeId), keptEdit(await owner.finished(micrositeId)))
})
test.afterAll(() => server.stop())

async function share(choice: Partial<CreateLink>) {
  return createLinkReplySchema.parse(
    await (await owner.post(SHARE_PATHS.create, { microsite_id: micrositeId, expires_in_days: 7, ...choice })).json(),
  )
}
async function change(id: string, json: object) {
  const headers = { 'authorization': `Bearer ${owner.token}`, 'content-type': 'application/json' }
  expect(
    (await fetch(server.url + SHARE_PATHS.one(id), { method: 'PATCH', headers, body: JSON.stringify(json) })).status,
  ).toBe(200)
}
async function getViews(id: string) {
  return linkViewsSchema.parse(await (await owner.get(SHARE_PATHS.views(id))).json())
}
async function enter(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Open page' }).click()
}
const video = (page: Page) => page.getByLabel('Recording')
const seconds = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime)
const isPlaying = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => !element.paused && element.readyState > 2)
/** Muted, since browsers block autoplay with sound without a user gesture. */
const playSilently = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => ((element.muted = true), element.play()))

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a protected link shows its form first, reports errors in place, and then opens @core', async ({ page }) => {
    const { share_url } = await share({ password: PASSWORD, asks_email: true, with_video: true })
    const { title } = await owner.microsite(micrositeId)
    expect((await page.goto(share_url))?.status()).toBe(401)
    await expect(page).toHaveTitle('Shared link · Callfolio')
    expect(await page.content()).not.toContain(title)
    await enter(page, { 'Email address': EMAIL, 'Password': 'open barley' })
    await expect(page.getByRole('alert')).toHaveText('Wrong password. Try again.')
    await expect(page.getByLabel('Email address')).toHaveValue(EMAIL)
    await enter(page, { Password: PASSWORD })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('heading', { name: 'Transcript' })).toBeVisible()
    expect((await page.reload())?.status()).toBe(200)
  })
})

test('a link shows only the chosen sections, and the server sends no others @core', async ({ page }) => {
  const { share_url } = await share({ sections: ['quotes', 'todo_list'] })
  const site = await owner.microsite(micrositeId)
  await page.goto(share_url)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Key Quotes',
    'Todo List',
    'Create Your Own Microsite',
  ])
  expect(await page.content()).not.toContain(site.gpt_summaries?.[0]?.slice(0, 40) ?? 'no summary')
  await expect(video(page)).toHaveCount(0)
})

test('a time plays from there and opens the transcript at its line @core', async ({ page }) => {
  await page.goto((await share({ with_video: true })).share_url)
  await page
    .getByRole('link', { name: /^1:59 in the transcript/ })
    .last()
    .click()
  await expect(page.locator('li[aria-current=true]')).toContainText('six hours per person')
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(119)
  expect(await seconds(page)).toBeLessThan(133)
})

test('a time plays from there even without a transcript', async ({ page }) => {
  await page.goto((await share({ with_video: true, sections: ['quotes'] })).share_url)
  const time = page.getByRole('link', { name: /^1:59 in the video/ }).last()
  await time.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(118)
  await expect(page).not.toHaveURL(/t=/)
})

test('an address with a time opens the transcript at its line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const with_video of [false, true]) {
    await page.goto(`${(await share({ with_video })).share_url}?t=86`)
    const line = page.locator('li[aria-current=true]')
    await expect(line).toContainText('single sign on')
    await expect(line).toBeInViewport({ ratio: 0.9 })
    await expect(line).toBeFocused()
    if (with_video) await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(86)
  }
})

for (const [what, end, heading] of [
  ['is revoked', { revoked: true }, 'Link Not Found'],
  ['asks for another password', { password: 'another' }, 'Protected link'],
] as const) {
  test(`an open page stops its video when its link ${what} @core`, async ({ page }) => {
    const { id, share_url } = await share({ with_video: true })
    await page.goto(share_url)
    await playSilently(page)
    await expect.poll(() => isPlaying(page)).toBe(true)
    await change(id, end)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.locator('video')).toHaveCount(0)
    expect((await page.request.get(`${share_url}/video`)).ok()).toBe(false)
  })
}

test('the owner sees which sections a visitor reached, with the address they gave', async ({ page }) => {
  const { id, share_url } = await share({ asks_email: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(share_url)
  await enter(page, { 'Email address': EMAIL })
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
  // The page's script listens by then.
  await page.waitForLoadState()
  await page.mouse.move(200, 300)
  await expect.poll(async () => (await getViews(id)).views.length).toBe(1)
  expect((await getViews(id)).reached).not.toHaveProperty('transcript')
  await page.getByRole('heading', { name: 'Transcript' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 400)
  await expect.poll(async () => (await getViews(id)).reached).toMatchObject({ summary: 1, transcript: 1 })

  await page.reload()
  await page.getByRole('heading', { name: 'Todo List' }).scrollIntoViewIfNeeded()
  await expect.poll(async () => (await getViews(id)).reached).toMatchObject({ todo_list: 1 })
  expect(await getViews(id)).toMatchObject({ views: [{ email: EMAIL }] })
})

test('a visitor loads little, from this server only, and has no Export', async ({ page }) => {
  const hosts = new Set<string>()
  let scripts = 0
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts += gzipSync(await response.body()).length
  })
  await page.goto((await share({ with_video: true })).share_url)
  await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0)
  expect([...hosts]).toEqual([new URL(server.url).host])
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)
  expect(scripts).toBeGreaterThan(0)
  expect(scripts).toBeLessThan(15 * 1024)
})

for (const [device, viewport] of DEVICES) {
  test(`axe finds nothing at the gate and next to a video, and nothing overflows (${device}) @core`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const gate = (await share({ password: PASSWORD, asks_email: true })).share_url
    const screens: [string, () => Promise<unknown>][] = [
      ['the gate', () => page.goto(gate)],
      ['a wrong password', () => enter(page, { 'Email address': EMAIL, 'Password': 'wrong' })],
      ['a video', async () => page.goto((await share({ with_video: true })).share_url)],
    ]
    for (const [what, open] of screens) {
      await open()
      await expectAccessible(page, what)
    }
    const top = (name: string) =>
      page.getByRole('heading', { name }).evaluate((element) => element.getBoundingClientRect().top)
    const player = await video(page).evaluate((element) => element.getBoundingClientRect())
    if (device === 'phone') expect(player.bottom).toBeLessThan(await top('Summary'))
    else expect(player.bottom).toBeLessThan(await top('Transcript'))
  })
}
