import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { insertUser } from '../testing/users.ts'
import { createTagsRepo, type NewTag, type TagApproved, type TagsRepo } from './tags-repo.ts'

const NOW = new Date('2026-11-21T10:00:00Z')

describe.each(BOTH_DATABASES)('tags on %s', (_name, open) => {
  let db: Database
  let repo: TagsRepo
  let userId: string

  beforeAll(async () => {
    db = await open()
    repo = createTagsRepo(db)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    userId = await insertUser(db)
  })

  const approval = (limit: number | null) => ({ userId, limit }) as TagApproved
  const newTag = (name: string, createdAt = NOW): NewTag => ({
    id: randomUUID(),
    name,
    nameKey: name.toLowerCase(),
    color: '#208df3',
    description: null,
    createdAt,
  })
  const owned = async (id: string) => {
    const tag = await repo.findOwned(userId, id)
    if (!tag) throw new Error('the tag is gone')
    return tag
  }

  test('creates only as many of ten concurrent tags as the limit allows', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => repo.insert(newTag(`Tag ${index}`), approval(3))),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3)
    expect(outcomes.filter((outcome) => outcome === 'limit_reached')).toHaveLength(7)
    expect(await repo.list(userId)).toHaveLength(3)
  })

  test('deleting a tag frees its slot once', async () => {
    const [first, second, third] = [newTag('One'), newTag('Two'), newTag('Three')]
    for (const tag of [first, second]) await repo.insert(tag, approval(2))
    const read = await owned(first.id)
    await Promise.all([repo.remove(read), repo.remove(read)])
    await repo.remove(read)
    expect(await repo.insert(third, approval(2))).toBe('done')
    expect(await repo.insert(newTag('Four'), approval(2))).toBe('limit_reached')
  })

  test('names differ by more than case, per user', async () => {
    const tag = newTag('Acme')
    await repo.insert(tag, approval(null))
    expect(await repo.insert(newTag('ACME'), approval(null))).toBe('duplicate')
    const other = newTag('Beta')
    await repo.insert(other, approval(3))
    expect(await repo.update(await owned(other.id), { name: 'acme', nameKey: 'acme' })).toBe('duplicate')
    expect(await repo.update(await owned(tag.id), { name: 'ACME', nameKey: 'acme' })).toBe('done')
    // The refused ones used no slot.
    expect(await repo.insert(newTag('Gamma'), approval(3))).toBe('done')
    expect(await repo.insert(newTag('Acme'), { userId: await insertUser(db), limit: 1 } as TagApproved)).toBe('done')
  })

  test('a list is newest first, counts microsites and shows nothing of other users', async () => {
    const [old, recent] = [newTag('Old', new Date('2026-01-01T00:00:00Z')), newTag('Recent')]
    for (const tag of [old, recent]) await repo.insert(tag, approval(null))
    for (let index = 0; index < 2; index++) {
      const micrositeId = randomUUID()
      await db.insert(db.schema.microsites).values({ id: micrositeId, userId, title: 'Call', status: 'active' })
      await db.insert(db.schema.micrositeTags).values({ micrositeId, tagId: old.id })
    }
    expect((await repo.list(userId)).map((tag) => [tag.name, tag.micrositeCount])).toEqual([
      ['Recent', 0],
      ['Old', 2],
    ])
    const stranger = await insertUser(db)
    expect(await repo.list(stranger)).toEqual([])
    expect(await repo.findOwned(stranger, old.id)).toBeNull()
    await repo.remove(await owned(old.id))
    expect(await db.$count(db.schema.microsites)).toBe(2)
  })
})
