import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startMailServer } from '../mail/mail-server.testing.ts'
import { eventually, startApp, type Person, type RunningApp } from '../testing/app.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { addFinished, OWN_DATA } from './own-data.testing.ts'

const DAY = 24 * 60 * 60 * 1000

describe.each(BOTH_DATABASES)('account deletion by the user on %s', (_, _open, settings) => {
  let app: RunningApp
  let person: Person
  beforeAll(async () => {
    app = await startApp(await settings())
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    person = await app.signUp({ full_name: 'Ann Rep' })
  })
  const addMicrosite = ({ userId, send }: Person, title: string) => addFinished(app, { userId, send }, title)

  describe('deleting one’s own account', () => {
    const dueAt = async () =>
      ((await person.send('GET', OWN_DATA.data)).body as { deletion_due_at: string | null }).deletion_due_at
    const state = async ({ userId }: Person) => {
      const { users } = app.database.schema
      return (await app.database.select().from(users).where(eq(users.id, userId)))[0] ?? null
    }

    test('requires the password, and is due in seven days; nothing is deleted before', async () => {
      expect(await person.send('POST', OWN_DATA.deletion, { password: 'wrong' })).toEqual({
        status: 403,
        body: { error: { code: 'forbidden', message: 'The password is incorrect.' } },
      })
      expect(await dueAt()).toBeNull()
      await addMicrosite(person, 'Call')
      const before = Date.now()
      expect((await person.send('POST', OWN_DATA.deletion, { password: 'correct horse' })).status).toBe(200)
      const due = Date.parse((await dueAt()) ?? '')
      expect(due).toBeGreaterThanOrEqual(before + 7 * DAY)
      expect(due).toBeLessThanOrEqual(Date.now() + 7 * DAY)
      await person.send('POST', OWN_DATA.deletion, { password: 'correct horse' })
      expect(Date.parse((await dueAt()) ?? ''), 'a second request changes nothing').toBe(due)
      await app.services.tidy()
      expect((await person.send('GET', '/api/microsites')).body).toMatchObject({ microsites: [{ title: 'Call' }] })
    })

    test('accepts a session of the last day only for an account without a password', async () => {
      expect((await person.send('POST', OWN_DATA.deletion, {})).status).toBe(403)
      const { users, sessions } = app.database.schema
      await app.database.update(users).set({ passwordHash: null }).where(eq(users.id, person.userId))
      const begin = (ago: number) =>
        app.database
          .update(sessions)
          .set({ provedAt: new Date(Date.now() - ago) })
          .where(eq(sessions.userId, person.userId))
      await begin(2 * DAY)
      expect(await person.send('POST', OWN_DATA.deletion, {})).toMatchObject({
        status: 403,
        body: { error: { message: 'Request a code and enter it, or sign in again first.' } },
      })
      expect(await dueAt()).toBeNull()
      await begin(0)
      expect((await person.send('POST', OWN_DATA.deletion, {})).status).toBe(200)
      expect(await dueAt()).not.toBeNull()
    })

    test('can be canceled until then', async () => {
      await person.send('POST', OWN_DATA.deletion, { password: 'correct horse' })
      expect((await person.send('DELETE', OWN_DATA.deletion)).status).toBe(200)
      expect(await dueAt()).toBeNull()
      await app.services.tidy()
      expect(await state(person)).not.toBeNull()
    })

    test('is carried out when due', async () => {
      await addMicrosite(person, 'Call')
      await person.send('POST', OWN_DATA.deletion, { password: 'correct horse' })
      const { users } = app.database.schema
      await app.database.update(users).set({ deletionDueAt: new Date() }).where(eq(users.id, person.userId))
      expect((await person.send('DELETE', OWN_DATA.deletion)).status, 'too late to think again').toBe(409)
      await app.services.tidy()
      expect(await state(person)).toBeNull()
      expect((await person.send('GET', '/api/microsites')).status).toBe(401)
    })

    test('shows receipts of deleted microsites to their owner only', async () => {
      const id = await addMicrosite(person, 'Call')
      await person.send('DELETE', `/api/microsites/${id}`)
      expect((await person.send('GET', OWN_DATA.data)).body).toMatchObject({
        receipts: [{ microsite_id: id, objects: 3, links: 0 }],
      })
      expect((await (await app.signUp()).send('GET', OWN_DATA.data)).body).toMatchObject({ receipts: [] })
    })
  })

  test("emails the request, its cancellation and the receipt, and refuses if the email can't be sent", async () => {
    const smtp = await startMailServer()
    const { mails } = smtp
    const sending = await startApp({ SMTP_URL: smtp.url, ...(await settings()) })
    // Emails of earlier requests may arrive after later ones, so each is found by its subject.
    const mailWith = async (subject: string) => {
      const find = () => mails.find(({ text }) => text.includes(`Subject: ${subject}`))
      await eventually(async () => find() !== undefined)
      return find()
    }
    try {
      await sending.services.start(0)
      const account = { email: 'ann@example.org', password: 'correct horse' }
      await sending.visitor('POST', '/auth/v1/signup', account)
      const { users } = sending.database.schema
      await sending.database.update(users).set({ confirmedAt: new Date(), verifiedAt: new Date() })
      const { body } = await sending.visitor('POST', '/auth/v1/token?grant_type=password', account)
      const token = (body as { access_token: string }).access_token
      const ask = (method: string, json?: unknown) =>
        fetch(sending.url + OWN_DATA.deletion, {
          method,
          headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' },
          ...(json !== undefined && { body: JSON.stringify(json) }),
        })
      expect((await ask('POST', { password: 'correct horse' })).status).toBe(200)
      await mailWith('Your Callfolio account will be deleted')
      expect((await ask('DELETE')).status).toBe(200)
      await mailWith('Your Callfolio account deletion was canceled')
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
      const receipt = await mailWith('Your Callfolio account was deleted')
      expect(receipt?.text).toMatch(/SHA-256 of the deleted file names and sizes: [0-9a-f]{64}/)
      expect(await sending.database.$count(users)).toBe(0)
    } finally {
      await sending.close()
      await smtp.close()
    }
  })
})
