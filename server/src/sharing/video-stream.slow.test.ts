import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PART_BYTES, PARTS_TO_CUT, readSlowly, received, type ReadingOptions } from '../testing/slow-reader.ts'
import { cookieOf, startSharing, type Sharing, type TestLink } from './sharing.testing.ts'

const DAY = 24 * 60 * 60 * 1000
const MIB = 1024 * 1024
/** Far more than the system holds for one connection. */
const SIZE = 32 * MIB
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

  const read = ({ token }: TestLink, options: ReadingOptions = {}) =>
    readSlowly(new URL(`/s/${token}/video`, sharing.api.url), options)

  test.each<[string, (link: TestLink) => unknown]>([
    ['is revoked', (link) => sharing.change(link, { revoked: true })],
    ['is deleted', ({ id }) => sharing.api.request('DELETE', `/api/links/${id}`, { as: sharing.owner })],
    ['expires', () => sharing.later(7 * DAY)],
    ['gets another password', (link) => sharing.change(link, { password: 'another' })],
    ['shows no video any more', (link) => sharing.change(link, { with_video: false })],
  ])('is cut soon after its link %s', async (_, end) => {
    const link = await sharing.share(siteId, { with_video: true, password: PASSWORD })
    const cookie = cookieOf(await sharing.open(link.token, { form: { password: PASSWORD } })) ?? ''
    const reader = await read(link, { cookie })
    await received(reader, MIB)
    await end(link)
    const before = reader.seen.bytes
    await reader.reading
    expect(reader.seen.bytes - before).toBeLessThan(PARTS_TO_CUT * PART_BYTES)
  })

  test('is cut soon after its microsite has another recording', async () => {
    const id = await sharing.insertSite({}, Buffer.alloc(SIZE, 'video'))
    const link = await sharing.share(id, { with_video: true })
    const reader = await read(link)
    await received(reader, MIB)
    await sharing.updateSite(id, { videoUrl: `${sharing.owner.userId}/derived/${id}/redacted.mp4` })
    const before = reader.seen.bytes
    await reader.reading
    expect(reader.seen.bytes - before).toBeLessThan(PARTS_TO_CUT * PART_BYTES)
  })

  test('flows on while its link changes in what does not matter', async () => {
    const link = await sharing.share(siteId, { with_video: true })
    const reader = await read(link)
    await received(reader, MIB)
    await sharing.change(link, { label: 'Acme', expires_in_days: 30, sections: ['summary'] })
    await received(reader, 4 * MIB)
    expect(reader.seen.isOver).toBe(false)
    reader.close()
    await reader.reading
  })

  test('what the system still holds of the last part is not sent either', async () => {
    const link = await sharing.share(siteId, { with_video: true })
    // It fits into what one connection holds, so that the server is done with it long before its reader.
    const partBytes = PART_BYTES / 4
    const reader = await read(link, { range: `bytes=0-${3 * MIB}`, partBytes })
    await received(reader, 256 * 1024)
    await sharing.change(link, { revoked: true })
    const before = reader.seen.bytes
    await reader.reading
    expect(reader.seen.bytes - before).toBeLessThan(PARTS_TO_CUT * partBytes)
  })

  test('comes in the parts that a player asks for, kept by nobody', async () => {
    const { token } = await sharing.share(siteId, { with_video: true })
    const { status, headers, text } = await sharing.open(`${token}/video`, { headers: { range: 'bytes=5-14' } })
    expect([status, text]).toEqual([206, 'videovideo'])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-range': `bytes 5-14/${SIZE}`,
      'content-type': 'video/mp4',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect((await sharing.open(`${token}/video`, { method: 'HEAD' })).status).toBe(200)
    expect((await sharing.open(`${token}/video`, { headers: { range: `bytes=${SIZE}-` } })).status).toBe(416)
  })

  test('is not there where there is no recording, or it is not playable yet', async () => {
    for (const change of [{ videoUrl: null, posterKey: null }, { durationMs: null }]) {
      const { token } = await sharing.share(await sharing.insertSite(change), { with_video: true })
      expect([(await sharing.open(`${token}/video`)).status, (await sharing.open(`${token}/poster`)).status]).toEqual([
        404, 404,
      ])
      expect((await sharing.open(token)).page).toMatchObject({ state: 'open', video: null })
    }
  })

  test('and its picture are on the page by addresses below the link’s own', async () => {
    const { token } = await sharing.share(siteId, { with_video: true })
    expect((await sharing.open(`${token}?t=81.5`)).page).toMatchObject({
      video: { src: `/s/${token}/video`, poster: `/s/${token}/poster` },
      startMs: 81_500,
    })
    for (const search of ['', '?t=-1', '?t=soon'])
      expect((await sharing.open(token + search)).page).toMatchObject({ startMs: null })
  })
})
