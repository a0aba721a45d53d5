import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cookieFor, startSharing, type Sharing, type TestLink } from '../sharing.testing.ts'

const DAY = 24 * 60 * 60 * 1000
const MIB = 1024 * 1024
/** A minute of recording. */
const SIZE = 12 * MIB
const PASSWORD = 'open sesame'

describe('the video of a link', () => {
  let sharing: Sharing
  let siteId: string

  beforeAll(async () => {
    sharing = await startSharing()
    siteId = await sharing.insertSite({}, Buffer.alloc(SIZE, 'video'))
  })
  afterAll(() => sharing.close())
  beforeEach(() => sharing.moveClient())

  const ask = ({ token }: TestLink, range?: string, cookie = '') =>
    fetch(`${sharing.api.url}/s/${token}/video`, { headers: { cookie, ...(range !== undefined && { range }) } })

  test('is sent in ranges of at most ten seconds, which no browser caches', async () => {
    const link = await sharing.share(siteId, { with_video: true })
    const reply = await ask(link, 'bytes=0-')
    expect(reply.status).toBe(206)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-range': `bytes 0-${2 * MIB - 1}/${SIZE}`,
      'content-type': 'video/mp4',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    const part = await ask(link, 'bytes=5-14')
    expect([part.status, await part.text()]).toEqual([206, 'videovideo'])
    expect((await sharing.open(`${link.token}/video`, { method: 'HEAD' })).status).toBe(200)
    expect((await ask(link, `bytes=${SIZE}-`)).status).toBe(416)
  })

  test.each<[string, number, (link: TestLink) => unknown]>([
    ['is revoked', 404, (link) => sharing.change(link, { revoked: true })],
    ['is deleted', 404, ({ id }) => sharing.api.request('DELETE', `/api/links/${id}`, { as: sharing.owner })],
    ['expires', 410, () => sharing.later(7 * DAY)],
    ['gets another password', 401, (link) => sharing.change(link, { password: 'another' })],
    ['shows no video any more', 404, (link) => sharing.change(link, { with_video: false })],
  ])('sends no further range once its link %s, and aborts a whole file', async (_, status, end) => {
    const link = await sharing.share(siteId, { with_video: true, password: PASSWORD })
    const cookie = cookieFor(await sharing.open(link.token, { form: { password: PASSWORD } })) ?? ''
    expect((await ask(link, 'bytes=0-', cookie)).status).toBe(206)
    const whole = await ask(link, undefined, cookie)
    expect(whole.headers.get('content-length')).toBe(String(SIZE))
    await end(link)
    expect((await ask(link, `bytes=${2 * MIB}-`, cookie)).status).toBe(status)
    await expect(whole.arrayBuffer()).rejects.toThrow()
  })

  test('aborts a whole file once its microsite has another recording', async () => {
    const id = await sharing.insertSite({}, Buffer.alloc(SIZE, 'video'))
    const whole = await ask(await sharing.share(id, { with_video: true }))
    await sharing.updateSite(id, { videoUrl: `${sharing.owner.userId}/derived/${id}/redacted.mp4` })
    await expect(whole.arrayBuffer()).rejects.toThrow()
  })

  test('continues when unrelated fields of its link change', async () => {
    const link = await sharing.share(siteId, { with_video: true })
    const whole = await ask(link)
    await sharing.change(link, { label: 'Acme', expires_in_days: 30, sections: ['summary'] })
    expect((await whole.arrayBuffer()).byteLength).toBe(SIZE)
  })

  test('is not found without a recording, or before it is playable', async () => {
    for (const change of [{ videoUrl: null, posterKey: null }, { durationMs: null }]) {
      const { token } = await sharing.share(await sharing.insertSite(change), { with_video: true })
      const poster = await sharing.open(`${token}/poster`)
      expect([(await ask({ id: '', token })).status, poster.status]).toEqual([404, 404])
      expect((await sharing.open(token)).page).toMatchObject({ state: 'open', video: null })
    }
  })

  test('is on the page with its poster at addresses below the link’s own', async () => {
    const { token } = await sharing.share(siteId, { with_video: true })
    expect((await sharing.open(token)).page).toMatchObject({
      video: { src: `/s/${token}/video`, poster: `/s/${token}/poster` },
    })
  })
})
