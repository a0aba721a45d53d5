import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, startApp, type RunningApp } from '../testing/app.ts'

let app: RunningApp
beforeAll(async () => {
  app = await startApp({ DEFAULT_PLAN: 'team' })
  await app.services.start(0)
})
afterAll(() => app.close())

/** Words that stand nowhere else; each names what it was planted as. */
const planted: string[] = []
let number = 0
function marker(what: string): string {
  // Digits first: the search index keeps only how a word differs from the one before it.
  const word = `${(++number * 7919 + 10_000).toString(36)}${what}zzq`
  planted.push(word)
  return word
}

/** The markers in any file of the data folder: database, its log, outbox, uploads, scratch. @returns each with its files. */
async function found(words: readonly string[]): Promise<Record<string, string[]>> {
  const entries = (await readdir(app.folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  const hits: Record<string, string[]> = {}
  for (const { parentPath, name } of entries) {
    const path = join(parentPath, name)
    const text = path.toLowerCase() + (await readFile(path, 'latin1')).toLowerCase()
    for (const word of words) if (text.includes(word)) (hits[word] ??= []).push(path.slice(app.folder.length))
  }
  return hits
}

test('of 28 markers of an account none is in any file after microsite and account were deleted', async () => {
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
  const { microsites, shareableLinks, linkViews, uploads } = app.database.schema
  await eventually(async () => {
    const [site] = await app.database.select().from(microsites).where(eq(microsites.id, id))
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
  const [row] = await app.database.select().from(shareableLinks)
  planted.push(row?.token.toLowerCase() ?? 'no link')
  const now = new Date()
  await app.database.insert(linkViews).values({
    id: randomUUID(),
    linkId: row?.id ?? '',
    email: `${marker('viewer')}@example.org`,
    sections: [],
    createdAt: now,
    updatedAt: now,
  })
  await app.database
    .insert(uploads)
    .values({ key: `${userId}/meetings/${userId}/1.mp4`, userId, filename: marker('filename'), createdAt: now })
  for (const [folder, name] of [
    [`uservideos/${userId}/derived/${id}`, marker('derived')],
    [`uservideos/${userId}/meetings/${userId}`, marker('stray')],
  ] as const) {
    await mkdir(join(app.folder, folder), { recursive: true })
    await writeFile(join(app.folder, folder, 'x.txt'), name)
  }
  // What is in the log only would go with it: it comes into the database's file, as it does in time.
  const client = new Sqlite(join(app.folder, 'callfolio.db'))
  expect(client.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }])
  client.close()
  expect(planted.length).toBeGreaterThanOrEqual(28)
  const before = await found(planted)
  expect(planted.filter((word) => before[word] === undefined && !word.includes('agent')).length).toBeLessThan(4)

  const gone = await fetch(`${app.url}/api/microsites/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(gone.status).toBe(200)
  await app.services.admin.deleteUser(userId)
  // As by the hour: it has the search index too.
  await app.services.tidy()
  expect(await found(planted)).toEqual({})
})
