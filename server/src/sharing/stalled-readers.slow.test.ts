import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { previewSchema } from '@callfolio/shared/contract/shared-page.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { readSlowly } from '../testing/slow-reader.ts'
import { asJson, startSharing, type Sharing, type TestLink } from './sharing.testing.ts'

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

/** Reads until all is there, or no more comes. @returns how much came in all. */
async function readOn({ seen, close }: Awaited<ReturnType<typeof readSlowly>>): Promise<number> {
  while (!seen.isOver && seen.bytes < TEXT.length) await delay(20)
  close()
  return seen.bytes
}

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

  /** Stands still until the link was revoked, or something else happened, and reads on then. @returns how much came in all. */
  async function readAfterEnd(
    { path = (token: string) => `/s/${token}`, json, lines }: Asking,
    stalledMs: number,
    end: (link: TestLink) => Promise<unknown> = (link) => sharing.change(link, { revoked: true }),
    link?: TestLink,
  ): Promise<number> {
    const read = link ?? (await sharing.share(siteId, { with_video: true }))
    const ended = Promise.withResolvers<void>()
    const reader = await readSlowly(new URL(path(read.token), sharing.api.url), {
      json: json?.(read.token),
      lines,
      stalledUntil: ended.promise,
    })
    await delay(stalledMs)
    await end(read)
    await delay(CUT_MS)
    ended.resolve()
    return readOn(reader)
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

  const ASKINGS: [string, Asking][] = [
    ['a page', {}],
    ['a part of a transcript', { path: (token) => `/s/${token}/transcript?part=1` }],
    ['a picture', { path: (token) => `/s/${token}/card.png` }],
    ['JSON', { path: () => SHARE_PATHS.getShared, json: (token) => ({ token }) }],
  ]
  test.each(ASKINGS)('nothing of %s leaves after the end of its link', async (_what, asking) => {
    expect(await readAfterEnd(asking, 1000)).toBeLessThan(TAKEN)
  })

  /** What readers of each kind of answer are sent after one of these happened, by what was asked for and what happened. */
  async function readAfter(ends: Record<string, (link: TestLink, site: string) => Promise<unknown>>) {
    const all = ASKINGS.flatMap(([what, asking]) =>
      Object.entries(ends).map(async ([name, end]) => {
        const site = await sharing.insertSite({ gptSummary: TEXT, redacted: [FIRST] }, 'video')
        const link = await sharing.share(site, { sections: ['summary', 'transcript'] })
        return [`${what}, ${name}`, await readAfterEnd(asking, 1000, () => end(link, site), link)] as const
      }),
    )
    return Promise.all(all)
  }
  const FIRST = { start_ms: 0, end_ms: 1000 }

  test('an answer is cut when its owner takes a section away from the link or redacts a stretch, or the transcript is removed by its age', async () => {
    const cut = await readAfter({
      'a section less': (link) => sharing.change(link, { sections: ['transcript'] }),
      'a stretch redacted': (_link, site) =>
        sharing.updateSite(site, { redacted: [FIRST, { start_ms: 5000, end_ms: 6000 }] }),
      'a transcript removed': (_link, site) => sharing.updateSite(site, { transcriptRemovedAt: new Date() }),
    })
    expect(cut.filter(([, bytes]) => bytes >= TAKEN)).toEqual([])
  })

  test('an answer goes on when the link shows more, or the page says something else', async () => {
    const whole = await readAfter({
      'all sections': (link) => sharing.change(link, { sections: null }),
      'another title': (_link, site) => sharing.updateSite(site, { title: 'Renamed', updatedAt: new Date() }),
    })
    expect(whole.filter(([, bytes]) => bytes < TEXT.length)).toEqual([])
  })

  test('a preview is cut when its owner redacts a stretch', async () => {
    const site = await sharing.insertSite({ gptSummary: TEXT }, 'video')
    const cut = await previewAfter(site, () => sharing.updateSite(site, { redacted: [FIRST] }))
    expect(cut).toBeLessThan(TAKEN)
  })

  test('nothing of a preview leaves after its end', async () => {
    expect(await previewAfter(siteId, async () => sharing.later(PREVIEW_MS))).toBeLessThan(TAKEN)
  })

  /** Stands still in a preview until something happened. @returns how much came in all. */
  async function previewAfter(site: string, end: () => Promise<unknown>): Promise<number> {
    const { body } = await sharing.api.request('POST', `/api/microsites/${site}/preview`, { as: sharing.owner })
    const { pathname } = new URL(previewSchema.parse(body).url)
    const ended = Promise.withResolvers<void>()
    const reader = await readSlowly(new URL(pathname, sharing.api.url), { stalledUntil: ended.promise })
    await delay(1000)
    await end()
    await delay(CUT_MS)
    ended.resolve()
    return readOn(reader)
  }
})
