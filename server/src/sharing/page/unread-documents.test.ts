import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cookieFor, startSharing, type Sharing, type TestLink } from '../sharing.testing.ts'

const DAY = 24 * 60 * 60 * 1000
const PASSWORD = 'open sesame'

let sharing: Sharing
let siteId: string
beforeAll(async () => {
  sharing = await startSharing()
})
afterAll(() => sharing.close())
beforeEach(async () => {
  sharing.moveClient()
  siteId = await sharing.insertSite()
})

/** Makes every later read of the microsite's transcript fail. */
async function breakTranscript(): Promise<void> {
  const { micrositeDocuments } = sharing.db.schema
  const broken = { segments: sql`'no JSON'` }
  await sharing.db.update(micrositeDocuments).set(broken).where(eq(micrositeDocuments.micrositeId, siteId))
}

const openJson = ({ token }: TestLink, json: object = {}) =>
  sharing.api.request('POST', '/api/get-shared-microsite', { json: { token, ...json } })

describe('the transcript of a microsite is not read', () => {
  test('for a view of its page, or its sections later', async () => {
    const { token } = await sharing.share(siteId)
    const ticket = await sharing.ticket(token)
    await breakTranscript()
    expect((await sharing.sendBeacon(ticket, { sections: ['summary'] })).status).toBe(204)
    expect((await sharing.sendBeacon(ticket, { sections: ['quotes'] })).status).toBe(204)
    expect((await sharing.findLink(token))?.viewCount).toBe(1)
  })

  test('for a link’s preview image', async () => {
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
    expect(cookieFor(await enter(PASSWORD))).not.toBeNull()
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

  test('for a new link, or an owner’s preview', async () => {
    await breakTranscript()
    const made = await sharing.api.request('POST', '/api/create-shareable-link', {
      as: sharing.owner,
      json: { microsite_id: siteId, expires_in_days: 7 },
    })
    const preview = await sharing.api.request('POST', `/api/microsites/${siteId}/preview`, { as: sharing.owner })
    expect([made.status, preview.status]).toEqual([200, 200])
  })
})

test('limits preview images of one link from any client, while another link’s work', async () => {
  const [link, other] = [await sharing.share(siteId), await sharing.share(siteId)]
  const rule = { name: 'shared_card_link', points: 3000, seconds: 5 * 60 }
  while ((await sharing.limiter.take(rule, link.token)) === null);
  const ask = async ({ token }: TestLink) => (await sharing.open(`${token}/card.png`)).status
  expect([await ask(link), await ask(other)]).toEqual([429, 200])
})
