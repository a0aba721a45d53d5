import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
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
import { startMailServer } from '../mail/mail-server.testing.ts'
import { discardBegun } from '../microsites/begin-meeting.ts'
import { createDeletionsRepo } from '../microsites/deletions-repo.ts'
import { createMicrositesRepo } from '../microsites/microsites-repo.ts'
import { restoreMicrosite } from '../microsites/restore-microsite.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { derivedFolder } from '../storage/keys.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import { eventually, startApp, type Person, type RunningApp } from '../testing/app.ts'
import { DATABASES } from '../testing/databases.ts'
import { createTaskRunner } from '../tasks/task-runner.ts'
import { importAccount } from './import-account.ts'
import { createImportsUnderWay } from './imports-under-way.ts'

const DAY = 24 * 60 * 60 * 1000
const DATA = '/api/account/data'
const DELETION = '/api/account/deletion'
const EXPORT = '/api/account/export'
const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** Imports of one process. */
const alone = () =>
  createImportsUnderWay({ locks: createLocalLocks(), notices: createLocalNotices(), clock: () => new Date() })
describe.each(DATABASES)('one’s own data, on %s', (_, _open, settings) => {
  const tasks = createTaskRunner({ most: 1 })
  /** What an import is given that meets no limit. */
  const WITH_ROOM = {
    assertStorageRoom: async () => undefined,
    assertDiskRoom: async () => undefined,
    countStored: async () => undefined,
    tasks,
    createTag: async () => undefined,
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

  async function addMicrosite({ userId, send }: Person, title: string): Promise<string> {
    const { body } = await send('POST', '/api/process-meeting', { captions: 'WEBVTT', title })
    const { job_id: id } = body as { job_id: string }
    const folder = join(app.folder, 'uservideos', derivedFolder(userId, id))
    await mkdir(join(folder, 'stages'), { recursive: true })
    await writeFile(join(folder, 'video.mp4'), Buffer.alloc(300_000, title))
    await writeFile(join(folder, 'stages/transcribe.json'), '{}')
    return id
  }

  /** An upload of which no microsite is made. @param completedAt null: its last byte has not come. */
  async function addUpload({ userId }: Person, name: string, completedAt: Date | null): Promise<void> {
    const key = `${userId}/meetings/${userId}/${name}`
    await mkdir(join(app.folder, 'uservideos', key, '..'), { recursive: true })
    await writeFile(join(app.folder, 'uservideos', key), `bytes of ${name}`)
    await app.database.insert(app.database.schema.uploads).values({ key, userId, completedAt })
  }

  describe('downloading everything', () => {
    const download = async ({ send }: Person) => {
      const { body } = await send('POST', EXPORT)
      const response = await fetch(app.url + (body as { path: string }).path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="callfolio-[\d-]{10}\.zip"$/)
      return unzipSync(new Uint8Array(await response.arrayBuffer()))
    }

    test('is one archive with the account’s rows, every microsite and its files, and nothing of others', async () => {
      const other = await app.signUp()
      await addMicrosite(other, 'Somebody else’s')
      const id = await addMicrosite(person, '../Acme: call/1')
      await person.send('POST', '/api/tags', { name: 'Acme' })
      await person.send('POST', '/api/create-shareable-link', {
        microsite_id: id,
        expires_in_days: 7,
        password: 'open me',
      })
      const files = await download(person)
      const folder = `microsites/${new Date().toISOString().slice(0, 10)} ..-Acme- call-1 ${id.slice(0, 8)}`
      expect(Object.keys(files).toSorted()).toEqual([
        'account.json',
        `${folder}/captions.txt`,
        `${folder}/microsite.json`,
        `${folder}/video.mp4`,
      ])
      expect(files[`${folder}/video.mp4`]).toEqual(new Uint8Array(Buffer.alloc(300_000, '../Acme: call/1')))
      const account = strFromU8(files['account.json'] ?? new Uint8Array())
      expect(JSON.parse(account)).toMatchObject({
        account: { id: person.userId, metadata: { full_name: 'Ann Rep' } },
        tags: [{ name: 'Acme' }],
        links: [{ micrositeId: id }],
      })
      expect(account, 'no hash of a password').not.toContain('argon2')
      expect(account).not.toContain(other.userId)
      expect(JSON.parse(strFromU8(files[`${folder}/microsite.json`] ?? new Uint8Array()))).toMatchObject({
        id,
        title: '../Acme: call/1',
      })
    })

    test('has what is kept beside the calls: how its person comes in, what is kept how long, payments, logo and uploads; and no secret', async () => {
      const { userId, send } = person
      const id = await addMicrosite(person, 'Call')
      await send('PUT', '/auth/v1/user', { email: `new-${userId}@example.org` })
      const { body: factor } = await send('POST', '/auth/v1/factors', {
        factor_type: 'totp',
        friendly_name: 'My phone',
      })
      await send('PUT', '/api/account/retention', { media_days: 30, transcript_days: 60, page_days: null })
      await send('PUT', `/api/microsites/${id}/retention`, { pinned: true })
      const { users, identities, webauthnKeys, oneTimeTokens, paymentCustomers, paymentSubscriptions, ...tables } =
        app.database.schema
      const add = app.database.insert.bind(app.database)
      await app.database
        .update(users)
        .set({ phone: '+4915112345678', newEmail: `new-${userId}@example.org` })
        .where(eq(users.id, userId))
      await add(identities).values({
        id: randomUUID(),
        userId,
        provider: 'github',
        subject: userId,
        data: { email: 'ann@work.example' },
      })
      const keyed = {
        id: randomUUID(),
        userId,
        credentialId: `credential-${userId}`,
        publicKey: `public-${userId}`,
        counter: 1,
      }
      await add(webauthnKeys).values({ ...keyed, transports: ['usb'], friendlyName: 'Blue key' })
      const soon = new Date(Date.now() + DAY)
      const token = { hash: `hash-${userId}`, codeHash: `code-${userId}`, target: '+4917600000000', expiresAt: soon }
      await add(oneTimeTokens).values({ ...token, userId, purpose: 'phone_change' })
      await add(paymentCustomers).values({ id: `cus_${userId}`, userId })
      await add(paymentSubscriptions).values({
        id: `sub_${userId}`,
        customerId: `cus_${userId}`,
        userId,
        planId: 'team',
        status: 'active',
      })
      const logo = await fetch(`${app.url}/api/branding/logo`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${person.token}` },
        body: PNG,
      })
      expect(logo.status).toBe(200)
      await addUpload(person, '1.mp4', soon)
      await addUpload(person, '2.mp4', null)

      const files = await download(person)
      expect(strFromU8(files['uploads/1.mp4'] ?? new Uint8Array())).toBe('bytes of 1.mp4')
      expect(Object.keys(files), 'one that never arrived whole is no recording').not.toContain('uploads/2.mp4')
      expect(files['branding/logo.png']).toEqual(PNG)
      const account = strFromU8(files['account.json'] ?? new Uint8Array())
      expect(JSON.parse(account)).toMatchObject({
        account: { phone: '+4915112345678', newEmail: `new-${userId}@example.org` },
        identities: [{ provider: 'github', data: { email: 'ann@work.example' } }],
        sessions: [{ userAgent: 'node', createdAt: expect.any(String), lastUsedAt: expect.any(String) }],
        confirmations: expect.arrayContaining([
          expect.objectContaining({ purpose: 'phone_change', target: '+4917600000000' }),
        ]),
        factors: [{ kind: 'totp', friendlyName: 'My phone' }],
        passkeys: [{ friendlyName: 'Blue key' }],
        payments: { customers: [{ id: `cus_${userId}` }], subscriptions: [{ id: `sub_${userId}`, planId: 'team' }] },
        retention: { ages: { mediaDays: 30, transcriptDays: 60, pageDays: null }, pins: [{ micrositeId: id }] },
      })
      const page = await readFile(new URL('../../../docs/OWN-DATA.md', import.meta.url), 'utf8')
      for (const key of Object.keys(JSON.parse(account) as object)) expect(page).toContain(`\`${key}\``)
      const [user] = await app.database.select().from(users).where(eq(users.id, userId))
      const [kept] = await app.database.select().from(tables.factors).where(eq(tables.factors.userId, userId))
      const hashes = await app.database
        .select({ hash: tables.refreshTokens.hash, session: tables.sessions.id })
        .from(tables.refreshTokens)
        .innerJoin(tables.sessions, eq(tables.sessions.id, tables.refreshTokens.sessionId))
        .where(eq(tables.sessions.userId, userId))
      const secrets = [
        user?.passwordHash,
        kept?.secret,
        (factor as { totp: { secret: string } }).totp.secret,
        token.hash,
        token.codeHash,
        keyed.credentialId,
        keyed.publicKey,
        person.token,
        ...hashes.flatMap(({ hash, session }) => [hash, session]),
      ]
      expect(secrets).toHaveLength(10)
      const all = Object.values(files).map((bytes) => strFromU8(bytes, true))
      for (const secret of secrets) expect(all.join('\n')).not.toContain(secret ?? 'no secret to look for')
      for (const secret of secrets) expect(secret).toMatch(/^\S{8,}$/)
    })

    test('needs a link of one’s own that is not forged', async () => {
      const { body } = await person.send('POST', EXPORT)
      const { path } = body as { path: string }
      const other = await (await app.signUp()).send('POST', EXPORT)
      const session = /session=[^&]+/.exec((other.body as { path: string }).path)?.[0] ?? ''
      for (const forged of [
        path.replace(/session=[^&]+/, session),
        path.replace(/expires=\d+/, 'expires=4102444800'),
        path.replace(/signature=.*/, 'signature=x'),
      ])
        expect((await fetch(app.url + forged)).status, forged).toBe(403)
    })
  })

  describe('importing a download of everything', () => {
    const download = async ({ send }: Person) => {
      const { body } = await send('POST', EXPORT)
      const response = await fetch(app.url + (body as { path: string }).path)
      return new Uint8Array(await response.arrayBuffer())
    }
    const upload = async (to: RunningApp, { token }: Person, archive: Uint8Array<ArrayBuffer>) => {
      const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/zip' }
      const response = await fetch(`${to.url}/api/account/import`, { method: 'POST', headers, body: archive })
      return { status: response.status, body: (await response.json()) as unknown }
    }
    /** All that an account reads of its microsites, without what is the server's: ids, addresses and the time of the last write. */
    const contentOf = async ({ send }: Person) => {
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
            damage: { heldMs: 2000, statedMs: 9000 },
          })
          .where(eq(microsites.id, id))
        await app.database
          .update(micrositeDocuments)
          .set({
            segments: [line],
            transcript: line.text,
            gptSummary: 'They ship.',
            quotes: [{ text: line.text, segment_ids: ['s1'] }],
          })
          .where(eq(micrositeDocuments.micrositeId, id))
        if (poster !== null) await owner.send('PATCH', `/api/microsites/${id}`, { tags: ['Acme'] })
      }
      const failed = await addMicrosite(owner, 'Failed')
      await app.database.update(microsites).set({ status: 'failed' }).where(eq(microsites.id, failed))
    }

    test('on another server gives the same calls, tags and files; a second time nothing more', async () => {
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
        const before = (await contentOf(person)).filter(({ title }) => title !== 'Failed')
        expect(await contentOf(moved)).toEqual(before)
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
        expect(await contentOf(moved)).toEqual(before)
      } finally {
        await elsewhere.close()
      }
    })

    test('takes the calls alone of an archive with more, and reads one of an earlier version that has nothing else', async () => {
      await fill(person)
      await addUpload(person, '1.mp4', new Date())
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
      const before = (await contentOf(person)).filter(({ title }) => title !== 'Failed')
      for (const each of [archive, earlier]) {
        const other = await app.signUp()
        expect(await upload(app, other, each)).toMatchObject({ status: 200, body: { imported: 2 } })
        expect(await contentOf(other)).toEqual(before)
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
      'that ends %s any of its writes goes on when it is repeated: everything is there, and once',
      async (when) => {
        await fill(person)
        const archive = await download(person)
        const before = (await contentOf(person)).filter(({ title }) => title !== 'Failed')
        const { storage, microsites } = partsOf(app)
        let kills = 0
        for (let n = 1, isOver = false; !isOver; n++) {
          const other = await app.signUp()
          await other.send('POST', '/api/tags', { name: 'Acme', color: TAG_COLORS[1] })
          const killed = killer(n, when)
          const importing = alone()
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
          ).catch((error: unknown) => error)
          isOver = !(ended instanceof Killed)
          if (!isOver) kills += 1
          expect(importing.progressOf(other.userId), 'what has ended is under way no more').toBeNull()
          const again = await upload(app, other, archive)
          const { imported, known } = again.body as ImportResult
          expect({ n, sites: imported + known }).toEqual({ n, sites: 2 })
          expect(await contentOf(other), `${when} ${n}`).toEqual(before)
        }
        expect(kills).toBeGreaterThan(8)
      },
    )

    test('says how far it is', async () => {
      await fill(person)
      const archive = await download(person)
      const other = await app.signUp()
      const { storage } = partsOf(app)
      const importing = alone()
      const seen: unknown[] = []
      await importAccount(
        {
          storage,
          ...WITH_ROOM,
          importing,
          restore: async (userId) => seen.push(importing.progressOf(userId)) > 0,
        },
        other.userId,
        Readable.from([archive]),
      )
      // The third never was finished.
      expect(seen).toHaveLength(2)
      for (const progress of seen) expect(progress).toEqual({ done: expect.any(Number), of: 3 })
      expect((await other.send('GET', DATA)).body).toMatchObject({ importing: null })
    })

    test('stops when the disk has no room: while the archive arrives, and of each file that it has', async () => {
      await fill(person)
      const archive = await download(person)
      const other = await app.signUp()
      const { storage, microsites } = partsOf(app)
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
      const importWith = (assertDiskRoom: (bytes: number) => Promise<void>, body: Readable) =>
        importAccount(
          {
            storage,
            ...WITH_ROOM,
            assertDiskRoom,
            importing: alone(),
            restore: (userId, restored) => restoreMicrosite({ clock, microsites, discard }, userId, restored),
          },
          other.userId,
          body,
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
      expect(await contentOf(other), 'nothing is left of them').toEqual([])
      expect(await storage.list(`${other.userId}/`)).toEqual([])
    })

    test('takes nothing from an archive that is none, lies, or leads elsewhere', async () => {
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

    test('stops where the plan’s room ends, and a bomb is taken for as large as it says', async () => {
      await fill(person)
      const files = unzipSync(await download(person))
      const name = Object.keys(files).find((each) => each.endsWith('video.mp4')) ?? ''
      const bomb = zip({ ...files, [name]: new Uint8Array(5000) }, 6)
      const said = Buffer.from(bomb)
      // The central directory says more than there is room for; the entry holds 5,000 bytes.
      for (let at = said.indexOf('PK\u0001\u0002'); at !== -1; at = said.indexOf('PK\u0001\u0002', at + 1))
        if (said.readUInt32LE(at + 24) === 5000) said.writeUInt32LE(0xfffffff0, at + 24)
      const other = await app.signUp()
      const { body } = await upload(app, other, new Uint8Array(said))
      expect(body).toMatchObject({ imported: 1 })
      expect(JSON.stringify(body)).toMatch(/of your plan|is damaged/)
      // Other tests import at the same time.
      const begun = async () => (await readdir(tmpdir())).filter((each) => each.startsWith('import-'))
      await expect.poll(begun).toEqual([])
    })
  })

  class Killed extends Error {}

  /** Makes writes that end before or after the nth of them, and do nothing from then on. */
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

  /** Where an app has its files and microsites. */
  function partsOf({ folder, database }: RunningApp) {
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

  test.each(['local', 'global'])(
    'the link to the download of everything ends when its owner signs out (%s)',
    async (scope) => {
      const { body } = await person.send('POST', EXPORT)
      const url = app.url + (body as { path: string }).path
      expect((await fetch(url)).status).toBe(200)
      expect((await person.send('POST', `/auth/v1/logout?scope=${scope}`)).status).toBe(204)
      expect((await fetch(url)).status).toBe(403)
    },
  )

  describe('deleting one’s own account', () => {
    const dueAt = async () =>
      ((await person.send('GET', DATA)).body as { deletion_due_at: string | null }).deletion_due_at
    const state = async ({ userId }: Person) => {
      const { users } = app.database.schema
      return (await app.database.select().from(users).where(eq(users.id, userId)))[0] ?? null
    }

    test('takes the password, and is due in seven days; nothing is deleted before', async () => {
      expect(await person.send('POST', DELETION, { password: 'wrong' })).toEqual({
        status: 403,
        body: { error: { code: 'forbidden', message: 'The password is incorrect.' } },
      })
      expect(await dueAt()).toBeNull()
      await addMicrosite(person, 'Call')
      const before = Date.now()
      expect((await person.send('POST', DELETION, { password: 'correct horse' })).status).toBe(200)
      const due = Date.parse((await dueAt()) ?? '')
      expect(due).toBeGreaterThanOrEqual(before + 7 * DAY)
      expect(due).toBeLessThanOrEqual(Date.now() + 7 * DAY)
      await person.send('POST', DELETION, { password: 'correct horse' })
      expect(Date.parse((await dueAt()) ?? ''), 'a second request changes nothing').toBe(due)
      await app.services.tidy()
      expect((await person.send('GET', '/api/microsites')).body).toMatchObject({ microsites: [{ title: 'Call' }] })
    })

    test('takes a session of the last day where the account has no password, and a password where it has one', async () => {
      expect((await person.send('POST', DELETION, {})).status).toBe(403)
      const { users, sessions } = app.database.schema
      await app.database.update(users).set({ passwordHash: null }).where(eq(users.id, person.userId))
      const begin = (ago: number) =>
        app.database
          .update(sessions)
          .set({ createdAt: new Date(Date.now() - ago) })
          .where(eq(sessions.userId, person.userId))
      await begin(2 * DAY)
      expect(await person.send('POST', DELETION, {})).toMatchObject({
        status: 403,
        body: { error: { message: 'Please give the code that we send you, or sign in again first.' } },
      })
      expect(await dueAt()).toBeNull()
      await begin(0)
      expect((await person.send('POST', DELETION, {})).status).toBe(200)
      expect(await dueAt()).not.toBeNull()
    })

    test('can be taken back until then', async () => {
      await person.send('POST', DELETION, { password: 'correct horse' })
      expect((await person.send('DELETE', DELETION)).status).toBe(200)
      expect(await dueAt()).toBeNull()
      await app.services.tidy()
      expect(await state(person)).not.toBeNull()
    })

    test('is done when the time has come', async () => {
      await addMicrosite(person, 'Call')
      await person.send('POST', DELETION, { password: 'correct horse' })
      const { users } = app.database.schema
      await app.database.update(users).set({ deletionDueAt: new Date() }).where(eq(users.id, person.userId))
      expect((await person.send('DELETE', DELETION)).status, 'too late to think again').toBe(409)
      await app.services.tidy()
      expect(await state(person)).toBeNull()
      expect((await person.send('GET', '/api/microsites')).status).toBe(401)
    })

    test('leaves receipts of deleted microsites to their owner only', async () => {
      const id = await addMicrosite(person, 'Call')
      await person.send('DELETE', `/api/microsites/${id}`)
      expect((await person.send('GET', DATA)).body).toMatchObject({
        receipts: [{ microsite_id: id, objects: 3, links: 0 }],
      })
      expect((await (await app.signUp()).send('GET', DATA)).body).toMatchObject({ receipts: [] })
    })
  })

  test('where mail is sent the request, its end and the receipt come by mail; what could not be mailed is refused', async () => {
    const smtp = await startMailServer()
    const { mails } = smtp
    const sending = await startApp({ SMTP_URL: smtp.url, ...(await settings()) })
    const subject = (text: string) =>
      eventually(async () => mails.some((mail) => mail.text.includes(`Subject: ${text}`)))
    try {
      await sending.services.start(0)
      const account = { email: 'ann@example.org', password: 'correct horse' }
      await sending.visitor('POST', '/auth/v1/signup', account)
      const { users } = sending.database.schema
      await sending.database.update(users).set({ confirmedAt: new Date(), verifiedAt: new Date() })
      const { body } = await sending.visitor('POST', '/auth/v1/token?grant_type=password', account)
      const token = (body as { access_token: string }).access_token
      const ask = (method: string, json?: unknown) =>
        fetch(sending.url + DELETION, {
          method,
          headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' },
          ...(json !== undefined && { body: JSON.stringify(json) }),
        })
      expect((await ask('POST', { password: 'correct horse' })).status).toBe(200)
      await subject('Your Callfolio account will be deleted')
      expect((await ask('DELETE')).status).toBe(200)
      await subject('Your Callfolio account stays')
      await ask('POST', { password: 'correct horse' })
      for (const method of ['DELETE', 'POST'])
        expect((await ask(method, { password: 'correct horse' })).status).toBe(200)
      const refused = await ask('DELETE')
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0], 'five mails in five minutes').toEqual([
        429,
        true,
      ])
      await sending.database.update(users).set({ deletionDueAt: new Date() })
      await sending.services.tidy()
      await subject('Your Callfolio account was deleted')
      expect(mails.at(-1)?.text).toMatch(/SHA-256 of what was removed: [0-9a-f]{64}/)
      expect(await sending.database.$count(users)).toBe(0)
    } finally {
      await sending.close()
      await smtp.close()
    }
  })
})
