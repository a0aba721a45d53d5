import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { previewSchema } from '@callfolio/shared/contract/shared-page.ts'
import { cookieOf, startSharing, ticketOf, type Sharing, type TestLink } from './sharing.testing.ts'

const DAY = 24 * 60 * 60 * 1000
const PASSWORD = 'open sesame'
const ELSEWHERE = '{"written":"elsewhere"}'

let sharing: Sharing
let siteId: string
let isLong: boolean
/** What the other process answers next; null: the microsite was changed since its row was read. */
let written: (string | null)[] = []
beforeAll(async () => {
  sharing = await startSharing({
    long: {
      isLong: async () => isLong,
      page: async () => (written.shift() === null ? null : { html: ELSEWHERE, parts: [], lines: [], video: null }),
      preview: async () => (written.shift() === null ? null : ELSEWHERE),
      json: async () => (written.shift() === null ? null : ELSEWHERE),
    },
  })
})
afterAll(() => sharing.close())
beforeEach(async () => {
  sharing.moveClient()
  isLong = false
  written = []
  siteId = await sharing.insertSite()
})

/** From here on nobody who reads the transcript of the microsite gets an answer. */
async function breakTranscript(): Promise<void> {
  const { micrositeDocuments } = sharing.db.schema
  const broken = { segments: sql`'no JSON'` }
  await sharing.db.update(micrositeDocuments).set(broken).where(eq(micrositeDocuments.micrositeId, siteId))
}

const openJson = ({ token }: TestLink, json: object = {}) =>
  sharing.api.request('POST', '/api/get-shared-microsite', { json: { token, ...json } })

describe('the transcript of a microsite is not read', () => {
  test('for a view of its page, and its sections later', async () => {
    const { token } = await sharing.share(siteId)
    const ticket = ticketOf((await sharing.open(token)).page)
    await breakTranscript()
    expect((await sharing.sendBeacon(ticket, { sections: ['summary'] })).status).toBe(204)
    expect((await sharing.sendBeacon(ticket, { sections: ['quotes'] })).status).toBe(204)
    expect((await sharing.findLink(token))?.viewCount).toBe(1)
  })

  test('for the picture of a link', async () => {
    const { token } = await sharing.share(siteId)
    await breakTranscript()
    const { status, text } = await sharing.open(`${token}/card.png`)
    expect([status, text]).toEqual([200, 'Call'])
  })

  test('at a gate, whatever is entered', async () => {
    const link = await sharing.share(siteId, { password: PASSWORD })
    await breakTranscript()
    const enter = async (password: string) => sharing.open(link.token, { form: { password } })
    expect([(await sharing.open(link.token)).status, (await enter('wrong')).status]).toEqual([401, 401])
    expect(cookieOf(await enter(PASSWORD))).not.toBeNull()
    expect([(await openJson(link)).status, (await openJson(link, { password: 'wrong' })).status]).toEqual([401, 401])
    expect((await sharing.open(`${link.token}/card.png`)).status).toBe(302)
  })

  test.each<[string, number, number, (link: TestLink) => unknown]>([
    ['has expired', 410, 410, () => sharing.later(7 * DAY)],
    ['was revoked', 404, 404, (link) => sharing.change(link, { revoked: true })],
    ['waits for its page', 200, 409, () => sharing.updateSite(siteId, { status: 'processing' })],
    ['leads to a page that failed', 404, 404, () => sharing.updateSite(siteId, { status: 'failed' })],
  ])('by a link that %s', async (_, page, json, end) => {
    const link = await sharing.share(siteId, { when_ready: true })
    await breakTranscript()
    await end(link)
    const answers = [await sharing.open(link.token), await openJson(link), await sharing.open(`${link.token}/card.png`)]
    expect(answers.map(({ status }) => status)).toEqual([page, json, 302])
  })

  test('for a link that is made, and for an owner’s preview', async () => {
    await breakTranscript()
    const made = await sharing.api.request('POST', '/api/create-shareable-link', {
      as: sharing.owner,
      json: { microsite_id: siteId, expires_in_days: 7 },
    })
    const preview = await sharing.api.request('POST', `/api/microsites/${siteId}/preview`, { as: sharing.owner })
    expect([made.status, preview.status]).toEqual([200, 200])
  })

  test('by this process where it is long: not for a preview, and not for a page that is still being prepared', async () => {
    isLong = true
    const link = await sharing.share(siteId)
    const { body } = await sharing.api.request('POST', `/api/microsites/${siteId}/preview`, { as: sharing.owner })
    await breakTranscript()
    const pages = [await sharing.open(new URL(previewSchema.parse(body).url).pathname.slice('/s/'.length))]
    await sharing.updateSite(siteId, { status: 'processing' })
    pages.push(await sharing.open(link.token))
    expect(pages.map(({ status, text }) => [status, JSON.parse(text)])).toEqual([
      [200, { written: 'elsewhere' }],
      [200, { written: 'elsewhere', startMs: null }],
    ])
    expect((await openJson(link)).body).toMatchObject({
      microsite: { written: 'elsewhere' },
      preparation: { progress: 0 },
    })
  })

  test.each<[string, number, boolean]>([
    ['once', 200, false],
    ['once while it is being prepared', 200, true],
    ['again and again', 503, false],
  ])('of a page that is changed %s after its row was read: it is read again', async (often, status, early) => {
    isLong = true
    const link = await sharing.share(siteId)
    if (early) await sharing.updateSite(siteId, { status: 'processing' })
    const changes = often.startsWith('once') ? [null] : [null, null, null]
    written = [...changes]
    expect((await sharing.open(link.token)).status).toBe(status)
    written = [...changes]
    expect((await openJson(link)).status).toBe(status)
  })

  test('by this process where it is long, also for who gives the password with the request', async () => {
    isLong = true
    const link = await sharing.share(siteId, { password: PASSWORD })
    await breakTranscript()
    const { status, body } = await openJson(link, { password: PASSWORD })
    expect([status, body]).toMatchObject([200, { microsite: { written: 'elsewhere' } }])
  })
})

test('the picture of one link can not keep the server busy, no matter who asks; that of another goes on', async () => {
  const [link, other] = [await sharing.share(siteId), await sharing.share(siteId)]
  const rule = { name: 'shared_card_link', points: 3000, seconds: 5 * 60 }
  while ((await sharing.limiter.take(rule, link.token)) === null);
  const ask = async ({ token }: TestLink) => (await sharing.open(`${token}/card.png`)).status
  expect([await ask(link), await ask(other)]).toEqual([429, 200])
})
