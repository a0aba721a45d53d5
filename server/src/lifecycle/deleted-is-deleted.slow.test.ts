import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { eventually, startApp, type RunningApp, type Send } from '../testing/app.ts'
import { HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres, queryPostgres } from '../testing/postgres.ts'

/** Unique words; each names the field it was planted in. */
let planted: string[] = []
let number = 0
beforeEach(() => {
  planted = []
})
function marker(what: string): string {
  // Digits first: the search index stores only the difference from the previous word.
  const word = `${(++number * 7919 + 10_000).toString(36)}${what}zzq`
  planted.push(word)
  return word
}

/**
 * Finds the markers in all files of the data folder: database, its log, outbox, uploads, scratch. @returns each with
 * its files.
 */
async function found(app: RunningApp, words: readonly string[]): Promise<Record<string, string[]>> {
  const entries = (await readdir(app.folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  const hits: Record<string, string[]> = {}
  for (const { parentPath, name } of entries) {
    const path = join(parentPath, name)
    // An email being written is about to be renamed.
    const content = await readFile(path, 'latin1').catch(nothingWhenGone)
    const text = path.toLowerCase() + content.toLowerCase()
    for (const word of words) if (text.includes(word)) (hits[word] ??= []).push(path.slice(app.folder.length))
  }
  return hits
}

function nothingWhenGone(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}

/**
 * Finds the markers in all rows: tables, search index, limits and notices between processes. @returns each with its
 * tables.
 */
async function foundInRows(address: string, words: readonly string[]): Promise<Record<string, string[]>> {
  const tables = await queryPostgres(
    address,
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  )
  const hits: Record<string, string[]> = {}
  for (const name of tables.map((table) => String(table['name']))) {
    const rows = await queryPostgres(address, `select lower(row::text) as text from ${name} row`)
    const text = rows.map((row) => row['text']).join('\n')
    for (const word of words) if (text.includes(word)) (hits[word] ??= []).push(name)
  }
  return hits
}

/** An account with a microsite, a link and all their data, each with its own markers. */
async function plant(app: RunningApp, database: Database) {
  const json = async (method: string, path: string, body: unknown, token?: string) => {
    const response = await fetch(`${app.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'user-agent': marker('agent'),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    expect(response.status, path).toBeLessThan(300)
    return (await response.json()) as Record<string, unknown>
  }
  const email = `${marker('email')}@example.org`
  const signedUp = await json('POST', '/auth/v1/signup', {
    email,
    password: 'correct horse',
    data: { full_name: marker('name'), company: marker('metadata') },
  })
  const token = String(signedUp['access_token'])
  const { id: userId } = signedUp['user'] as { id: string }
  planted.push(userId)
  const { send } = { send: (method: string, path: string, body: unknown) => json(method, path, body, token) }
  await json('POST', '/auth/v1/recover', { email })
  await eventually(async () => (await found(app, [email]))[email]?.some((file) => file.endsWith('.eml')))
  // Emails already sent to the address stay in the outbox.
  await json('PUT', '/auth/v1/user', { email: `${marker('address')}@example.org` }, token)

  await send('POST', '/api/tags', { name: marker('tag'), description: marker('tagtext') })
  const tag = planted.at(-3) ?? ''
  const lines = [marker('speaker'), marker('said'), marker('promise')] as const
  const captions = `WEBVTT\n\n00:01.000 --> 00:09.000\n<v ${lines[0]}>We ship ${lines[1]} to you.\n\n00:10.000 --> 00:14.000\n<v ${lines[0]}>I will send the ${lines[2]} on Friday.`
  const { job_id: id } = (await send('POST', '/api/process-meeting', {
    title: marker('firsttitle'),
    description: marker('description'),
    captions,
  })) as { job_id: string }
  planted.push(id)
  const { microsites, shareableLinks, linkViews, uploads } = database.schema
  await eventually(async () => {
    const [site] = await database.select().from(microsites).where(eq(microsites.id, id))
    return site?.status === 'active'
  })
  await send('PATCH', `/api/microsites/${id}`, {
    title: marker('title'),
    tags: [tag],
    summary: marker('summary'),
    quotes: [marker('quote')],
    action_points: [marker('action')],
    important_points: [marker('point')],
    todo_list: [marker('todo')],
    rename_speaker: { from: lines[0], to: marker('renamed') },
  })
  const link = await send('POST', '/api/create-shareable-link', {
    microsite_id: id,
    expires_in_days: 7,
    label: marker('label'),
  })
  expect(link).toBeTruthy()
  const [row] = await database.select().from(shareableLinks)
  planted.push(row?.token.toLowerCase() ?? 'no link')
  const now = new Date()
  await database.insert(linkViews).values({
    id: randomUUID(),
    linkId: row?.id ?? '',
    email: `${marker('viewer')}@example.org`,
    sections: [],
    createdAt: now,
    updatedAt: now,
  })
  await database
    .insert(uploads)
    .values({ key: `${userId}/meetings/${userId}/1.mp4`, userId, filename: marker('filename'), createdAt: now })
  for (const [folder, name] of [
    [`uservideos/${userId}/derived/${id}`, marker('derived')],
    [`uservideos/${userId}/meetings/${userId}`, marker('stray')],
  ] as const) {
    await mkdir(join(app.folder, folder), { recursive: true })
    await writeFile(join(app.folder, folder, 'x.txt'), name)
  }
  expect(planted.length).toBeGreaterThanOrEqual(28)
  return { id, userId, token }
}

/** Deletes the microsite, then the account. */
async function deleteAll(app: RunningApp, { id, userId, token }: Awaited<ReturnType<typeof plant>>): Promise<void> {
  const gone = await fetch(`${app.url}/api/microsites/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(gone.status).toBe(200)
  await app.services.admin.deleteUser(userId)
}

/** Moves the log into the database file, as a checkpoint does: words only in the log would disappear with it. */
function checkpoint(app: RunningApp): void {
  const client = new Sqlite(join(app.folder, 'callfolio.db'))
  expect(client.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }])
  client.close()
}

/** Adds a finished call with a marker each in title, description and transcript. @returns them with its id. */
async function addCall(app: RunningApp, send: Send) {
  const [title, description, said] = [marker('title'), marker('description'), marker('said')]
  const captions = `WEBVTT\n\n00:01.000 --> 00:09.000\n<v Ann>We ship ${said} to you.\n\n00:10.000 --> 00:14.000\n<v Ann>Good.`
  const { body } = await send('POST', '/api/process-meeting', { title, description, captions })
  const { job_id: id } = body as { job_id: string }
  await eventually(async () => {
    const { body: site } = await send('GET', `/api/microsites/${id}`)
    return (site as Microsite).status === 'active'
  })
  checkpoint(app)
  expect(Object.keys(await found(app, planted))).toEqual(planted)
  return { path: `/api/microsites/${id}`, title, description, said }
}

/** Vitest's own timeout ends the wait. */
const gone = (app: RunningApp, words: readonly string[]) =>
  eventually(async () => Object.keys(await found(app, words)).length === 0)

describe('the files of a running SQLite server, before any housekeeping', () => {
  let app: RunningApp
  beforeEach(async () => {
    app = await startApp({ DEFAULT_PLAN: 'team' })
    await app.services.start(0)
  })
  afterEach(() => app.close())

  test("hold none of an account's 28 markers after microsite and account are deleted", async () => {
    const account = await plant(app, app.database)
    checkpoint(app)
    const before = await found(app, planted)
    expect(planted.filter((word) => before[word] === undefined && !word.includes('agent')).length).toBeLessThan(4)
    await deleteAll(app, account)
    await gone(app, planted)
  })

  test("lose a deleted microsite's words and keep another's", async () => {
    const { send } = await app.signUp()
    const kept = await addCall(app, send)
    planted = []
    const deleted = await addCall(app, send)
    await send('DELETE', deleted.path)
    await gone(app, planted)
    expect(Object.keys(await found(app, [kept.title, kept.said]))).toHaveLength(2)
  })

  test('lose words replaced by an edit', async () => {
    const { send } = await app.signUp()
    const { path, title, description } = await addCall(app, send)
    // An edited line keeps the original words, so that they can be restored.
    expect(await send('PATCH', path, { title: 'Renamed', description: '' })).toMatchObject({ status: 200 })
    await gone(app, [title, description])
  })

  test('lose the words of redacted lines', async () => {
    const { send } = await app.signUp()
    const { path, said } = await addCall(app, send)
    const { status } = await send('POST', `${path}/redactions`, { spans: [{ start_ms: 0, end_ms: 9500 }] })
    expect(status).toBeLessThan(300)
    await gone(app, [said])
  })

  test("lose a deleted link's label, from the log too", async () => {
    const { send } = await app.signUp()
    const { path } = await addCall(app, send)
    const label = marker('label')
    const link = { microsite_id: path.split('/').at(-1), expires_in_days: 7, label }
    const { body } = await send('POST', '/api/create-shareable-link', link)
    expect(Object.keys(await found(app, [label]))).toEqual([label])
    const { id } = body as { id: string }
    expect(await send('DELETE', `/api/links/${id}`)).toMatchObject({ status: 204 })
    await gone(app, [label])
  })
})

test('lose the words of a microsite deleted just before the server stopped', async () => {
  const app = await startApp()
  try {
    await app.services.start(0)
    const { send } = await app.signUp()
    const { path } = await addCall(app, send)
    await send('DELETE', path)
    await app.end()
    expect(await found(app, planted)).toEqual({})
  } finally {
    await rm(app.folder, { recursive: true })
  }
})

test.runIf(HAS_POSTGRES)(
  "PostgreSQL has none of an account's 28 markers in any row after microsite and account are deleted",
  async () => {
    const address = await createPostgres({ migrated: true })
    const app = await startApp({ DEFAULT_PLAN: 'team', DATABASE_URL: address })
    const database = await openDatabase(address)
    try {
      await app.services.start(0)
      const account = await plant(app, database)
      const before = { ...(await found(app, planted)), ...(await foundInRows(address, planted)) }
      expect(planted.filter((word) => before[word] === undefined && !word.includes('agent')).length).toBeLessThan(4)
      await deleteAll(app, account)
      await app.services.tidy()
      expect(await foundInRows(address, planted)).toEqual({})
      expect(await found(app, planted), 'nor in a file beside the database').toEqual({})
    } finally {
      await app.close()
      await database.close()
    }
  },
)
