import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeStripe, type FakeStripe } from '../../../e2e/fakes/stripe.ts'
import type { Database } from '../db/database.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { DATABASES } from '../testing/databases.ts'
import { deleteUser } from './delete-user.ts'

describe.each(DATABASES)('accounts on %s', (_, _open, settings) => {
  let stripe: FakeStripe
  let app: RunningApp
  let person: Person
  beforeAll(async () => {
    stripe = await startFakeStripe()
    app = await startApp({ DEFAULT_PLAN: 'pro', ...stripe.settings, ...(await settings()) })
  })
  afterAll(async () => {
    await app.close()
    await stripe.close()
  })
  beforeEach(async () => {
    person = await app.signUp()
  })

  const webhook = () => `${app.url}/api/billing/webhook`

  /** Counts the rows of each table that contain a user's id. */
  async function rowsWith(database: Database, userId: string): Promise<Record<string, number>> {
    const found: Record<string, number> = {}
    for (const [name, table] of Object.entries(database.schema)) {
      const rows = (await database.select().from(table)).filter((row) => JSON.stringify(row).includes(userId))
      if (rows.length > 0) found[name] = rows.length
    }
    return found
  }

  async function addFile(key: string): Promise<void> {
    const path = join(app.folder, 'uservideos', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'content')
  }

  /** A user with one of everything. */
  async function fill({ userId, send }: Person): Promise<void> {
    const key = (name: string) => `${userId}/meetings/${userId}/${name}`
    for (const name of ['1.mp4', '2.mp4']) {
      await addFile(key(name))
      await app.database.insert(app.database.schema.uploads).values({ key: key(name), userId, completedAt: new Date() })
    }
    const { body } = await send('POST', '/api/process-meeting', { video_url: key('1.mp4'), captions: 'WEBVTT' })
    const id = (body as { job_id: string }).job_id
    await addFile(`${userId}/derived/${id}/video.mp4`)
    await addFile(`${userId}/branding/logo.png`)
    await send('POST', '/api/tags', { name: 'Acme' })
    await send('PATCH', `/api/microsites/${id}`, { tags: ['Acme'] })
    await app.database
      .update(app.database.schema.microsites)
      .set({ status: 'active' })
      .where(eq(app.database.schema.microsites.id, id))
    await send('POST', '/api/create-shareable-link', { microsite_id: id, expires_in_days: 7 })
    await send('PUT', '/api/branding', { accent: '#112233' })
    await app.services.admin.grant(userId, { planId: 'team', until: null })
    for (const event of stripe.world.checkOut({ price: stripe.prices.monthly, reference: userId }).events)
      await stripe.deliver(webhook(), event)
  }

  describe('deleting a user', () => {
    test('removes every row and file, ends the billing, and reports it; other users keep theirs', async () => {
      const other = await app.signUp()
      for (const each of [person, other]) await fill(each)
      const before = await rowsWith(app.database, other.userId)
      const jobs = await app.database.$count(app.database.schema.jobs)

      const subscriptions = [...stripe.calls].flatMap(
        ({ path }) => /^\/v1\/subscriptions\/(\w+)$/.exec(path)?.[1] ?? [],
      )
      const removed = await app.services.admin.deleteUser(person.userId)
      expect(removed).toEqual({
        microsites: 1,
        links: 1,
        uploads: 1,
        objects: 5,
        subscriptions_ended: [subscriptions[0]],
        subscriptions_left: [],
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(stripe.world.find(subscriptions[0] ?? '')).toMatchObject({ status: 'canceled' })
      expect(await rowsWith(app.database, person.userId)).toEqual({})
      expect(await app.database.$count(app.database.schema.jobs), 'what is left is the other’s half').toBe(jobs / 2)
      const folder = join(app.folder, 'uservideos', person.userId)
      const files = existsSync(folder)
        ? (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
        : []
      expect(files).toEqual([])
      expect((await person.send('GET', '/api/microsites')).status, 'the session ends with the account').toBe(401)

      expect(await rowsWith(app.database, other.userId)).toEqual(before)
      expect((await other.send('GET', '/api/microsites')).body).toMatchObject({ microsites: [{}] })
      expect(stripe.world.find(subscriptions.at(-1) ?? '')).toMatchObject({ status: 'active' })
    })

    test("also removes a worker's concurrent writes, and erases them from the database’s files at once", async () => {
      const files = new Set(['u/derived/early'])
      const done: string[] = []
      const nothing = async () => {}
      const none = async () => []
      const removed = await deleteUser(
        {
          storage: {
            list: async () => [...files].map((key) => ({ key, size: 1, modifiedAt: new Date(0) })),
            remove: async (key: string) => void files.delete(key),
            stat: async () => null,
          },
          endSubscriptions: async () => ({ ended: [], left: [] }),
          beginRemoval: nothing,
          endSessions: nothing,
          listMicrosites: none,
          deleteMicrosite: () => Promise.reject(new Error('there is none')),
          listUploads: none,
          removeUpload: nothing,
          removeLeftovers: nothing,
          listDigests: none,
          sendReceipt: async (_, { objects }) => void done.push(`receipt of ${objects}`),
          removeReceipts: nothing,
          removeMails: nothing,
          removeAccount: async () => {
            files.add('u/derived/late')
            done.push('account')
          },
          eraseSoon: () => void done.push('erased'),
        },
        'u',
      )
      expect(files).toEqual(new Set())
      expect(removed.objects).toBe(2)
      expect(done).toEqual(['receipt of 1', 'account', 'erased'])
    })

    test('removes nothing while the payment provider is unreachable, and can be repeated', async () => {
      await fill(person)
      stripe.failNext(500, 500)
      await expect(app.services.admin.deleteUser(person.userId)).rejects.toThrow('Couldn’t reach the payment provider.')
      expect((await person.send('GET', '/api/microsites')).body).toMatchObject({ microsites: [{}] })
      expect(await app.services.admin.deleteUser(person.userId)).toMatchObject({ microsites: 1 })
    })

    test('ignores late events of the payment provider for deleted users', async () => {
      await fill(person)
      await app.services.admin.deleteUser(person.userId)
      for (const event of stripe.undelivered.splice(0)) expect(await stripe.deliver(webhook(), event)).toBe(200)
      expect(await rowsWith(app.database, person.userId)).toEqual({})
    })
  })
})
