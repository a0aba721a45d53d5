import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { openDatabase, type Database } from '../../db/database.ts'
import { HAS_POSTGRES } from '../../testing/databases.ts'
import { insertMicrosite } from '../../testing/microsites.ts'
import { createPostgres } from '../../testing/postgres.ts'
import { insertUser } from '../../testing/users.ts'
import { createPageRenderer } from './page-renderer.ts'
import type { PageJob, PageReader } from './render-page.ts'

const READER: PageReader = { origin: 'https://calls.example', language: 'en' }
const BRANDING = { accent: null, logo_url: null }
const MANIFEST = {
  'shared-page/script/main.ts': {
    file: 'assets/a.js',
    css: ['assets/a.css'],
    assets: ['assets/inter-greek-wght-normal-b.woff2', 'assets/inter-latin-wght-normal-a.woff2'],
  },
}
/** Reports where it runs and what it received. */
const RENDERER = `
import { isMainThread } from 'node:worker_threads'
export const renderSharedPage = (page, frame) => JSON.stringify({ isMainThread, page, frame })`

const PLACES = [['SQLite', async (folder: string) => join(folder, 'callfolio.db')] as const]
if (HAS_POSTGRES) PLACES.push(['PostgreSQL', () => createPostgres({ migrated: true })] as never)

describe.each(PLACES)('the thread that renders pages on %s', (_, place) => {
  let folder: string
  let db: Database
  let renderer: ReturnType<typeof createPageRenderer>
  let userId: string
  let micrositeId: string
  let build: { renderer: string; web: string }
  let databaseUrl: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pages-'))
    databaseUrl = await place(folder)
    db = await openDatabase(databaseUrl)
    build = { renderer: join(folder, 'render.mjs'), web: folder }
    await mkdir(join(folder, '.vite'))
    renderer = createPageRenderer({ databaseUrl, build, maxWaiting: 3 })
    userId = await insertUser(db)
    micrositeId = await insertMicrosite(db, { userId, title: 'Übergabe', segments: lines(4000) })
  })
  afterEach(async () => {
    await renderer.close()
    await db.close()
    await rm(folder, { recursive: true })
  })
  const writeBuild = async (source = RENDERER) => {
    await writeFile(build.renderer, source)
    await mkdir(join(folder, 'assets'), { recursive: true })
    await writeFile(join(folder, 'assets/a.css'), 'body{margin:0}')
    await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(MANIFEST))
  }
  const jsonJob = (id = micrositeId): PageJob => {
    const link = { token: 'token', sections: null, withVideo: false }
    return { what: 'json', view: { userId, micrositeId: id, link, branding: BRANDING } }
  }
  const message: PageJob = { what: 'message', page: { state: 'gone', why: 'unknown' }, reader: READER }
  const read = async (job: PageJob) => {
    const page = await renderer.render(job)
    if (page === null) return null
    expect(gunzipSync(page.gzip).equals(page.body)).toBe(true)
    return JSON.parse(Buffer.from(page.body).toString()) as Record<string, unknown>
  }

  test('reports that the web app is not built, and finds it once it is', async () => {
    await expect(renderer.render(message)).rejects.toMatchObject({ code: 'unavailable' })
    await writeBuild()
    expect(await read(message)).toMatchObject({ page: { state: 'gone' } })
  })

  test('reads the microsite and renders outside the main thread, with the files named by the build', async () => {
    await writeBuild()
    const job: PageJob = { what: 'preview', view: { userId, micrositeId, branding: BRANDING }, reader: READER }
    const { isMainThread, page, frame } = (await read(job)) as { isMainThread: boolean; page: unknown; frame: unknown }
    expect(isMainThread).toBe(false)
    expect(page).toMatchObject({ state: 'preview', microsite: { title: 'Übergabe', segments: lines(4000) } })
    expect(frame).toEqual({
      ...READER,
      assets: { script: '/assets/a.js', styles: 'body{margin:0}', font: '/assets/inter-latin-wght-normal-a.woff2' },
    })
    expect(await read(jsonJob())).toMatchObject({ title: 'Übergabe' })
  })

  test('returns null for a microsite that is deleted or not the owner’s', async () => {
    await writeBuild()
    expect(await renderer.render(jsonJob(randomUUID()))).toBeNull()
    userId = randomUUID()
    expect(await renderer.render(jsonJob())).toBeNull()
  })

  test('refuses jobs over the limit with a retry time, and reports a renderer’s error', async () => {
    await writeBuild('export const renderSharedPage = () => { throw new RangeError("too deep") }')
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => renderer.render(message)))
    const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as Error) : null))
    expect(reasons.slice(0, 3).map((reason) => reason?.message)).toEqual(['too deep', 'too deep', 'too deep'])
    expect(reasons[3]).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
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
