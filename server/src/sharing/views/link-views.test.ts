import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkViewsSchema } from '@callfolio/shared/contract/share.ts'
import type { Person } from '../../testing/api-server.ts'
import { cookieFor, startSharing, type Sharing, type TestLink } from '../sharing.testing.ts'

describe('the views of a link', () => {
  let sharing: Sharing
  let siteId: string

  beforeAll(async () => {
    sharing = await startSharing()
    siteId = await sharing.insertSite()
  })
  afterAll(() => sharing.close())
  beforeEach(() => sharing.moveClient())

  const ticketFor = async ({ token }: TestLink, cookie: string | null = null) => sharing.ticket(token, cookie)
  const getViews = async ({ id }: TestLink) =>
    linkViewsSchema.parse((await sharing.api.request('GET', `/api/links/${id}/views`, { as: sharing.owner })).body)

  test('list the reached sections, which later beacons of the same page only add to', async () => {
    const link = await sharing.share(siteId)
    const [first, second] = [await ticketFor(link), await ticketFor(link)]
    await sharing.sendBeacon(first, { sections: ['quotes', 'summary', 'quotes'] })
    const at = sharing.now().toISOString()
    await sharing.sendBeacon(first, { sections: ['summary', 'transcript'] })
    await sharing.sendBeacon(first)
    await sharing.sendBeacon(second, { sections: ['summary'] })
    const { reached, views } = await getViews(link)
    expect(reached).toEqual({ summary: 2, quotes: 1, transcript: 1 })
    expect(views).toEqual([
      { at: sharing.now().toISOString(), email: null, sections: ['summary'] },
      { at, email: null, sections: ['quotes', 'summary', 'transcript'] },
    ])
    expect(await sharing.findLink(link.token)).toMatchObject({ viewCount: 2, lastOpenedAt: sharing.now() })
  })

  test('include the visitor’s address as long as the link asks for one', async () => {
    const link = await sharing.share(siteId, { asks_email: true })
    const cookie = cookieFor(await sharing.open(link.token, { form: { email: 'ben@buyer.example' } }))
    await sharing.sendBeacon(await ticketFor(link, cookie))
    await sharing.change(link, { asks_email: false })
    await sharing.sendBeacon(await ticketFor(link, cookie))
    expect((await getViews(link)).views.map(({ email }) => email)).toEqual([null, 'ben@buyer.example'])
  })

  test('include no section that the link does not show', async () => {
    const link = await sharing.share(siteId, { sections: ['summary'] })
    await sharing.sendBeacon(await ticketFor(link), { sections: ['summary', 'transcript'] })
    expect((await getViews(link)).reached).toEqual({ summary: 1 })
  })

  test('stop growing once the link is revoked or asks for another password', async () => {
    for (const change of [{ revoked: true }, { password: 'open sesame' }]) {
      const link = await sharing.share(siteId)
      const ticket = await ticketFor(link)
      await sharing.sendBeacon(ticket, { sections: ['summary'] })
      await sharing.change(link, change)
      expect(await sharing.sendBeacon(ticket, { sections: ['quotes'] })).toMatchObject({ status: 204 })
      expect((await getViews(link)).reached).toEqual({ summary: 1 })
    }
  })

  test.each([
    { sections: ['summary', 'none'] },
    { sections: 'summary' },
    { sections: Array.from({ length: 7 }, () => 'summary') },
  ])('reject %j as a list of sections', async (json) => {
    expect((await sharing.api.request('POST', '/api/views', { json: { ticket: 'any', ...json } })).status).toBe(400)
  })

  test('are listed up to 200, and all counted', async () => {
    const link = await sharing.share(siteId)
    const { linkViews } = sharing.db.schema
    const rows = Array.from({ length: 201 }, (_, index) => ({
      id: `${link.id} ${index}`,
      linkId: link.id,
      sections: ['summary' as const],
      createdAt: new Date(index),
      updatedAt: new Date(index),
    }))
    await sharing.db.insert(linkViews).values(rows)
    const { reached, views } = await getViews(link)
    expect([views.length, views[0]?.at, reached]).toEqual([200, new Date(200).toISOString(), { summary: 201 }])
  })

  test('are readable only by the owner', async () => {
    const { id } = await sharing.share(siteId)
    const ask = async (as: Person) => (await sharing.api.request('GET', `/api/links/${id}/views`, { as })).status
    expect([await ask(null), await ask(await sharing.api.signUp()), await ask(sharing.owner)]).toEqual([401, 404, 200])
  })
})
