import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import { PART_LINES, type OpenPage } from '@callfolio/shared/shared-page.ts'
import { openDatabase, openForReading, type Database } from '../db/database.ts'
import { createReadOwned } from '../microsites/get-owned.ts'
import { HAS_POSTGRES } from '../testing/databases.ts'
import { insertMicrosite, updateMicrosite } from '../testing/microsites.ts'
import { createPostgres } from '../testing/postgres.ts'
import { insertUser } from '../testing/users.ts'
import type { ViewOfLink } from './long-views.ts'
import { createLongViews, type LongViewProcesses } from './long-views-process.ts'
import { versionOf } from './preparation.ts'
import { sharedView } from './shared-view.ts'
import { startSharing } from './sharing.testing.ts'

const LINES = 4000
/** Writes a page as the process that does it and what it was given, in two parts. */
const RENDERER = `
export const writePage = (page, frame) => ({
  html: [process.pid, frame.language, page.viewTicket, JSON.stringify(page.preparation)].join(' '),
  parts: [0, 2000].map((from) => JSON.stringify(page.microsite.segments.slice(from, from + 2000))),
})
export const renderSharedPage = (page, frame) => JSON.stringify({ pid: process.pid, language: frame.language, page })`
const FRAME = {
  origin: 'https://calls.example',
  now: new Date('2026-11-23T12:00:00Z'),
  assets: { script: '/s.js', styles: [], font: null },
  language: 'en' as const,
}
const BRANDING = { accent: null, logo_url: null }

const PLACES = [['SQLite', async (folder: string) => join(folder, 'callfolio.db')] as const]
if (HAS_POSTGRES) PLACES.push(['PostgreSQL', () => createPostgres({ migrated: true })] as never)

describe.each(PLACES)('long views on %s', (_, place) => {
  let folder: string
  let url: string
  let db: Database
  let views: LongViewProcesses
  let userId: string
  let micrositeId: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'views-'))
    url = await place(folder)
    db = await openDatabase(url)
    const renderer = join(folder, 'render.mjs')
    await writeFile(renderer, RENDERER)
    views = createLongViews({ database: url, network: false, renderer, isLong: async () => true })
    userId = await insertUser(db)
    micrositeId = await insertMicrosite(db, { userId, title: 'Übergabe', segments: lines(LINES) })
  })
  afterEach(async () => {
    await views.close()
    await db.close()
    await rm(folder, { recursive: true })
  })

  async function viewOf(
    link: Partial<ViewOfLink['link']> = {},
    state: ViewOfLink['state'] = 'open',
  ): Promise<ViewOfLink> {
    const whole = { token: 'token', sections: null, withVideo: false, ...link }
    const site = await createReadOwned(db)(userId, micrositeId)
    const version = versionOf(state, whole, site)
    const rest = { expiresAt: '2026-12-01T00:00:00.000Z', viewTicket: 'ticket', cardUrl: null, preparation: null }
    return { state, userId, micrositeId, link: whole, branding: BRANDING, version, ...rest }
  }

  test('another process reads the microsite and writes its page, in the parts and with the lines it has', async () => {
    const page = await views.page(await viewOf(), FRAME)
    const [pid, ...rest] = page?.html.split(' ') ?? []
    expect([Number(pid) === process.pid, rest]).toEqual([false, ['en', 'ticket', 'null']])
    expect(page?.lines).toEqual(lines(LINES).map(({ id, start_ms }) => ({ id, start_ms })))
    const read = page?.parts.flatMap((part) => JSON.parse(part) as Segment[])
    expect(read).toEqual(lines(LINES))
  })

  test('the JSON is the one that this process would have made', async () => {
    const view = await viewOf()
    const site = await createReadOwned(db)(userId, micrositeId)
    expect(await views.json(view)).toBe(JSON.stringify(sharedView(site, BRANDING, null)))
    const quotes = await views.json(await viewOf({ sections: ['quotes'] }))
    expect((JSON.parse(quotes ?? '') as SharedMicrosite).segments).toEqual([])
  })

  test('another process writes a preview, and the first lines of what is still being prepared', async () => {
    const read = (html: string | null) => JSON.parse(html ?? '{}') as { pid: number; language: string; page: OpenPage }
    const preview = { state: 'preview', userId, micrositeId, branding: BRANDING } as const
    const { pid, language, page } = read(await views.preview(preview, FRAME))
    expect([pid === process.pid, language, page.state]).toEqual([false, 'en', 'preview'])
    expect(page.microsite.segments).toEqual(lines(LINES))
    await updateMicrosite(db, micrositeId, { status: 'processing' })
    const preparation = { arriving: false, progress: 0.5, seconds_left: 60, made_by: null }
    const view = { ...(await viewOf({}, 'preparing')), preparation }
    const preparing = await views.page(view, FRAME)
    expect(preparing?.html.split(' ').slice(1)).toEqual(['en', 'ticket', JSON.stringify(preparation)])
    expect(preparing?.lines).toHaveLength(PART_LINES)
    expect(await views.page({ ...view, version: 'another' }, FRAME)).toBeNull()
    expect(await views.preview({ ...preview, userId: randomUUID() }, FRAME)).toBeNull()
  })

  test('nothing is written of a microsite that is gone, or was changed since its row was read, or is somebody else’s', async () => {
    const view = await viewOf()
    expect(await views.json({ ...view, micrositeId: randomUUID() })).toBeNull()
    expect(await views.json({ ...view, userId: randomUUID() })).toBeNull()
    await updateMicrosite(db, micrositeId, { title: 'Edited', updatedAt: new Date('2026-11-24T00:00:00Z') })
    expect([await views.json(view), await views.page(view, FRAME)]).toEqual([null, null])
    expect(await views.json(await viewOf())).not.toBeNull()
  })

  test('the line of those who wait for a page to be written is bounded: a further request is answered with a time to try again, by page and by JSON', async () => {
    const gate = join(folder, 'gate')
    await writeFile(
      join(folder, 'slow.mjs'),
      `import { existsSync } from 'node:fs'
      const asleep = new Int32Array(new SharedArrayBuffer(4))
      export const writePage = (page) => {
        while (!existsSync(${JSON.stringify(gate)})) Atomics.wait(asleep, 0, 0, 10)
        return { html: JSON.stringify(page), parts: [] }
      }`,
    )
    const slow = createLongViews({
      database: url,
      network: false,
      renderer: join(folder, 'slow.mjs'),
      isLong: async () => true,
      mostWaiting: 3,
    })
    const sharing = await startSharing({ database: await openDatabase(url), long: slow })
    const site = await sharing.insertSite({ status: 'processing' })
    const links = await Promise.all(Array.from({ length: 8 }, () => sharing.share(site)))
    const refused: { status: number; headers: Headers }[] = []
    const visits = links.map(async ({ token }) => {
      const reply = await sharing.open(token)
      if (reply.status !== 200) refused.push(reply)
      return reply.status
    })
    // Two are written and three wait.
    await expect.poll(() => refused.length).toBe(3)
    const json = await sharing.api.request('POST', '/api/get-shared-microsite', { json: { token: links[0]?.token } })
    for (const { status, headers } of [...refused, json])
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    await writeFile(gate, '')
    expect((await Promise.all(visits)).filter((status) => status === 200)).toHaveLength(5)
    expect((await sharing.open(links[7]?.token ?? '')).status).toBe(200)
    await slow.close()
    await sharing.close()
  })

  test('what was opened for reading refuses a write', async () => {
    const reading = await openForReading(url)
    try {
      expect(await reading.$count(reading.schema.microsites)).toBe(1)
      const write = async () => reading.delete(reading.schema.microsites)
      await expect(write()).rejects.toThrow()
      expect(await reading.$count(reading.schema.microsites)).toBe(1)
    } finally {
      await reading.close()
    }
  })
})

function lines(count: number): Segment[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    speaker: index % 2 === 0 ? 'Dana' : 'Jörg',
    start_ms: index * 4000,
    end_ms: index * 4000 + 3500,
    text: `Line ${index}: “wir liefern am Freitag” – 10 €.`,
  }))
}
