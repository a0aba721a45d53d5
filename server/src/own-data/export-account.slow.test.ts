import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { derivedFolder } from '../storage/keys.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { updateMicrosite } from '../testing/microsites.ts'
import { addFinished, addUpload, OWN_DATA } from './own-data.testing.ts'

const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** More than connections buffer. */
const LONG_BYTES = 32 * 1024 * 1024
const DAY = 24 * 60 * 60 * 1000

describe.each(BOTH_DATABASES)('the account export on %s', (_, _open, settings) => {
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

  describe('exporting everything', () => {
    const download = async ({ send }: Person) => {
      const { body } = await send('POST', OWN_DATA.export)
      const response = await fetch(app.url + (body as { path: string }).path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="callfolio-[\d-]{10}\.zip"$/)
      return unzipSync(new Uint8Array(await response.arrayBuffer()))
    }

    test('returns one archive with the account’s rows, microsites and files, and nothing of other users', async () => {
      const other = await app.signUp()
      await addMicrosite(other, 'Another user’s')
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

    test('includes sign-in methods, retention, payments, logo and uploads, and no secret', async () => {
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
      await addUpload(app, person, '1.mp4', soon)
      await addUpload(app, person, '2.mp4', null)

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

    test.each(['deleted', 'redacted'])('sends no more of a recording once its microsite is being %s', async (how) => {
      const id = await addMicrosite(person, 'Long')
      await addMicrosite(person, 'Other')
      const below = join(app.folder, 'uservideos', derivedFolder(person.userId, id))
      await writeFile(join(below, 'video.mp4'), Buffer.alloc(LONG_BYTES, 'x'))
      await updateMicrosite(app.database, id, { status: 'active', durationMs: 60_000 })
      const { body } = await person.send('POST', OWN_DATA.export)
      const response = await fetch(app.url + (body as { path: string }).path)
      const reader = response.body?.getReader()
      const parts: Uint8Array[] = []
      const readOn = async (bytes: number) => {
        for (let got = 0; got < bytes; got += parts.at(-1)?.length ?? 0) {
          const { value, done } = (await reader?.read()) ?? { done: true }
          if (done || value === undefined) return
          parts.push(value)
        }
      }
      await readOn(1024 * 1024)
      const site = `/api/microsites/${id}`
      const request = { spans: [{ start_ms: 0, end_ms: 1000 }] }
      const { status } = await (how === 'deleted'
        ? person.send('DELETE', site)
        : person.send('POST', `${site}/redactions`, request))
      expect(status).toBe(200)
      await readOn(Infinity)
      const files = Object.entries(unzipSync(new Uint8Array(Buffer.concat(parts))))
      const sent = files.filter(([name]) => name.includes(' Long ')).map(([, bytes]) => bytes.length)
      expect(Math.max(...sent)).toBeLessThan(LONG_BYTES)
      expect(files.find(([name]) => / Other .*video\.mp4$/.test(name))?.[1]).toHaveLength(300_000)
    })

    test("requires the user's own, unforged link", async () => {
      const { body } = await person.send('POST', OWN_DATA.export)
      const { path } = body as { path: string }
      const other = await (await app.signUp()).send('POST', OWN_DATA.export)
      const session = /session=[^&]+/.exec((other.body as { path: string }).path)?.[0] ?? ''
      for (const forged of [
        path.replace(/session=[^&]+/, session),
        path.replace(/expires=\d+/, 'expires=4102444800'),
        path.replace(/signature=.*/, 'signature=x'),
      ])
        expect((await fetch(app.url + forged)).status, forged).toBe(403)
    })
  })

  test.each(['local', 'global'])('revokes the export link when its owner signs out (%s)', async (scope) => {
    const { body } = await person.send('POST', OWN_DATA.export)
    const url = app.url + (body as { path: string }).path
    expect((await fetch(url)).status).toBe(200)
    expect((await person.send('POST', `/auth/v1/logout?scope=${scope}`)).status).toBe(204)
    expect((await fetch(url)).status).toBe(403)
  })
})
