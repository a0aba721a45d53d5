import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { capabilitiesSchema } from '@callfolio/shared/contract/capabilities.ts'
import { parseConfig } from '../config/config.ts'
import { createLogger } from '../kernel/logger.ts'
import { createMemoryRateLimiter } from '../limits/rate-limiter-memory.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import { readOutbox } from '../mail/outbox.testing.ts'
import { createServices } from '../services.ts'
import { startApi } from '../testing/api-server.ts'
import { eventually, startApp } from '../testing/app.ts'
import { openMemory } from '../testing/databases.ts'
import { contactRoutes } from './routes.ts'

const MESSAGE = {
  name: 'Ann Example',
  email: 'ann@example.org',
  company: 'Acme',
  message: 'Hello,\n\nwhat does it cost?',
}

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

interface Setting {
  recipient?: string | null
  send?: Mailer['send']
  sends?: boolean
  client?: () => string
}

async function openContact({
  recipient = 'desk@calls.example',
  send,
  sends = true,
  client = () => 'one',
}: Setting = {}) {
  const mails: Mail[] = []
  const lines: string[] = []
  const db = await openMemory()
  const mailer: Mailer = { sends, send: send ?? (async (mail) => void mails.push(mail)) }
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const api = await startApi(
    db,
    () => [contactRoutes({ mailer, recipient, limiter: createMemoryRateLimiter(), clientAddress: client })],
    log,
  )
  cleanUps.push(
    () => db.close(),
    () => api.close(),
  )
  return {
    mails,
    lines,
    post: (change: object = {}) => api.request('POST', '/api/contact', { json: { ...MESSAGE, ...change } }),
  }
}

test('emails a message to the contact address, with the visitor as reply-to', async () => {
  const { mails, post } = await openContact()
  const { status, body } = await post()
  expect([status, body]).toEqual([200, { success: true, delivered: true }])
  expect(mails).toMatchObject([
    { to: 'desk@calls.example', replyTo: 'ann@example.org', subject: expect.stringContaining('Ann Example') },
  ])
  expect(mails[0]?.text).toBe(
    'Hello,\n\nwhat does it cost?\n\nName: Ann Example\nEmail: ann@example.org\nCompany: Acme',
  )
})

test('accepts a message without a company', async () => {
  const { mails, post } = await openContact()
  await post({ company: undefined })
  await post({ company: ' ' })
  expect(mails.map(({ text }) => text.includes('Company'))).toEqual([false, false])
})

test('tells the visitor when email is off', async () => {
  const { post } = await openContact({ sends: false })
  expect((await post()).body).toEqual({ success: true, delivered: false })
})

test.each([
  ['no name', { name: ' ' }],
  ['a name of two lines', { name: 'Ann\r\nBcc: all@example.org' }],
  ['no address', { email: undefined }],
  ['an address that is none', { email: 'ann' }],
  ['two addresses', { email: 'ann@example.org, bo@example.org' }],
  ['a line break in the address', { email: 'ann@example.org\nBcc: bo@example.org' }],
  ['no message', { message: '\n ' }],
  ['an endless message', { message: 'x'.repeat(10_001) }],
])('refuses %s', async (_, change) => {
  const { mails, post } = await openContact()
  const { status, body } = await post(change)
  expect([status, body]).toEqual([400, { error: { code: 'invalid_request', message: expect.stringMatching(/\S/) } }])
  expect(mails).toEqual([])
})

test('returns no form without a contact address', async () => {
  const { mails, post } = await openContact({ recipient: null })
  expect(await post()).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  expect(mails).toEqual([])
})

test('reports a failing mail server to the visitor, and logs it without the message', async () => {
  const { lines, post } = await openContact({ send: () => Promise.reject(new Error('connection refused')) })
  const { status, body } = await post()
  expect([status, body]).toEqual([
    503,
    { error: { code: 'unavailable', message: 'We couldn’t send your message. Try again later.' } },
  ])
  expect(lines.join('')).toContain('connection refused')
  expect(lines.join('')).not.toMatch(/what does it cost|ann@/)
})

test('limits messages per client and across all clients', async () => {
  let client = 'first'
  const { mails, post } = await openContact({ client: () => client })
  for (let count = 0; count < 20; count++) expect((await post()).status).toBe(200)
  const refused = await post()
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  for (let count = 0; count < 200; count++) {
    client = String(count)
    await post()
  }
  expect(mails).toHaveLength(200)
})

test("doesn't count invalid messages against another client’s limit", async () => {
  let client = 'first'
  const { post } = await openContact({ client: () => client })
  for (let count = 0; count < 210; count++) {
    client = String(count)
    await post({ email: 'no address' })
  }
  expect((await post()).status).toBe(200)
})

test('removes contact messages from the outbox after ninety days', async () => {
  const app = await startApp({ CONTACT_EMAIL: 'desk@calls.example' })
  cleanUps.push(() => app.close())
  for (const name of ['Old', 'Young'])
    expect((await app.visitor('POST', '/api/contact', { ...MESSAGE, name })).status).toBe(200)
  const outbox = join(app.folder, 'outbox')
  const left = async () => (await readOutbox(outbox)).map((mail) => /Name: (\w+)/.exec(mail)?.[1])
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toUTCString()
  for (const file of await readdir(outbox)) {
    const mail = await readFile(join(outbox, file), 'utf8')
    const date = mail.includes('Name: Old') ? daysAgo(90.01) : daysAgo(89.99)
    await writeFile(join(outbox, file), mail.replace(/^Date: .*$/m, `Date: ${date}`))
  }
  expect(new Set(await left())).toEqual(new Set(['Old', 'Young']))
  await app.services.start(0)
  await eventually(async () => !(await left()).includes('Old'))
  expect(await left()).toEqual(['Young'])
})

test.each([
  ['desk@calls.example', true],
  ['', false],
])('reports with CONTACT_EMAIL "%s" the capability %s', async (CONTACT_EMAIL, contact) => {
  const folder = await mkdtemp(join(tmpdir(), 'contact-'))
  const services = await createServices(parseConfig({ DATA_DIR: folder, CONTACT_EMAIL }), createLogger('silent'))
  cleanUps.push(
    () => rm(folder, { recursive: true }),
    () => services.stop(),
  )
  const capabilities = capabilitiesSchema.parse(await (await services.app.request('/api/capabilities')).json())
  expect(capabilities.contact).toBe(contact)
})
