import { randomUUID } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Retention, RetentionState } from '@callfolio/shared/contract/retention.ts'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { OwnData } from '@callfolio/shared/contract/own-data.ts'
import { readOutbox } from '../mail/outbox.testing.ts'
import { derivedFolder, uploadKey } from '../storage/keys.ts'
import { eventually, startApp, type Person, type RunningApp } from '../testing/app.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'

const DAY = 24 * 60 * 60 * 1000
const RETENTION = '/api/account/retention'
const KEEP: Retention = { media_days: null, transcript_days: null, page_days: null }
const CAPTIONS = `WEBVTT

00:00.000 --> 00:04.000
<v Ann>We ship the zebracorn in March, I promise.

00:04.000 --> 00:09.000
<v Ben>Then we sign the contract on Friday for 40 seats.`

describe.each(BOTH_DATABASES)('retention on %s', (_, _open, settings) => {
  let app: RunningApp
  let person: Person
  beforeAll(async () => {
    app = await startApp({ DEFAULT_PLAN: 'team', ...(await settings()) })
    await app.services.start(0)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    person = await app.signUp()
  })

  /** Creates a finished page with a recording, with an age in days. @returns its id. */
  async function addCall(age: number, title = 'Call'): Promise<string> {
    const { userId, send } = person
    const { body } = await send('POST', '/api/process-meeting', {
      captions: CAPTIONS,
      title,
      participants: ['Dana Whitfield'],
    })
    const { job_id: id } = body as { job_id: string }
    await eventually(async () => (await read(id)).status === 'active')
    const folder = derivedFolder(userId, id)
    const sourceKey = uploadKey(userId, 1000 + age, 'mp4')
    for (const key of [sourceKey, `${folder}video.mp4`, `${folder}poster.jpg`, `${folder}tracks/you`]) await put(key)
    const { microsites } = app.database.schema
    await app.database
      .update(microsites)
      .set({
        sourceKey,
        videoUrl: `${folder}video.mp4`,
        posterKey: `${folder}poster.jpg`,
        createdAt: new Date(Date.now() - age * DAY),
      })
      .where(eq(microsites.id, id))
    return id
  }

  async function put(key: string): Promise<void> {
    const path = join(app.folder, 'uservideos', key)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, 'bytes')
  }

  const read = async (id: string) => (await person.send('GET', `/api/microsites/${id}`)).body as Microsite
  const set = (retention: Partial<Retention>) => person.send('PUT', RETENTION, { ...KEEP, ...retention })
  const next = async () => ((await person.send('GET', RETENTION)).body as RetentionState).next
  const kept = async (id: string) => (await person.send('GET', `/api/microsites/${id}/retention`)).body
  const pin = (id: string, pinned: boolean) => person.send('PUT', `/api/microsites/${id}/retention`, { pinned })

  /** A user's files on disk, without the user's id. */
  async function files(): Promise<string[]> {
    const root = join(app.folder, 'uservideos', person.userId)
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  }

  /** Lets the week after the warning pass. */
  async function passWeek(): Promise<void> {
    const { retentionSteps } = app.database.schema
    await app.database.update(retentionSteps).set({ warnedAt: new Date(Date.now() - 7 * DAY) })
  }

  const mails = async () => (await readOutbox(join(app.folder, 'outbox'))).join('\n')

  test('keeps everything without a setting', async () => {
    const id = await addCall(4000)
    await app.services.tidy()
    expect((await read(id)).video_url).not.toBeNull()
    expect(await kept(id)).toEqual({ pinned: false, media_until: null, transcript_until: null, page_until: null })
    expect(await next()).toEqual([])
  })

  test.each([
    [{ media_days: 60, transcript_days: 30 }, 'A recording can’t be kept longer than its transcript.'],
    [{ media_days: 10, transcript_days: 60, page_days: 30 }, 'A transcript can’t be kept longer than its microsite.'],
    [{ media_days: 10, page_days: 365 }, 'A transcript can’t be kept longer than its microsite.'],
    [{ media_days: 0 }, 'At least one day.'],
  ])('refuses to keep a part longer than the page that shows it: %o', async (ages, message) => {
    const { status, body } = await set(ages)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(message)
  })

  describe('expired recording', () => {
    test('is deleted a week after the warning email, and the page stays', async () => {
      const old = await addCall(40, 'Old call')
      const young = await addCall(3, 'Young call')
      await set({ media_days: 30 })
      await app.services.tidy()
      expect((await read(old)).video_url, 'nothing goes unannounced').not.toBeNull()
      await eventually(async () => (await mails()).includes('Old call'))
      expect(await mails()).not.toContain('Young call')
      expect(await next()).toMatchObject([{ microsite_id: old, part: 'media', title: 'Old call' }])
      await app.services.tidy()
      expect((await read(old)).video_url, 'the week counts from the warning').not.toBeNull()

      const link = { microsite_id: old, expires_in_days: 7, with_video: true }
      const { body: made } = await person.send('POST', '/api/create-shareable-link', link)
      const { share_url: share } = made as { share_url: string }
      const token = new URL(share).pathname.split('/').at(-1) ?? ''
      await passWeek()
      await app.services.tidy()
      const page = await read(old)
      expect(page).toMatchObject({ status: 'active', video_url: null, poster_url: null, video_ready: false })
      expect(Date.now() - Date.parse(page.recording_removed_at ?? '')).toBeLessThan(60_000)
      expect(page.segments).toHaveLength(2)
      expect((await files()).filter((path) => path.includes(old) && !path.endsWith('captions.txt'))).toEqual([])
      expect((await files()).filter((path) => path.includes('1040.mp4'))).toEqual([])
      expect((await read(young)).video_url).not.toBeNull()
      expect((await app.visitor('GET', `/s/${token}/video`)).status).toBe(404)
      const shared = await app.visitor('POST', '/api/get-shared-microsite', { token })
      expect(shared.body).toMatchObject({ microsite: { recording_removed_at: page.recording_removed_at } })
      expect(await kept(old)).toMatchObject({ media_until: null })
      expect(await next()).toEqual([])
    })

    test('is deleted with everything it could be restored from', async () => {
      const id = await addCall(40)
      await set({ media_days: 30 })
      await app.services.tidy()
      await passWeek()
      await app.services.tidy()
      const again = await person.send('POST', `/api/microsites/${id}/transcript`, { source: 'sphinx' })
      expect(again).toMatchObject({ status: 409 })
      expect(JSON.stringify(again.body)).toContain('deleted by your retention settings')
      await app.services.tidy()
      expect((await read(id)).status).toBe('active')
    })

    test('is deleted by the next sweep after a process was killed midway', async () => {
      const id = await addCall(40)
      const { microsites } = app.database.schema
      await app.database
        .update(microsites)
        .set({ mediaRemovedAt: new Date(), videoUrl: null, posterKey: null })
        .where(eq(microsites.id, id))
      await app.services.tidy()
      expect((await files()).filter((path) => path.includes(id) && !path.endsWith('captions.txt'))).toEqual([])
      expect((await files()).filter((path) => path.includes('1040.mp4'))).toEqual([])
    })
  })

  describe('expired transcript', () => {
    test('is removed from page, search and files; the recap stays', async () => {
      const id = await addCall(40)
      expect((await person.send('GET', '/api/microsites?q=zebracorn')).body).toMatchObject({ microsites: [{ id }] })
      await set({ media_days: 20, transcript_days: 30 })
      await app.services.tidy()
      await passWeek()
      await app.services.tidy()
      const page = await read(id)
      expect(page).toMatchObject({
        status: 'active',
        segments: [],
        transcript: null,
        withheld: null,
        participants: null,
      })
      expect(page.transcript_removed_at).not.toBeNull()
      expect(page.gpt_summary).not.toBeNull()
      expect((await person.send('GET', '/api/microsites?q=zebracorn')).body).toMatchObject({ microsites: [] })
      expect((await files()).filter((path) => path.includes(id))).toEqual([])
      for (const [path, body] of [
        ['transcript', { source: 'given', text: 'Ann: Back again.' }],
        ['analyse', { analyst: 'extractive' }],
      ] as const)
        expect((await person.send('POST', `/api/microsites/${id}/${path}`, body)).status, path).toBe(409)
    })
  })

  test('sends no transcript warning for a page without speech', async () => {
    const silent = await addCall(40, 'Silent call')
    const spoken = await addCall(41, 'Spoken call')
    const { micrositeDocuments: documents } = app.database.schema
    for (const segments of [[], null]) {
      await app.database.update(documents).set({ transcript: null, segments }).where(eq(documents.micrositeId, silent))
      await set({ media_days: 20, transcript_days: 30 })
      await app.services.tidy()
      const transcripts = (await next()).flatMap(({ part, title }) => (part === 'transcript' ? [title] : []))
      expect(transcripts).toEqual(['Spoken call'])
      expect(await kept(silent)).toMatchObject({ transcript_until: null })
      expect(await kept(spoken)).toMatchObject({ transcript_until: expect.any(String) })
    }
  })

  describe('expired page', () => {
    test('ends its links on the same day, whatever their own end', async () => {
      const id = await addCall(1)
      const share = async (days: number) => {
        const link = { microsite_id: id, expires_in_days: days }
        const { body } = await person.send('POST', '/api/create-shareable-link', link)
        return new URL((body as { share_url: string }).share_url).pathname.split('/').at(-1) ?? ''
      }
      const [short, long] = [await share(7), await share(90)]
      const getExpiry = async (token: string) => {
        const { body } = await app.visitor('POST', '/api/get-shared-microsite', { token })
        return (body as { expires_at: string }).expires_at
      }
      const end = async (token: string) => Math.round((Date.parse(await getExpiry(token)) - Date.now()) / DAY)
      expect([await end(short), await end(long)]).toEqual([7, 90])
      await set({ media_days: 30, transcript_days: 30, page_days: 30 })
      expect([await end(short), await end(long)]).toEqual([7, 29])
      expect((await app.visitor('GET', `/s/${long}`)).body).toContain(`dateTime="${await getExpiry(long)}"`)
      await set({ media_days: 1, transcript_days: 1, page_days: 1 })
      expect(await end(long), 'a week passes from the warning on').toBe(7)
      await app.services.tidy()
      expect(await end(long)).toBe(7)
      await pin(id, true)
      expect(await end(long)).toBe(90)
    })

    test('is deleted with all its data and links', async () => {
      const id = await addCall(40)
      await person.send('POST', '/api/create-shareable-link', { microsite_id: id, expires_in_days: 7 })
      await set({ media_days: 30, transcript_days: 30, page_days: 30 })
      await app.services.tidy()
      await passWeek()
      await app.services.tidy()
      expect((await person.send('GET', `/api/microsites/${id}`)).status).toBe(404)
      expect((await person.send('GET', '/api/links')).body).toEqual({ links: [] })
      expect(await files()).toEqual([])
    })
  })

  describe('after a part is deleted', () => {
    const receipts = async () => ((await person.send('GET', '/api/account/data')).body as OwnData).receipts

    test('leaves one receipt each for recording, transcript and page, like a manual deletion', async () => {
      const id = await addCall(40)
      await set({ media_days: 20, transcript_days: 30 })
      await app.services.tidy()
      const before = (await files()).length
      expect(await receipts()).toEqual([])
      await passWeek()
      await app.services.tidy()
      await app.services.tidy()
      const facts = {
        microsite_id: id,
        links: 0,
        finished_at: expect.any(String),
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      }
      const ended = await receipts()
      expect(ended.toSorted((a, b) => a.part.localeCompare(b.part))).toMatchObject([
        { ...facts, part: 'media' },
        { ...facts, part: 'transcript', objects: 1 },
      ])
      expect(
        ended.reduce((sum, { objects }) => sum + objects, 0),
        'every file once',
      ).toBe(before)
      await set({ media_days: 20, transcript_days: 30, page_days: 35 })
      await app.services.tidy()
      await passWeek()
      await app.services.tidy()
      expect((await receipts()).map(({ part }) => part).toSorted()).toEqual(['media', 'page', 'transcript'])
    })

    test('keeps the receipt open until the files are gone, even after a kill or page deletion', async () => {
      const [kept, gone] = [await addCall(40), await addCall(41)]
      const { deletions, microsites } = app.database.schema
      for (const micrositeId of [kept, gone]) {
        const change = { mediaRemovedAt: new Date(), videoUrl: null, posterKey: null }
        await app.database.update(microsites).set(change).where(eq(microsites.id, micrositeId))
        const facts = {
          id: randomUUID(),
          userId: person.userId,
          micrositeId,
          part: 'media' as const,
          objects: 4,
          links: 0,
          digest: '',
        }
        await app.database.insert(deletions).values({ ...facts, deletedAt: new Date() })
      }
      await app.database.delete(microsites).where(eq(microsites.id, gone))
      expect(await receipts()).toMatchObject([{ finished_at: null }, { finished_at: null }])
      await app.services.tidy()
      expect(await receipts()).toMatchObject([{ finished_at: expect.any(String) }, { finished_at: expect.any(String) }])
      expect((await files()).filter((path) => path.includes(gone))).toEqual([])
      expect((await files()).filter((path) => path.includes(kept) && !path.endsWith('captions.txt'))).toEqual([])
    })
  })

  describe('a pinned microsite', () => {
    test('loses nothing, and is announced again once unpinned', async () => {
      const id = await addCall(40)
      await set({ media_days: 30, transcript_days: 30, page_days: 30 })
      await app.services.tidy()
      expect((await pin(id, true)).body).toEqual({
        pinned: true,
        media_until: null,
        transcript_until: null,
        page_until: null,
      })
      await app.services.tidy()
      await app.services.tidy()
      await passWeek()
      await app.services.tidy()
      expect((await read(id)).video_url).not.toBeNull()
      await pin(id, false)
      await app.services.tidy()
      expect((await read(id)).video_url, 'a week passes from the new warning on').not.toBeNull()
      expect(await next()).toHaveLength(3)
    })
  })

  test('announces deletions again when the retention periods change', async () => {
    const id = await addCall(400)
    await set({ media_days: 30 })
    await app.services.tidy()
    await passWeek()
    await set({ media_days: 365 })
    await app.services.tidy()
    expect((await read(id)).video_url).not.toBeNull()
  })
})
