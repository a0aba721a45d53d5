import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUsersRepo } from '../accounts/users-repo.ts'
import type { NewUser } from '../accounts/sign-ups-repo.ts'
import type { Database } from '../db/database.ts'
import { deliveryKind, recordEvent, type DomainEvent, type EventHandlerName } from '../db/events.ts'
import { createRunner, type Runner } from '../jobs/runner.ts'
import { createSqlQueue } from '../jobs/sql-queue.ts'
import { createLogger, type Logger } from '../kernel/logger.ts'
import { createMicrositesRepo } from '../microsites/records/microsites-repo.ts'
import { createLinksRepo } from '../sharing/links/links-repo.ts'
import { createViewsRepo } from '../sharing/views/page-views-repo.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { soundDisk } from '../testing/sound-disk.ts'
import { insertUser } from '../testing/users.ts'
import { auditLog, eventJobs, sweepEvents, type EventHandler } from './deliver-events.ts'
import { createEventsRepo } from './events-repo.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe.each(BOTH_DATABASES)('events on %s', (_name, open) => {
  let db: Database
  let userId: string
  let now: Date
  let runners: Runner[]
  let lines: string[]
  let log: Logger

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.delete(db.schema.users)
    await db.delete(db.schema.jobs)
    userId = await insertUser(db)
    now = new Date('2026-11-21T10:00:00Z')
    runners = []
    lines = []
    log = createLogger('info', { write: (line) => void lines.push(line) })
  })
  afterEach(() => Promise.all(runners.map((runner) => runner.stop())))

  const clock = () => now
  async function recorded(): Promise<unknown[]> {
    const { events } = db.schema
    const rows = await db.select().from(events).orderBy(asc(events.createdAt))
    return rows.map(({ event }) => event)
  }
  const record = (event: DomainEvent) => db.batch((tx) => recordEvent(tx, db.schema, event, now))
  const pageReady = () => record({ kind: 'microsite.ready', userId, micrositeId: 'one' })
  const signUpRepeated = () => record({ kind: 'account.sign_up_repeated', userId })

  function deliver(name: EventHandlerName, handle: EventHandler): void {
    const queue = createSqlQueue({ db, clock })
    const handler = eventJobs({ events: createEventsRepo(db), log }, name, handle)
    const runner = createRunner({
      queue,
      log,
      disk: soundDisk,
      concurrency: 1,
      handlers: { [deliveryKind(name)]: handler },
      pollMs: 5,
    })
    runners.push(runner)
    runner.start()
  }

  async function insertSite() {
    const micrositeId = randomUUID()
    const site = { id: micrositeId, userId, title: 'Call', description: null, sourceKey: micrositeId }
    await createMicrositesRepo(db).insert({ ...site, language: null, sample: false }, null)
    return micrositeId
  }

  describe('are recorded only together with the change:', () => {
    test('a microsite is ready once, from the writer that won', async () => {
      const microsites = createMicrositesRepo(db)
      const micrositeId = await insertSite()
      const site = await microsites.findWorking(micrositeId)
      if (!site) throw new Error('the microsite is gone')
      expect(await microsites.replace(site, { title: 'Call with Acme' }, now)).toBe(true)
      expect(await microsites.replace(site, { status: 'active' }, now), 'it was changed since').toBe(false)
      expect(await recorded()).toEqual([])
      const read = (await microsites.findWorking(micrositeId)) ?? site
      expect(await microsites.replace(read, { status: 'active' }, now)).toBe(true)
      expect(await recorded()).toEqual([{ kind: 'microsite.ready', userId, micrositeId }])
    })

    test('a microsite fails once, but not if only replacing its transcript failed', async () => {
      const microsites = createMicrositesRepo(db)
      const [micrositeId, finished] = [await insertSite(), await insertSite()]
      await db.update(db.schema.microsites).set({ replacing: true }).where(eq(db.schema.microsites.id, finished))
      for (const id of [micrositeId, micrositeId, finished])
        await microsites.fail(id, { code: 'processing_failed', message: 'The file is damaged.' }, now)
      expect(await recorded()).toEqual([{ kind: 'microsite.failed', userId, micrositeId }])
    })

    test('a link is created, opened, and revoked once, by its owner or by deletion', async () => {
      const links = createLinksRepo(db)
      const micrositeId = await insertSite()
      const link = { micrositeId, createdByUserId: userId, expiresAt: now }
      const owned = async (id: string) => (await links.findOwned(userId, id)) ?? expect.unreachable('it is gone')
      const kinds = async () => (await recorded()).map((event) => (event as DomainEvent).kind)
      const later = () => (now = new Date(now.getTime() + 1))

      await links.insert({ ...link, id: 'one', token: 'one', createdAt: now })
      await expect(links.insert({ ...link, id: 'two', token: 'one', createdAt: now })).rejects.toThrow()
      expect(await recorded()).toEqual([{ kind: 'link.created', userId, micrositeId, linkId: 'one' }])
      later()
      const view = { link: await owned('one'), email: null, sections: [], at: now }
      await createViewsRepo(db).add({ ...view, id: 'view' })
      await expect(createViewsRepo(db).add({ ...view, id: 'view' })).rejects.toThrow()
      later()
      await links.update(await owned('one'), { label: 'Acme', revokedAt: now })
      await links.update(await owned('one'), { revokedAt: now })
      await links.remove(await owned('one'), now)
      expect(await kinds()).toEqual(['link.created', 'link.viewed', 'link.revoked'])
      later()
      await links.insert({ ...link, id: 'three', token: 'three', createdAt: now })
      later()
      await links.remove(await owned('three'), now)
      expect(await kinds()).toEqual(['link.created', 'link.viewed', 'link.revoked', 'link.created', 'link.revoked'])
    })

    test('an account is created and gets a new password', async () => {
      const users = createUsersRepo(db)
      const account: NewUser = {
        id: 'ann',
        email: 'ann@example.org',
        passwordHash: 'one',
        userMetadata: {},
        confirmedAt: now,
        createdAt: now,
      }
      await users.insert(account, { redirectTo: '/upload' })
      expect(await users.insert({ ...account, id: 'bo' }, { redirectTo: '/upload' })).toBeNull()
      now = new Date(now.getTime() + 1)
      await users.update('ann', { lastSignInAt: now }, now)
      await users.setPassword('ann', { passwordHash: 'two', sessionId: 'one' }, now)
      await users.setPassword('missing', { passwordHash: 'two', sessionId: 'one' }, now)
      expect(await recorded()).toEqual([
        { kind: 'account.signed_up', userId: 'ann', redirectTo: '/upload' },
        { kind: 'account.password_changed', userId: 'ann' },
      ])
    })
  })

  test('retries each handler separately, so that a failing one blocks no other', async () => {
    await signUpRepeated()
    await pageReady()
    const tries: string[] = []
    deliver('mail', async ({ id }) => {
      tries.push(id)
      throw new Error('the mail server is away')
    })
    const delivered: string[] = []
    deliver('audit', async ({ event }) => void delivered.push(event.kind))
    await expect.poll(() => [delivered.length, tries.length]).toEqual([2, 1])
    expect(delivered.toSorted()).toEqual(['account.sign_up_repeated', 'microsite.ready'])
    now = new Date(now.getTime() + 60_000)
    await expect.poll(() => tries.length).toBe(2)
    expect(tries[0], 'the same event, by the same id').toBe(tries[1])
    expect(delivered).toHaveLength(2)
  })

  test('retries a failing event twelve times, logs it without its text, and keeps it', async () => {
    await signUpRepeated()
    let tries = 0
    deliver('mail', async () => {
      tries += 1
      throw new Error('no route to ann@example.org')
    })
    await expect
      .poll(() => {
        now = new Date(now.getTime() + 60 * 60 * 1000)
        return lines.some((line) =>
          line.includes('an event could not be delivered: retry it in Settings → Failed jobs'),
        )
      })
      .toBe(true)
    expect(tries).toBe(12)
    expect(lines.join('')).not.toContain('ann@example.org')
    now = new Date(now.getTime() + 90 * DAY_MS)
    await sweepEvents({ events: createEventsRepo(db), clock })
    expect(await recorded()).toHaveLength(1)
  })

  test('removes delivered events after thirty days, and keeps pending ones', async () => {
    await signUpRepeated()
    await pageReady()
    deliver('audit', auditLog(log))
    await expect.poll(() => lines.length).toBe(2)
    const sweep = () => sweepEvents({ events: createEventsRepo(db), clock })
    const kinds = async () => (await recorded()).map((event) => (event as DomainEvent).kind).toSorted()
    now = new Date(now.getTime() + 30 * DAY_MS)
    await sweep()
    expect(await kinds()).toHaveLength(2)
    now = new Date(now.getTime() + 1)
    await expect
      .poll(async () => {
        await sweep()
        return (await recorded()).length === 1
      })
      .toBe(true)
    expect(await kinds(), 'no mail went yet').toEqual(['account.sign_up_repeated'])
  })

  test('writes one audit log line per event, with only ids and timestamp', async () => {
    await pageReady()
    deliver('audit', auditLog(log))
    await expect.poll(() => lines.length).toBe(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'info',
      msg: 'audit',
      audit: 'microsite.ready',
      userId,
      at: '2026-11-21T10:00:00.000Z',
    })
  })

  test("deletes an account's events and deliveries together with it", async () => {
    await signUpRepeated()
    const other = await insertUser(db)
    await record({ kind: 'microsite.ready', userId: other, micrositeId: 'one' })
    await createUsersRepo(db).remove(userId)
    expect(await recorded()).toEqual([{ kind: 'microsite.ready', userId: other, micrositeId: 'one' }])
    expect(await db.$count(db.schema.jobs)).toBe(1)
  })

  test("doesn't count an event of an unknown type as delivered", async () => {
    await pageReady()
    await db.update(db.schema.events).set({ event: { kind: 'account.beamed_up', userId } })
    let delivered = 0
    deliver('audit', async () => void (delivered += 1))
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    expect(delivered).toBe(0)
    expect((await db.select().from(db.schema.jobs))[0]?.status).not.toBe('done')
  })
})
