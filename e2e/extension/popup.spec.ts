import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { MICROSITE_PATHS, micrositeListSchema, type MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startExtensionBrowser, type ExtensionBrowser } from '../fixtures/extension.ts'
import { SAMPLE } from '../fixtures/media.ts'
import { signUpInBrowser, getToken } from '../fixtures/person.ts'
import { freePort, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const SIZE = { width: 360, height: 600 }
const LONG_TITLE =
  'Quarterly business review with the procurement and the security team of Acme International Holdings about the renewal'

let server: RunningServer
let browser: ExtensionBrowser
test.beforeAll(async ({ starterServer }) => {
  server = starterServer
  browser = await startExtensionBrowser()
})
test.afterEach(() => browser.reset())
test.afterAll(() => browser.close())

/** Enters the server's address in the options. */
async function chooseServer(address = server.url): Promise<void> {
  const options = await browser.open('options.html')
  await options.getByLabel('Server address').fill(address)
  await options.getByRole('button', { name: 'Save' }).click()
  await expect(options.getByText(/^Saved/)).toBeVisible()
  await options.close()
}

/** The popup's page in a tab of its size. */
async function openAsPage(): Promise<Page> {
  const page = await browser.open('popup.html')
  await page.setViewportSize(SIZE)
  return page
}

/** A new user who is signed in to the extension. */
async function signIn(): Promise<ApiClient> {
  const person = await signUp(server.url)
  await browser.signIn(server.url, person)
  return person
}

async function addMicrosite(person: ApiClient, title: string): Promise<string> {
  const id = await person.process({ title, captions: await readFile(SAMPLE.captions, 'utf8') })
  await person.finished(id)
  return id
}

/** The extension's stored access token. */
function extensionToken(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('account', 1)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('sessions').objectStore('sessions').getAll()
          reading.onsuccess = () => {
            const kept = (reading.result as string[]).find((value) => value.includes('access_token')) ?? '{}'
            resolve((JSON.parse(kept) as { access_token?: string }).access_token ?? '')
          }
        }
      }),
  )
}

const RECORD_BOTTOM =
  "[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Record this tab')?.getBoundingClientRect().bottom"

const isGood = async (token: string) =>
  (await fetch(`${server.url}${MICROSITE_PATHS.list}`, { headers: { authorization: `Bearer ${token}` } })).ok

test('the toolbar button signs in by password, and signing out ends this session only @core', async () => {
  await chooseServer()
  const person = await signUp(server.url)
  const tab = await browser.newPage()
  await tab.goto(server.url)
  const popup = await browser.openPopup(tab)
  await popup.sees('Welcome Back')
  await popup.click('Sign in')
  await popup.sees('Please fill in all required fields.')
  await popup.fill('Email Address', person.email)
  await popup.fill('Password', 'wrong horse')
  await popup.click('Sign in')
  await popup.sees('Invalid login credentials')
  await popup.fill('Password', person.password)
  await popup.click('Sign in')
  await popup.sees('Ann Example')
  await popup.sees('Starter')
  await popup.sees('0 of 3 microsites this month')

  const options = await browser.open('options.html')
  await expect(options.getByText(`Signed in as ${person.email}`)).toBeVisible()
  const token = await extensionToken(options)
  expect(await isGood(token)).toBe(true)
  const panel = await browser.open('sidepanel.html')
  await expect(panel.getByText('Ann Example')).toBeVisible()
  await panel.getByRole('button', { name: 'Sign Out' }).click()
  await expect(panel.getByText('Welcome Back')).toBeVisible()
  // Open extension pages show it.
  await expect(options.getByText(/You’re not signed in/)).toBeVisible()
  expect([await isGood(token), await isGood(person.token)]).toEqual([false, true])
})

test('a user signed in to the web app continues in the extension with a separate session', async () => {
  await chooseServer()
  const web = await browser.newPage()
  const person = await signUpInBrowser(web, server.url)
  const popup = await browser.openPopup(web)
  const opened = browser.context().waitForEvent('page')
  await popup.click('Continue with the web app')
  const question = await opened
  await expect(question.getByText(person.email)).toBeVisible()
  const closed = question.waitForEvent('close')
  await question.getByRole('button', { name: 'Continue' }).click()
  await closed
  await popup.sees('Ann Example')

  const panel = await browser.open('sidepanel.html')
  const [own, webs] = [await extensionToken(panel), await getToken(web)]
  expect([await isGood(own), await isGood(webs), own === webs]).toEqual([true, true, false])
  await panel.getByRole('button', { name: 'Sign Out' }).click()
  await expect(panel.getByText('Welcome Back')).toBeVisible()
  expect([await isGood(own), await isGood(webs)]).toEqual([false, true])
})

test('canceling in the web app keeps the user signed out, without an error', async () => {
  await chooseServer()
  const web = await browser.newPage()
  await signUpInBrowser(web, server.url)
  const panel = await browser.open('sidepanel.html')
  const opened = browser.context().waitForEvent('page')
  await panel.getByRole('button', { name: 'Continue with the web app' }).click()
  await (await opened).getByRole('button', { name: 'Cancel' }).click()
  await expect(panel.getByRole('button', { name: 'Continue with the web app' })).toBeEnabled()
  await expect(panel.getByRole('alert')).toBeHidden()
})

test('signing out everywhere asks first and ends the web app’s session too', async () => {
  const person = await signIn()
  const options = await browser.open('options.html')
  await options.getByRole('button', { name: 'Sign out everywhere…' }).click()
  await expect(options.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(options, 'the question before signing out everywhere')
  await options.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(options.getByText(/You’re not signed in/)).toBeVisible()
  expect(await isGood(person.token)).toBe(false)
})

test('a session ended elsewhere is dropped, and the popup shows the sign-in', async () => {
  const person = await signIn()
  const popup = await openAsPage()
  await expect(popup.getByText('Ann Example')).toBeVisible()
  const kept = await extensionToken(popup)
  expect((await person.post('/auth/v1/logout?scope=global')).status).toBe(204)
  await popup.reload()
  await expect(popup.getByText('Welcome Back')).toBeVisible()
  expect([kept === '', await extensionToken(popup)]).toEqual([false, ''])
})

test('the newest microsites show their status; a copied link opens', async () => {
  const person = await signIn()
  const id = await addMicrosite(person, LONG_TITLE)
  const failed = await addMicrosite(person, 'Broken')
  const popup = await openAsPage()
  await popup.route(`**${MICROSITE_PATHS.list}?*`, async (route) => {
    const reply = await route.fetch()
    const { microsites, ...rest } = micrositeListSchema.parse(await reply.json())
    const change = (card: MicrositeCard) =>
      card.id === failed
        ? {
            ...card,
            status: 'failed',
            error_message: 'The file is no video that can be read.',
            failure: { code: 'too_long', retryable: true },
          }
        : card
    await route.fulfill({ response: reply, json: { ...rest, microsites: microsites.map(change) } })
  })
  await popup.reload()
  await browser.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await expect(popup.getByRole('link', { name: LONG_TITLE, exact: true })).toHaveAttribute(
    'href',
    `${server.url}/microsite/${id}`,
  )
  await expect(popup.getByRole('link', { name: /^Review before sharing/ }), 'one ready page is unread').toHaveAttribute(
    'href',
    `${server.url}/microsite/${id}?look`,
  )
  await expect(popup.getByText('The file is no video that can be read.')).toBeVisible()
  await expect(popup.getByRole('link', { name: 'Upgrade Plan' })).toHaveAttribute('href', `${server.url}/pricing`)
  await expect(popup.getByText('2 of 3 microsites this month')).toBeVisible()
  await expectAccessible(popup, 'the popup with microsites')

  await popup.getByRole('button', { name: `Copy link to ${LONG_TITLE}` }).click()
  await expect(popup.getByText('Link copied', { exact: false }).first()).toBeVisible()
  const link = await popup.evaluate(() => navigator.clipboard.readText())
  const visitor = await browser.newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: LONG_TITLE })).toBeVisible()
  await expect(visitor.getByText('7 days left')).toBeVisible()
})

test('a microsite in progress shows its step and becomes active without a reload', async () => {
  const person = await signIn()
  const popup = await openAsPage()
  await expect(popup.getByText('Your microsites appear here.')).toBeVisible()
  await expectAccessible(popup, 'the popup without microsites')
  const id = await person.process({
    title: 'On its way',
    video_url: await person.upload(SAMPLE.video),
    captions: await readFile(SAMPLE.captions, 'utf8'),
  })
  await popup.reload()
  await expect(popup.getByRole('progressbar', { name: 'Progress of On its way' })).toBeVisible()
  await person.finished(id)
  await expect(popup.getByRole('link', { name: 'Review before sharing: On its way' })).toBeVisible()
})

test('a used-up month shows a link to upgrade', async () => {
  const person = await signIn()
  for (const title of ['One', 'Two', 'Three']) await addMicrosite(person, title)
  const popup = await openAsPage()
  await expect(popup.getByText("You've used 3 of 3 microsites this month.")).toBeVisible()
  await expect(popup.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', `${server.url}/pricing`)
  await expectAccessible(popup, 'the popup at the limit')
})

test('the popup shows Record without scrolling, with the consent prompt and with microsites', async () => {
  const person = await signIn()
  const page = await browser.newPage()
  await page.goto(server.url)
  const first = await browser.openPopup(page)
  await first.sees('Your microsites appear here.')
  await first.sees('Record this tab')
  expect(await first.evaluate<number>(RECORD_BOTTOM)).toBeLessThanOrEqual(SIZE.height)
  await first.click('I’ll tell everyone that I’m recording')
  await first.close()
  for (const title of [LONG_TITLE, 'Kick-off']) await addMicrosite(person, title)
  const later = await browser.openPopup(page)
  await later.sees('Kick-off')
  await later.sees('Record this tab')
  expect(await later.evaluate<number>(RECORD_BOTTOM)).toBeLessThanOrEqual(SIZE.height)
})

test('without a server on this computer the first view asks for its address, and continues to the sign-in', async () => {
  await chooseServer(`http://localhost:${await freePort()}`)
  const popup = await openAsPage()
  await expect(popup.getByText(/^localhost:\d+ isn’t responding\.$/)).toBeVisible()
  await expectAccessible(popup, 'the popup without a server')
  const address = popup.getByLabel('Your company’s Callfolio address')
  const connect = popup.getByRole('button', { name: 'Connect' })
  await connect.click()
  await expect(popup.getByRole('alert')).toHaveText('Enter the address, for example callfolio.example.com.')
  await address.fill('http://calls.example.com')
  await connect.click()
  await expect(popup.getByRole('alert')).toHaveText('This address must start with https://.')
  await expectAccessible(popup, 'a refused address')
  const silent = `localhost:${await freePort()}`
  await address.fill(silent)
  await address.press('Enter')
  await expect(popup.getByRole('alert')).toHaveText(`${silent} isn’t responding. Check the address.`)
  await address.fill(server.url)
  await address.press('Enter')
  await expect(popup.getByText('Welcome Back')).toBeVisible()
  const options = await browser.open('options.html')
  await expect(options.getByLabel('Server address')).toHaveValue(server.url)
  await expectAccessible(options, 'the options')
})

test('an unreachable server elsewhere is named, with a way to change it', async () => {
  const popup = await openAsPage()
  // Saving it in the options would wait for the browser's question about its host.
  await popup.evaluate(() => {
    const { chrome } = globalThis as unknown as {
      chrome: { storage: { local: { set(items: object): Promise<void> } } }
    }
    return chrome.storage.local.set({ serverAddress: 'http://10.255.255.1' })
  })
  await expect(popup.getByText('10.255.255.1 isn’t responding.')).toBeVisible()
  const opened = browser.context().waitForEvent('page')
  await popup.getByRole('button', { name: 'Change server' }).click()
  await expect((await opened).getByLabel('Server address')).toBeVisible()
})

test('a server that goes away is named, without skeletons, and the popup continues once it is back', async () => {
  const person = await signIn()
  await addMicrosite(person, 'Kick-off')
  const popup = await openAsPage()
  const isAway = `${server.url}/**`
  // Never answered, like by a server that hangs.
  await popup.route(isAway, () => {})
  await popup.reload()
  await expect(popup.getByText(/^localhost:\d+ isn’t responding\.$/)).toBeVisible()
  await expect(popup.getByText('Recordings stay on this computer and upload when it’s back.')).toBeVisible()
  await expect(popup.getByRole('button', { name: 'Record this tab' })).toBeVisible()
  await expect(popup.getByRole('status', { name: 'Loading microsites...' })).toBeHidden()
  await expectAccessible(popup, 'the popup without its server')
  await popup.unroute(isAway)
  await popup.getByRole('button', { name: 'Try again' }).click()
  await expect(popup.getByRole('link', { name: 'Kick-off', exact: true })).toBeVisible()
  await expect(popup.getByText(/isn’t responding/)).toBeHidden()
})

test('a user whose session has expired can record while the server is away', async () => {
  await signIn()
  const popup = await openAsPage()
  await popup.route(`${server.url}/**`, () => {})
  await popup.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('account', 1)
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('sessions', 'readwrite')
          const cursor = transaction.objectStore('sessions').openCursor()
          cursor.onsuccess = () => {
            const session = JSON.parse(String(cursor.result?.value ?? 'null')) as { access_token?: string } | null
            if (session?.access_token) cursor.result?.update(JSON.stringify({ ...session, expires_at: 1 }))
            cursor.result?.continue()
          }
          transaction.oncomplete = () => (opening.result.close(), resolve())
        }
      }),
  )
  await popup.reload()
  await expect(popup.getByText('Recordings stay on this computer and upload when it’s back.')).toBeVisible()
  await expect(popup.getByRole('button', { name: 'Record this tab' })).toBeVisible()
})

test('files dropped on the popup become microsites, each recording with its captions', async () => {
  const person = await signIn()
  const popup = await openAsPage()
  const dataTransfer = await popup.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer()
      for (const [name, base64] of Object.entries(files))
        transfer.items.add(
          new File([Uint8Array.fromBase64(base64)], name, {
            type: name.endsWith('mp4') ? 'video/mp4' : '',
            // Captions of the same hour would belong to the recording.
            ...(name.startsWith('Review') && { lastModified: 0 }),
          }),
        )
      return transfer
    },
    {
      'Kick-off.mp4': (await readFile(SAMPLE.video)).toString('base64'),
      'Kick-off.vtt': (await readFile(SAMPLE.captions)).toString('base64'),
      'Review.vtt': (await readFile(SAMPLE.captions)).toString('base64'),
    },
  )
  const target = popup.getByRole('button', { name: 'Record this tab' })
  await target.dispatchEvent('dragover', { dataTransfer })
  await expect(popup.getByText('Drop your recordings here')).toBeVisible()
  await expectAccessible(popup, 'the popup with files over it')
  await target.dispatchEvent('drop', { dataTransfer })
  await expect(popup.getByText('Drop your recordings here')).toBeHidden()
  await expect(popup.getByText('with Kick-off.vtt')).toBeVisible()
  await expectAccessible(popup, 'the popup with dropped files')
  await popup.getByRole('button', { name: 'Create 2 Microsites' }).click()
  await expect(target).toBeVisible()
  await expect
    .poll(async () => {
      const { microsites } = micrositeListSchema.parse(await (await person.get(MICROSITE_PATHS.list)).json())
      return microsites.map(({ status }) => status)
    })
    .toEqual(['active', 'active'])
})

test('the sign-in is accessible', async () => {
  await chooseServer()
  const popup = await openAsPage()
  await expect(popup.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(popup, 'the sign-in')
})

test('the popup’s Upload opens the side panel', async () => {
  await signIn()
  const tab = await browser.newPage()
  await tab.goto(server.url)
  const popup = await browser.openPopup(tab)
  await popup.click('Upload a recording')
  const isOpen = async () => {
    const session = await browser.context().browser()!.newBrowserCDPSession()
    const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
    await session.detach()
    return targetInfos.some(({ url }) => url.endsWith('/sidepanel.html'))
  }
  await expect.poll(isOpen).toBe(true)
})
