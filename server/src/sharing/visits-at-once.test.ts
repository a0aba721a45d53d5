import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Branding } from '@callfolio/shared/contract/branding.ts'
import { previewSchema } from '@callfolio/shared/contract/shared-page.ts'
import type { SharedPage } from '@callfolio/shared/shared-page.ts'
import { passTurns } from '../testing/loop-turns.ts'
import type { ViewOfLink } from './long-views.ts'
import { asJson, startSharing, ticketOf, type Sharing, type TestLink } from './sharing.testing.ts'

const MANY = 30
/** What of an answer comes after its turn was announced. */
const TURNS = 50

let sharing: Sharing
let siteId: string
let isLong: boolean
/** Reads links. */
let reads: number
/** Pages and JSON that were written. */
let written: number
/** What is being written waits for it. */
let gate: PromiseWithResolvers<void>

beforeAll(async () => {
  const begin = async () => {
    written += 1
    await gate.promise
  }
  const document = (page: object) => ({ html: JSON.stringify(page), parts: [], lines: [], video: null })
  sharing = await startSharing({
    publicUrl: null,
    branding: async (_userId, origin) => {
      reads += 1
      return { accent: null, logo_url: `${origin}/logo.png` }
    },
    long: {
      isLong: async () => isLong,
      page: async (view: ViewOfLink) => (await begin(), document({ ...view, state: 'open' })),
      preview: async (view) => (await begin(), JSON.stringify(view)),
      json: async (view) => (await begin(), JSON.stringify(view)),
    },
    build: { ...asJson, write: async (page, { origin }) => (await begin(), document({ ...page, origin })) },
  })
})
afterAll(() => sharing.close())
beforeEach(async () => {
  sharing.moveClient()
  siteId = await sharing.insertSite()
  isLong = true
  reads = 0
  written = 0
  gate = Promise.withResolvers()
  gate.resolve()
})

/** Has visits come while what they are to see is being written, which ends once all of them have come. */
async function atOnce<T>(visit: (index: number) => Promise<T>, many = MANY): Promise<T[]> {
  gate = Promise.withResolvers()
  const visits = Promise.all(Array.from({ length: many }, (_, index) => visit(index)))
  await expect.poll(() => reads).toBe(many)
  await passTurns(TURNS)
  gate.resolve()
  return visits
}

/** Asks at a host of the visitor's making. */
async function askAt(host: string, path: string, json?: object): Promise<string> {
  const { port } = new URL(sharing.api.url)
  const body = json === undefined ? undefined : JSON.stringify(json)
  const headers = { host, 'content-type': 'application/json' }
  const method = body === undefined ? 'GET' : 'POST'
  const response = await new Promise<Parameters<typeof text>[0]>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, resolve)
    asked.on('error', reject).end(body)
  })
  return text(response)
}

const preparing = async (): Promise<TestLink> => {
  const link = await sharing.share(siteId)
  await sharing.updateSite(siteId, { status: 'processing' })
  return link
}
const previewPath = async () => {
  const { body } = await sharing.api.request('POST', `/api/microsites/${siteId}/preview`, { as: sharing.owner })
  return new URL(previewSchema.parse(body).url).pathname.slice('/s/'.length)
}
const titleOf = (page: SharedPage | null) => (page && 'microsite' in page ? page.microsite.title : null)

test.each([
  ['long', true],
  ['short', false],
])(
  'who opens a %s page at once that is still being prepared gets one writing, each with a ticket and a moment of their own',
  async (_, long) => {
    isLong = long
    const { token } = await preparing()
    const replies = await atOnce((index) => sharing.open(`${token}?t=${index + 1}`))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(written).toBe(1)
    expect(new Set(replies.map(({ page }) => ticketOf(page))).size).toBe(MANY)
    expect(replies.map(({ page }) => page?.state === 'open' && page.startMs)).toEqual(
      replies.map((_reply, index) => (index + 1) * 1000),
    )
    await sharing.open(token)
    expect(written, 'how far it is changes by the second: it is not kept').toBe(2)
  },
)

test('who opens a preview at once gets one writing; one that is opened after a change shows the change', async () => {
  const path = await previewPath()
  const replies = await atOnce(() => sharing.open(path))
  expect(new Set(replies.map(({ status, text: html }) => `${status} ${html}`)).size).toBe(1)
  expect(written).toBe(1)
  isLong = false
  await sharing.updateSite(siteId, { title: 'Edited', updatedAt: new Date() })
  expect(titleOf((await sharing.open(path)).page)).toBe('Edited')
})

test('a change while a preview is being written is in the one that is opened after it', async () => {
  const path = await previewPath()
  gate = Promise.withResolvers()
  const first = sharing.open(path)
  await expect.poll(() => written).toBe(1)
  await sharing.updateSite(siteId, { title: 'Edited', updatedAt: new Date() })
  const second = sharing.open(path)
  await expect.poll(() => written).toBe(2)
  gate.resolve()
  expect([(await first).status, (await second).status]).toEqual([200, 200])
})

test('a host of the visitor’s making has no page and no JSON written again, and each gets addresses of its own', async () => {
  isLong = false
  const { token } = await sharing.share(siteId)
  const hosts = Array.from({ length: MANY }, (_, index) => `host-${index}.localhost:${4000 + index}`)
  const origins = hosts.map((host) => `http://${host}`)
  const pages = await Promise.all(hosts.map((host) => askAt(host, `/s/${token}`)))
  expect(written).toBe(1)
  const shown = pages.map((page) => JSON.parse(page) as { origin: string; microsite: { branding: Branding } })
  expect(shown.map(({ origin }) => origin)).toEqual(origins)
  expect(shown.map(({ microsite }) => microsite.branding.logo_url)).toEqual(origins.map((at) => `${at}/logo.png`))
  isLong = true
  const replies = await Promise.all(hosts.map((host) => askAt(host, '/api/get-shared-microsite', { token })))
  expect(written).toBe(2)
  const read = replies.map((reply) => JSON.parse(reply) as { microsite: { branding: Branding } })
  expect(read.map(({ microsite }) => microsite.branding.logo_url)).toEqual(origins.map((at) => `${at}/logo.png`))
})
