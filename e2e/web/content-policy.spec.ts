import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { createLinkReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addMicrosites, callApi } from '../fixtures/api.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const TITLE = 'Brightwater: first call'

let server: RunningServer
/** Another origin with a script that any page may load unless its policy forbids it. */
let stranger: Server
test.beforeAll(async ({ premiumServer }) => {
  server = premiumServer
  stranger = createServer((_, response) => {
    response.setHeader('content-type', 'text/javascript').end('globalThis.ran = "of another origin"')
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
})
test.afterAll(() => stranger.close())

/** Records the page's policy violations from the start. @returns the directives, and the console's messages. */
async function getRefusals(page: Page): Promise<string[]> {
  const seen: string[] = []
  await page.exposeFunction('recordRefusal', (refusal: string) => seen.push(refusal))
  await page.addInitScript(() => {
    const { recordRefusal } = globalThis as unknown as { recordRefusal: (refusal: string) => void }
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      recordRefusal(`${effectiveDirective} ${blockedURI}`),
    )
  })
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) seen.push(message.text())
  })
  return seen
}

/** A new user with a microsite. @returns its address and that of its shared page. */
async function addPages(page: Page): Promise<{ microsite: string; shared: string }> {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, [TITLE])
  const reply = await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 7 })
  return { microsite: `/microsite/${id}`, shared: new URL(createLinkReplySchema.parse(reply).share_url).pathname }
}

test('the main pages cause no violation of their own policy @core', async ({ page }) => {
  const refusals = await getRefusals(page)
  const open = async (path: string, heading: string | RegExp) => {
    await page.goto(server.url + path)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(refusals, path).toEqual([])
  }
  await open('/', /./)
  await open('/auth', 'Welcome Back')
  const { microsite, shared } = await addPages(page)
  await open('/dashboard', /./)
  await open(microsite, TITLE)
  await open(shared, TITLE)
})

test('inline scripts and scripts of another origin are blocked in the app and on a shared page @core', async ({
  page,
}) => {
  const refusals = await getRefusals(page)
  const elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/stranger.js`
  const { microsite, shared } = await addPages(page)
  for (const path of [microsite, shared]) {
    await page.goto(server.url + path)
    await expect(page.getByRole('heading', { name: TITLE }).first()).toBeVisible()
    refusals.length = 0
    // As an injection hole would insert them.
    await page.evaluate(async (src) => {
      const inline = document.createElement('script')
      inline.textContent = 'globalThis.ran = "inline"'
      document.body.append(inline)
      document.body.insertAdjacentHTML('beforeend', `<img src="data:," onerror="globalThis.ran = 'a handler'">`)
      const foreign = document.createElement('script')
      foreign.src = src
      const ended = new Promise((resolve) => {
        foreign.onload = foreign.onerror = resolve
      })
      document.body.append(foreign)
      await ended
    }, elsewhere)
    const refused = ['script-src-elem inline', 'script-src-attr inline', `script-src-elem ${elsewhere}`]
    await expect.poll(() => refused.filter((one) => !refusals.includes(one)), path).toEqual([])
    expect(await page.evaluate(() => (globalThis as { ran?: string }).ran), path).toBeUndefined()
  }
})
