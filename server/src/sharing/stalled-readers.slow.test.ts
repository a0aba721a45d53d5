import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { previewSchema } from '@callfolio/shared/contract/shared-page.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { readSlowly } from '../testing/slow-reader.ts'
import { asJson, startSharing, type Sharing } from './sharing.testing.ts'

/** The system holds so much for one connection, so that the server is done with it long before its reader. */
const TEXT = 'They agreed. '.repeat(150_000)
/** What the reader's own system has taken of it already. */
const TAKEN = 600_000
/** How long a reader stands still after the server was done with its answer. */
const STALLED_MS = 12_000
/** The end of a link is checked twice a second. */
const CUT_MS = 3000
/** A preview has ended after it. */
const PREVIEW_MS = 10 * 60_000

describe('of a reader that stands still', () => {
  let sharing: Sharing
  let siteId: string

  beforeAll(async () => {
    const build = { ...asJson, write: async () => ({ html: TEXT, parts: [TEXT] }), openAt: () => TEXT }
    sharing = await startSharing({ build, drawCard: async () => Buffer.from(TEXT) })
    siteId = await sharing.insertSite({ gptSummary: TEXT }, TEXT)
  })
  afterAll(() => sharing.close())
  beforeEach(() => sharing.moveClient())

  /** Stands still until the link was revoked, and reads on then. @returns how much came in all. */
  async function readAfterEnd(
    { path = (token: string) => `/s/${token}`, json, lines }: Asking,
    stalledMs: number,
  ): Promise<number> {
    const link = await sharing.share(siteId, { with_video: true })
    const ended = Promise.withResolvers<void>()
    const reader = await readSlowly(new URL(path(link.token), sharing.api.url), {
      json: json?.(link.token),
      lines,
      stalledUntil: ended.promise,
    })
    await delay(stalledMs)
    await sharing.change(link, { revoked: true })
    await delay(CUT_MS)
    ended.resolve()
    await reader.reading
    return reader.seen.bytes
  }

  interface Asking {
    path?: (token: string) => string
    json?: (token: string) => object
    lines?: string
  }

  test('nothing of a recording leaves any more, however long ago the server was done with it', async () => {
    const asking = { path: (token: string) => `/s/${token}/video` }
    expect(await readAfterEnd(asking, STALLED_MS)).toBeLessThan(TAKEN)
  })

  test('nothing of a recording leaves any more where the connection was to be closed after it', async () => {
    const asking = { path: (token: string) => `/s/${token}/video`, lines: 'Connection: close\r\n' }
    expect(await readAfterEnd(asking, 1000)).toBeLessThan(TAKEN)
  })

  test.each<[string, Asking]>([
    ['a page', {}],
    ['a part of a transcript', { path: (token) => `/s/${token}/transcript?part=1` }],
    ['a picture', { path: (token) => `/s/${token}/card.png` }],
    ['JSON', { path: () => SHARE_PATHS.getShared, json: (token) => ({ token }) }],
  ])('nothing of %s leaves after the end of its link', async (_what, asking) => {
    expect(await readAfterEnd(asking, 1000)).toBeLessThan(TAKEN)
  })

  test('nothing of a preview leaves after its end', async () => {
    const { body } = await sharing.api.request('POST', `/api/microsites/${siteId}/preview`, { as: sharing.owner })
    const { pathname } = new URL(previewSchema.parse(body).url)
    const ended = Promise.withResolvers<void>()
    const reader = await readSlowly(new URL(pathname, sharing.api.url), { stalledUntil: ended.promise })
    await delay(1000)
    sharing.later(PREVIEW_MS)
    await delay(CUT_MS)
    ended.resolve()
    await reader.reading
    expect(reader.seen.bytes).toBeLessThan(TAKEN)
  })
})
