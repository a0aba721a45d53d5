import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { BOTH_DATABASES } from '../../testing/databases.ts'
import { insertMicrosite as insertSite } from '../../testing/microsites.ts'
import { insertUser } from '../../testing/users.ts'
import { createLinksRepo, type LinksRepo } from './links-repo.ts'

const NOW = new Date('2026-11-21T10:00:00.123Z')
/** The fields of a link without options. */
const OFF = {
  revokedAt: null,
  passwordHash: null,
  asksEmail: false,
  sections: null,
  withVideo: false,
  whenReady: false,
  early: false,
  viewCount: 0,
  lastOpenedAt: null,
}

describe.each(BOTH_DATABASES)('shareable links on %s', (_name, open) => {
  let db: Database
  let links: LinksRepo
  let userId: string
  let micrositeId: string

  beforeAll(async () => {
    db = await open()
    links = createLinksRepo(db)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    userId = await insertUser(db)
    micrositeId = await insertMicrosite()
  })

  const insertMicrosite = () => insertSite(db, { userId, title: 'Call', description: 'With Acme', createdAt: NOW })

  async function insertLink(change: { micrositeId?: string; createdByUserId?: string; createdAt?: Date } = {}) {
    const link = {
      id: randomUUID(),
      token: randomUUID(),
      micrositeId,
      createdByUserId: userId,
      label: null,
      expiresAt: NOW,
      createdAt: NOW,
      ...change,
    }
    await links.insert(link)
    return link
  }

  test('creates no link to a microsite that was deleted in the meantime', async () => {
    const link = { id: randomUUID(), token: randomUUID(), createdByUserId: userId, label: null }
    expect(await links.insert({ ...link, micrositeId: randomUUID(), expiresAt: NOW, createdAt: NOW })).toBe(false)
    expect(await links.findProgress(link.token)).toBeNull()
  })

  const owned = async (id: string) => {
    const link = await links.findOwned(userId, id)
    if (!link) throw new Error('the link is gone')
    return link
  }

  test('lists links newest first, joined with the microsites, and none of other users', async () => {
    const older = await insertLink({ createdAt: new Date(NOW.getTime() - 1) })
    const newer = await insertLink({ micrositeId: await insertMicrosite() })
    const rows = await links.list(userId, undefined)
    expect(rows.map(({ id }) => id)).toEqual([newer.id, older.id])
    expect(rows[1]).toEqual({
      ...older,
      ...OFF,
      microsite: { id: micrositeId, title: 'Call', description: 'With Acme', createdAt: NOW },
    })
    expect((await links.list(userId, micrositeId)).map(({ id }) => id)).toEqual([older.id])
    expect(await links.list(await insertUser(db), undefined)).toEqual([])
  })

  test('finds a link by its token, and as owned only for its creator', async () => {
    const link = await insertLink()
    expect(await links.findProgress(link.token)).toMatchObject({ link: { ...link, ...OFF } })
    expect(await links.findProgress(link.token.toUpperCase())).toBeNull()
    expect(await links.findOwned(await insertUser(db), link.id)).toBeNull()
  })

  test('does not open a link to a microsite its creator does not own', async () => {
    const { token } = await insertLink({ createdByUserId: await insertUser(db) })
    expect(await links.findProgress(token)).toBeNull()
  })

  test('changes one link and leaves its other fields', async () => {
    const [link, other] = [await insertLink(), await insertLink()]
    await links.update(await owned(link.id), { label: 'Acme' })
    await links.update(await owned(link.id), { expiresAt: new Date(0) })
    expect(await owned(link.id)).toMatchObject({ label: 'Acme', expiresAt: new Date(0), token: link.token })
    expect(await owned(other.id)).toMatchObject({ label: null, expiresAt: NOW })
  })

  test('deletes a link and keeps the others', async () => {
    const [link, other] = [await insertLink(), await insertLink()]
    await links.remove(await owned(link.id), new Date())
    expect((await links.list(userId, undefined)).map(({ id }) => id)).toEqual([other.id])
  })

  test.each(['microsites', 'users'] as const)('deletes links with their row in %s', async (table) => {
    await insertLink()
    await db.delete(db.schema[table])
    expect(await db.$count(db.schema.shareableLinks)).toBe(0)
  })

  test('refuses two links with one token', async () => {
    const { token } = await insertLink()
    await expect(
      links.insert({
        id: randomUUID(),
        token,
        micrositeId,
        createdByUserId: userId,
        label: null,
        expiresAt: NOW,
        createdAt: NOW,
      }),
    ).rejects.toThrow()
  })
})
