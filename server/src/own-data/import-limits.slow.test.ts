import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { makeArchive, sendArchive, type ArchivedSites } from './archives.testing.ts'

const MB = 1_000_000

describe.each(BOTH_DATABASES)('limits of imports on %s', (_, _open, settings) => {
  let app: RunningApp
  let person: Person
  beforeAll(async () => {
    app = await startApp(await settings())
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    person = await app.signUp()
  })

  const getArchive = (sites: ArchivedSites, level: 0 | 6 = 6) => makeArchive(app, sites, {}, level)
  const upload = (archive: Uint8Array<ArrayBuffer>) => sendArchive(app, person, archive)

  /** Fills the user's plan except for this many bytes. */
  async function leave(bytes: number): Promise<void> {
    const { uploads } = app.database.schema
    const { userId } = person
    const size = PLANS.free.limits.storedBytes - bytes
    await app.database.insert(uploads).values({ key: `${userId}/full.mp4`, userId, size, completedAt: new Date() })
  }

  const NO_ROOM = expect.stringMatching(
    /^Your recordings use .* of your plan’s .*\. Delete microsites to free up space\.$/,
  )

  describe('an import', () => {
    test('counts every file, and refuses files that together exceed the plan, also in the next import', async () => {
      await leave(MB)
      const files = { 'given-a.txt': 200_000, 'tracks/you': 200_000 }
      expect((await upload(await getArchive({ a: { files }, b: { files }, c: { files } }))).body).toEqual({
        imported: 2,
        known: 0,
        left: [{ name: 'c', reason: NO_ROOM }],
      })
      const next = await getArchive({ c: { files } })
      expect((await upload(next)).body).toMatchObject({ imported: 0, left: [{ name: 'c', reason: NO_ROOM }] })
      const { body } = await person.send('GET', '/api/microsites')
      const [first] = (body as { microsites: { id: string }[] }).microsites
      await person.send('DELETE', `/api/microsites/${first?.id}`)
      expect((await upload(next)).body, 'a deleted one makes room').toMatchObject({ imported: 1, left: [] })
    })

    test('counts recordings and text, and existing items only once', async () => {
      await leave(MB)
      const fields = { summary: 'x'.repeat(300_000) }
      const archive = await getArchive({
        a: { fields: { ...fields, video_url: 'x/video.mp4' }, files: { 'video.mp4': 300_000 } },
        b: { fields },
        c: { fields },
      })
      const left = [{ name: 'c', reason: NO_ROOM }]
      expect((await upload(archive)).body).toEqual({ imported: 2, known: 0, left })
      expect((await upload(archive)).body).toEqual({ imported: 0, known: 2, left })
    })

    test('stops at the plan’s limit before a longer archive arrives, and leaves nothing', async () => {
      await leave(MB)
      const archive = await getArchive(
        { a: { files: { 'given-a.txt': 500_000 } }, b: { files: { 'given-b.txt': 500_000 } } },
        0,
      )
      expect(archive.length).toBeGreaterThan(MB)
      expect(await upload(archive)).toMatchObject({
        status: 402,
        body: { error: { code: 'storage_limit_reached', message: NO_ROOM } },
      })
      expect((await person.send('GET', '/api/microsites')).body).toMatchObject({ microsites: [] })
    })

    test('accepts no more lines, speakers and text than captions may have, and imports the rest', async () => {
      const lines = (count: number, change: (n: number) => Partial<Segment> = () => ({})) => ({
        fields: {
          segments: Array.from({ length: count }, (_, n) => ({
            id: `s${n}`,
            start_ms: n,
            end_ms: n + 1,
            speaker: 'Ann',
            text: 'Yes.',
            ...change(n),
          })),
        },
      })
      const sites = {
        long: lines(40_001),
        crowd: lines(501, (n) => ({ speaker: `Speaker ${n}` })),
        talk: lines(1, () => ({ text: 'x'.repeat(500_001) })),
        recap: { fields: { summary: 'x'.repeat(6 * MB) } },
        good: lines(40),
      }
      const archive = await getArchive(sites, 0)
      const { status, body } = await upload(archive)
      expect(status).toBe(200)
      expect(body.imported).toBe(1)
      const reasons = Object.fromEntries(body.left.map(({ name, reason }) => [name, reason]))
      expect(reasons).toEqual({
        long: 'This transcript is too large: it has 40,001 lines. The limit is 40,000.',
        crowd: 'This transcript is too large: it names 501 speakers. The limit is 500.',
        talk: 'This transcript is too large: it has a line of 500,001 characters. The limit is 500,000.',
        recap: 'It has more text than a microsite can hold.',
      })
    })

    test('adds no more microsites than an account may have', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 10_001 }, (_, n) => [`microsites/${n}/microsite.json`, strToU8('{}')]),
      )
      expect(await upload(new Uint8Array(zipSync(many)))).toMatchObject({
        status: 400,
        body: { error: { message: 'This archive has too many microsites. Split it into smaller archives.' } },
      })
    })
  })
})
