import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { insertUser } from '../testing/users.ts'
import { createBrandingsRepo, type BrandingsRepo } from './brandings-repo.ts'

const NOW = new Date('2026-11-21T10:00:00.123Z')

describe.each(BOTH_DATABASES)('brandings on %s', (_name, open) => {
  let db: Database
  let brandings: BrandingsRepo
  let userId: string

  beforeAll(async () => {
    db = await open()
    brandings = createBrandingsRepo(db)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    userId = await insertUser(db)
  })

  test('accent and logo are set and removed independently', async () => {
    expect(await brandings.find(userId)).toBeNull()
    await brandings.set(userId, { accent: '#0a4f94' }, NOW)
    await brandings.set(userId, { logoName: `${userId}.png` }, NOW)
    expect(await brandings.find(userId)).toEqual({
      userId,
      accent: '#0a4f94',
      logoName: `${userId}.png`,
      updatedAt: NOW,
    })
    await brandings.set(userId, { accent: null }, new Date(0))
    expect(await brandings.find(userId)).toEqual({
      userId,
      accent: null,
      logoName: `${userId}.png`,
      updatedAt: new Date(0),
    })
  })

  test('two concurrent first settings are both kept', async () => {
    await Promise.all([
      brandings.set(userId, { accent: '#0a4f94' }, NOW),
      brandings.set(userId, { logoName: `${userId}.png` }, NOW),
    ])
    expect(await brandings.find(userId)).toMatchObject({ accent: '#0a4f94', logoName: `${userId}.png` })
  })

  test('a logo is found by its name until its user is deleted', async () => {
    await brandings.set(userId, { logoName: `${userId}.png` }, NOW)
    expect(await brandings.findByLogo(`${userId}.png`)).toMatchObject({ userId })
    expect(await brandings.findByLogo('other.png')).toBeNull()
    await db.delete(db.schema.users)
    expect(await brandings.findByLogo(`${userId}.png`)).toBeNull()
  })
})
