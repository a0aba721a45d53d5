import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { SMTPServer } from 'smtp-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { derivedFolder } from '../storage/keys.ts'
import { eventually, startApp, type Person, type RunningApp } from '../testing/app.ts'

const DAY = 24 * 60 * 60 * 1000
const DATA = '/api/account/data'
const DELETION = '/api/account/deletion'
const EXPORT = '/api/account/export'

let app: RunningApp
let person: Person
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
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

test('where mail is sent the request, its end and the receipt come by mail', async () => {
  const mails: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString())
        callback()
      })
    },
  })
  const listener = smtp.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const sending = await startApp({ SMTP_URL: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}` })
  const subject = (text: string) => eventually(async () => mails.some((mail) => mail.includes(`Subject: ${text}`)))
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
    await sending.database.update(users).set({ deletionDueAt: new Date() })
    await sending.services.tidy()
    await subject('Your Callfolio account was deleted')
    expect(mails.at(-1)?.replaceAll('=\r\n', '')).toMatch(/SHA-256 of what was removed: [0-9a-f]{64}/)
    expect(await sending.database.$count(users)).toBe(0)
  } finally {
    await sending.close()
    await new Promise<void>((resolve) => {
      smtp.close(resolve)
    })
  }
})
