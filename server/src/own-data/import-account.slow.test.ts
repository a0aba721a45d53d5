import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { ImportResult } from '@callfolio/shared/contract/own-data.ts'
import { TAG_COLORS } from '@callfolio/shared/tag-colors.ts'
import { createLocalLocks } from '../db/processes/locks.ts'
import { createLocalNotices } from '../db/processes/notices.ts'
import { AppError } from '../kernel/errors.ts'
import { discardBegun } from '../microsites/making/begin-meeting.ts'
import { createDeletionsRepo } from '../microsites/records/deletions-repo.ts'
import { createMicrositesRepo } from '../microsites/records/microsites-repo.ts'
import { restoreMicrosite } from '../microsites/making/restore-microsite.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { derivedFolder } from '../storage/keys.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { createTaskRunner } from '../tasks/task-runner.ts'
import { importAccount } from './import-account.ts'
import { createImportsUnderWay } from './imports-under-way.ts'
import { addFinished, addUpload, OWN_DATA } from './own-data.testing.ts'

/** The imports of one process. */
const newImports = () =>
  createImportsUnderWay({ locks: createLocalLocks(), notices: createLocalNotices(), clock: () => new Date() })

describe.each(BOTH_DATABASES)('imports on %s', (_, _open, settings) => {
  const tasks = createTaskRunner({ maxWorkers: 1 })
  /** Import dependencies without limits. */
  const WITH_ROOM = {
    assertStorageLimit: async () => undefined,
    assertDiskSpace: async () => undefined,
    countStored: async () => undefined,
    tasks,
    createTag: async () => undefined,
    limiter: { take: async () => null, giveBack: async () => undefined },
  }
  let app: RunningApp
  let person: Person
  beforeAll(async () => {
    app = await startApp(await settings())
  })
  afterAll(async () => {
    await tasks.close()
    await app.close()
  })
  beforeEach(async () => {
    person = await app.signUp({ full_name: 'Ann Rep' })
  })
  const addMicrosite = ({ userId, send }: Person, title: string) => addFinished(app, { userId, send }, title)

  describe('importing an export', () => {
    const download = async ({ send }: Person) => {
      const { body } = await send('POST', OWN_DATA.export)
      const response = await fetch(app.url + (body as { path: string }).path)
      return new Uint8Array(await response.arrayBuffer())
    }
    const upload = async (to: RunningApp, { token }: Person, archive: Uint8Array<ArrayBuffer>) => {
      const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/zip' }
      const response = await fetch(`${to.url}/api/account/import`, { method: 'POST', headers, body: archive })
      return { status: response.status, body: (await response.json()) as unknown }
    }
    /**
     * Everything an account sees of its microsites, except server-specific fields: ids, addresses and the last write.
     */
    const getContent = async ({ send }: Person) => {
      const { microsites } = (await send('GET', '/api/microsites')).body as { microsites: { id: string }[] }
      const sites = await Promise.all(
        microsites.map(async ({ id }) => (await send('GET', `/api/microsites/${id}`)).body),
      )
      return sites
        .map((site) => {
          const { id: _, user_id: __, updated_at: ___, video_url, poster_url, ...fields } = site as Microsite
          return { ...fields, hasVideo: video_url !== null, hasPoster: poster_url !== null }
        })
        .toSorted((a, b) => a.title.localeCompare(b.title))
    }
    /** Two finished calls, one with a recording and a tag, and one that failed. */
    async function fill(owner: Person): Promise<void> {
      await owner.send('POST', '/api/tags', { name: 'Acme', color: TAG_COLORS[1] })
      const { microsites, micrositeDocuments } = app.database.schema
      for (const title of ['Äcme: call/1', 'Call 2']) {
        const id = await addMicrosite(owner, title)
        const line = { id: 's1', start_ms: 0, end_ms: 2000, speaker: 'Ann', text: `We ship ${title} in March.` }
        const poster = title === 'Call 2' ? null : `${derivedFolder(owner.userId, id)}poster.jpg`
        if (poster !== null) await writeFile(join(app.folder, 'uservideos', poster), 'a picture')
        await app.database
          .update(microsites)
          .set({
            status: 'active',
            videoUrl: `${derivedFolder(owner.userId, id)}video.mp4`,
            posterKey: poster,
            durationMs: 2000,
            createdAt: new Date('2026-03-01T10:00:00Z'),
            reviewedAt: new Date('2026-03-02T10:00:00Z'),
            consentStated: { kind: 'told', by: 'Ann', at: '2026-03-01T10:00:00.000Z', note: null },
            damage: { heldMs: 2000, statedMs: 9000, ranges: [{ startMs: 100, endMs: 900 }] },
          })
          .where(eq(microsites.id, id))
        await app.database
          .update(micrositeDocuments)
          .set({
            segments: [line],
            transcript: line.text,
            participants: ['Ann', 'Leo Brandt'],
            gptSummary: 'They ship.',
            quotes: [{ text: line.text, segment_ids: ['s1'] }],
          })
          .where(eq(micrositeDocuments.micrositeId, id))
        if (poster !== null) await owner.send('PATCH', `/api/microsites/${id}`, { tags: ['Acme'] })
      }
      const failed = await addMicrosite(owner, 'Failed')
      await app.database.update(microsites).set({ status: 'failed' }).where(eq(microsites.id, failed))
    }

    test('restores the same calls, tags and files on another server, and adds nothing the second time', async () => {
      await fill(person)
      const archive = await download(person)
      const elsewhere = await startApp({ DEFAULT_PLAN: 'team', ...(await settings()) })
      try {
        const moved = await elsewhere.signUp()
        expect(await upload(elsewhere, moved, archive)).toEqual({
          status: 200,
          body: {
            imported: 2,
            known: 0,
            left: [{ name: expect.stringContaining('Failed'), reason: 'It was never finished.' }],
          },
        })
        const before = (await getContent(person)).filter(({ title }) => title !== 'Failed')
        expect(await getContent(moved)).toEqual(before)
        expect(before).toHaveLength(2)
        const search = await moved.send('GET', '/api/microsites?q=March')
        expect((search.body as { microsites: unknown[] }).microsites).toHaveLength(2)
        expect((await moved.send('GET', '/api/tags')).body).toMatchObject({
          tags: [{ name: 'Acme', color: TAG_COLORS[1] }],
        })
        const found = await moved.send('GET', '/api/microsites?q=Call')
        const played = (found.body as { microsites: Microsite[] }).microsites.find(({ title }) => title === 'Call 2')
        const { body: link } = await moved.send('GET', `/api/microsites/${played?.id}/video`)
        const video = await fetch((link as { signedUrl: string }).signedUrl)
        expect(Buffer.from(await video.arrayBuffer()).equals(Buffer.alloc(300_000, 'Call 2'))).toBe(true)
        expect((await upload(elsewhere, moved, archive)).body).toMatchObject({ imported: 0, known: 2 })
        expect(await getContent(moved)).toEqual(before)
      } finally {
        await elsewhere.close()
      }
    })

    test('imports only the calls of a fuller archive, and accepts a calls-only archive', async () => {
      await fill(person)
      await addUpload(app, person, '1.mp4', new Date())
      const archive = await download(person)
      const entries = unzipSync(archive)
      expect(Object.keys(entries)).toContain('uploads/1.mp4')
      const { account, tags, links } = JSON.parse(strFromU8(entries['account.json'] ?? new Uint8Array())) as {
        [key: string]: unknown
      }
      const earlier = zip({
        ...Object.fromEntries(Object.entries(entries).filter(([name]) => name.startsWith('microsites/'))),
        'account.json': strToU8(JSON.stringify({ account, tags, links })),
      })
      const before = (await getContent(person)).filter(({ title }) => title !== 'Failed')
      for (const each of [archive, earlier]) {
        const other = await app.signUp()
        expect(await upload(app, other, each)).toMatchObject({ status: 200, body: { imported: 2 } })
        expect(await getContent(other)).toEqual(before)
        expect(
          await app.database.$count(
            app.database.schema.sessions,
            eq(app.database.schema.sessions.userId, other.userId),
          ),
        ).toBe(1)
        expect((await readdir(join(app.folder, 'uservideos', other.userId))).toSorted()).toEqual(['derived'])
      }
    })

    test.each(['before', 'after'] as const)(
      'that is killed %s any of its writes completes when repeated, without duplicates',
      async (when) => {
        await fill(person)
        const archive = await download(person)
        const before = (await getContent(person)).filter(({ title }) => title !== 'Failed')
        const { storage, microsites } = getParts(app)
        let kills = 0
        for (let n = 1, isOver = false; !isOver; n++) {
          const other = await app.signUp()
          await other.send('POST', '/api/tags', { name: 'Acme', color: TAG_COLORS[1] })
          const killed = killer(n, when)
          const importing = newImports()
          const ended = await importAccount(
            {
              storage: { ...storage, adopt: killed((path, key) => storage.adopt(path, key)) },
              ...WITH_ROOM,
              importing,
              restore: (userId, restored) =>
                restoreMicrosite(
                  {
                    clock: () => new Date(),
                    discard: () => Promise.reject(new Error('nothing is refused here')),
                    microsites: {
                      ...microsites,
                      insert: killed((site, approval) => microsites.insert(site, approval)),
                      replace: killed((site, change, at) => microsites.replace(site, change, at)),
                      assignTags: killed((site, keys, at) => microsites.assignTags(site, keys, at)),
                    },
                  },
                  userId,
                  restored,
                ),
            },
            other.userId,
            Readable.from([archive]),
            new AbortController().signal,
          ).catch((error: unknown) => error)
          isOver = !(ended instanceof Killed)
          if (!isOver) kills += 1
          expect(importing.getProgress(other.userId), 'what has ended is under way no more').toBeNull()
          const again = await upload(app, other, archive)
          const { imported, known } = again.body as ImportResult
          expect({ n, sites: imported + known }).toEqual({ n, sites: 2 })
          expect(await getContent(other), `${when} ${n}`).toEqual(before)
        }
        expect(kills).toBeGreaterThan(8)
      },
    )

    test('reports its progress', async () => {
      await fill(person)
      const archive = await download(person)
      const other = await app.signUp()
      const { storage } = getParts(app)
      const importing = newImports()
      const seen: unknown[] = []
      await importAccount(
        {
          storage,
          ...WITH_ROOM,
          importing,
          restore: async (userId) => seen.push(importing.getProgress(userId)) > 0,
        },
        other.userId,
        Readable.from([archive]),
        new AbortController().signal,
      )
      // The third was never finished.
      expect(seen).toHaveLength(2)
      for (const progress of seen) expect(progress).toEqual({ done: expect.any(Number), of: 3 })
      expect((await other.send('GET', OWN_DATA.data)).body).toMatchObject({ importing: null })
    })

    test('stops when the disk is full: while the archive arrives, and for each file in it', async () => {
      await fill(person)
      const archive = await download(person)
      const other = await app.signUp()
      const { storage, microsites } = getParts(app)
      const noRoom = new AppError('insufficient_storage', 'The disk is full.')
      const clock = () => new Date()
      const discard = (userId: string, id: string) =>
        discardBegun(
          {
            microsites,
            deletions: createDeletionsRepo(app.database),
            storage,
            queue: { remove: async () => undefined },
            clock,
            removeUpload: async () => undefined,
            removeLeftovers: async () => undefined,
            removeMailsAbout: async () => undefined,
            eraseSoon: () => undefined,
          },
          userId,
          id,
        )
      const importWith = (assertDiskSpace: (bytes: number) => Promise<void>, body: Readable) =>
        importAccount(
          {
            storage,
            ...WITH_ROOM,
            assertDiskSpace,
            importing: newImports(),
            restore: (userId, restored) => restoreMicrosite({ clock, microsites, discard }, userId, restored),
          },
          other.userId,
          body,
          new AbortController().signal,
        )
      let sent = 0
      const endless = Readable.from(
        (function* () {
          for (; ; sent += 1) yield Buffer.alloc(1024 ** 2)
        })(),
      )
      let asked = 0
      const full = importWith(async () => {
        asked += 1
        if (asked === 3) throw noRoom
      }, endless)
      await expect(full).rejects.toBe(noRoom)
      expect(sent).toBeLessThan(3 * 64 + 4)
      const smallFiles = async (bytes: number) => {
        if (bytes > 200_000) throw noRoom
      }
      expect(await importWith(smallFiles, Readable.from([archive]))).toMatchObject({
        imported: 0,
        left: expect.arrayContaining(Array(2).fill(expect.objectContaining({ reason: noRoom.message }))) as unknown,
      })
      expect(await getContent(other), 'nothing is left of them').toEqual([])
      expect(await storage.list(`${other.userId}/`)).toEqual([])
    })

    test('stops when the account’s archives took too long to read, and says when to retry', async () => {
      await fill(person)
      const archive = await download(person)
      const { storage } = getParts(app)
      let read = 0
      const importing = importAccount(
        {
          storage,
          ...WITH_ROOM,
          limiter: { take: async () => ((read += 1) > 2 ? 90 : null), giveBack: async () => undefined },
          importing: newImports(),
          restore: async () => true,
        },
        person.userId,
        Readable.from([archive]),
        new AbortController().signal,
      )
      await expect(importing).rejects.toMatchObject({
        code: 'too_many_requests',
        message: 'This import took too long. Imported items are saved. Try again in 2 minutes.',
        retryAfterSeconds: 90,
      })
      expect(read).toBe(3)
    })

    test('refuses an archive that is invalid, lies, or escapes its folder', async () => {
      const json = (value: unknown) => strToU8(JSON.stringify(value))
      const refused = { status: 400 }
      expect(await upload(app, person, new Uint8Array(100))).toMatchObject(refused)
      expect(await upload(app, person, zip({ 'other.txt': strToU8('x') }))).toMatchObject(refused)
      for (const name of ['../account.json', '/etc/passwd', 'microsites/a/../../b', 'microsites\\a\\microsite.json'])
        expect(await upload(app, person, zip({ 'account.json': json({}), [name]: json({}) })), name).toMatchObject(
          refused,
        )
      const hostile = zip({
        'account.json': json({ tags: [{ name: 7 }] }),
        'microsites/x/microsite.json': json({ id: 'x' }),
      })
      expect(await upload(app, person, hostile)).toMatchObject({
        status: 200,
        body: { imported: 0, known: 0, left: [{ name: 'x', reason: 'microsites/x/microsite.json can’t be read.' }] },
      })
      await fill(person)
      const archive = await download(person)
      const at = Buffer.from(archive).indexOf('Call 2Call 2')
      archive.fill(0, at, at + 6)
      const other = await app.signUp()
      const files = Object.entries(unzipSync(archive))
      expect(files.length).toBeGreaterThan(4)
      const strange = zip(
        Object.fromEntries(
          files.flatMap(([name, bytes]) => [
            [name, bytes],
            [name.replace('video.mp4', 'secret.key'), bytes],
          ]),
        ),
      )
      expect(await upload(app, other, strange)).toMatchObject({ status: 200, body: { imported: 2 } })
      const root = join(app.folder, 'uservideos', other.userId)
      const stored = await readdir(root, { recursive: true })
      expect(stored.filter((name) => name.endsWith('secret.key') || name.includes('stages/'))).toEqual([])
      expect((await person.send('GET', '/api/microsites')).body, 'what others have stays').toMatchObject({
        microsites: [{}, {}, {}],
      })
    })

    test('refuses an archive that claims to unpack to far more than its size', async () => {
      await fill(person)
      const files = unzipSync(await download(person))
      const name = Object.keys(files).find((each) => each.endsWith('video.mp4')) ?? ''
      const bomb = zip({ ...files, [name]: new Uint8Array(5000) }, 6)
      const said = Buffer.from(bomb)
      // The central directory says four gigabytes; the entry holds 5,000 bytes.
      for (let at = said.indexOf('PK\u0001\u0002'); at !== -1; at = said.indexOf('PK\u0001\u0002', at + 1))
        if (said.readUInt32LE(at + 24) === 5000) said.writeUInt32LE(0xfffffff0, at + 24)
      const other = await app.signUp()
      const { body } = await upload(app, other, new Uint8Array(said))
      expect(JSON.stringify(body)).toContain('This archive unpacks to an unsafe size.')
      // Other tests import concurrently.
      const begun = async () => (await readdir(tmpdir())).filter((each) => each.startsWith('import-'))
      await expect.poll(begun).toEqual([])
    })
  })

  class Killed extends Error {}

  /** Makes writes that die before or after the nth of them, and do nothing from then on. */
  function killer(n: number, when: 'before' | 'after') {
    let writes = 0
    return <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        writes += 1
        if (writes > n || (writes === n && when === 'before')) throw new Killed()
        const result = await write(...args)
        if (writes === n) throw new Killed()
        return result
      }
  }

  /** An app's files and microsites. */
  function getParts({ folder, database }: RunningApp) {
    const links = createLinkSigner({ secretKey: 's'.repeat(32), clock: () => new Date() })
    return {
      storage: createDiskStorage({ root: join(folder, 'uservideos'), links }),
      microsites: createMicrositesRepo(database),
    }
  }

  /** An archive of these files. */
  function zip(files: Record<string, Uint8Array>, level: 0 | 6 = 0): Uint8Array<ArrayBuffer> {
    return new Uint8Array(zipSync(files, { level }))
  }
})
