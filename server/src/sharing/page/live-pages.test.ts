import { expect, test } from 'vitest'
import type { LiveState } from '@callfolio/shared/page/shared-page.ts'
import { createLivePages } from './live-pages.ts'
import type { LinkProgress } from '../links/linked-sites-repo.ts'

const NOW = new Date('2026-11-23T10:00:00Z')
const PREPARING: LinkProgress = {
  link: {
    id: 'link',
    token: 'token',
    micrositeId: 'site',
    createdByUserId: 'ann',
    label: null,
    expiresAt: new Date('2026-11-30T10:00:00Z'),
    revokedAt: null,
    viewCount: 0,
    passwordHash: null,
    asksEmail: false,
    lastOpenedAt: null,
    sections: null,
    withVideo: false,
    whenReady: false,
    early: true,
    createdAt: NOW,
  },
  site: {
    status: 'processing',
    replacing: false,
    redacted: null,
    transcriptRemovedAt: null,
    redacting: null,
    awaiting: false,
    progress: 0.25,
    updatedAt: NOW,
    durationMs: null,
    posterKey: null,
  },
}

test('keeps a link’s streams open when a read fails, and reads once for all of them', async () => {
  let readings = 0
  const pages = createLivePages({
    links: { findProgress: async () => PREPARING },
    secondsLeft: async () => {
      readings += 1
      if (readings === 1) throw new Error('the database is away')
      return 60
    },
    clock: () => NOW,
  })
  const states: LiveState[][] = [[], [], []]
  const ends = states.map((seen, i) =>
    pages.follow({
      token: 'token',
      client: `client ${i}`,
      visitor: { userId: null, pass: null },
      language: 'en' as const,
      send: (state) => seen.push(state),
      end: () => {},
    }),
  )
  await expect.poll(() => states.every(({ length }) => length > 0)).toBe(true)
  for (const end of ends) end?.()
  for (const [state] of states) expect(state).toMatchObject({ state: 'preparing', progress: 0.25 })
  // The first read sent nothing.
  expect(readings).toBe(1 + Math.max(...states.map(({ length }) => length)))
})

test('ends every stream when the server stops', () => {
  const pages = createLivePages({
    links: { findProgress: async () => PREPARING },
    secondsLeft: async () => null,
    clock: () => NOW,
  })
  const ended: string[] = []
  for (const token of ['a', 'a', 'b'])
    pages.follow({
      token,
      client: 'client',
      visitor: { userId: null, pass: null },
      language: 'en',
      send: () => {},
      end: () => ended.push(token),
    })
  pages.endAll()
  expect(ended).toEqual(['a', 'a', 'b'])
})

test('keeps a page open during a redaction until its recording is back, where its link shows it', async () => {
  const site = { ...PREPARING.site, status: 'active', redacting: { id: 'r1', videoKey: 'call.mp4' } } as const
  let read: LinkProgress = { link: { ...PREPARING.link, withVideo: true }, site }
  const pages = createLivePages({
    links: {
      findProgress: async (token) => (token === 'token' ? read : { ...read, link: { ...read.link, withVideo: false } }),
    },
    secondsLeft: async () => null,
    clock: () => NOW,
  })
  const follow = (token: string) => {
    const seen: LiveState[] = []
    const end = pages.follow({
      token,
      client: 'client',
      visitor: { userId: null, pass: null },
      language: 'en',
      send: (state) => seen.push(state),
      end: () => {},
    })
    return { seen, end }
  }
  const shown = follow('token')
  const without = follow('without')
  await expect.poll(() => shown.seen.length * without.seen.length).toBeGreaterThan(0)
  expect(shown.seen[0]).toMatchObject({ state: 'preparing' })
  expect(without.seen[0]).toMatchObject({ state: 'open' })
  read = { ...read, site: { ...site, redacting: null, updatedAt: new Date(NOW.getTime() + 1) } }
  await expect.poll(() => shown.seen.at(-1)?.state).toBe('open')
  const versions = shown.seen.map((state) => (state.state === 'ended' ? null : state.version))
  expect(new Set(versions).size, 'and reads the page again').toBe(2)
  shown.end?.()
  without.end?.()
})
