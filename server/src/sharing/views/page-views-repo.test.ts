import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { BOTH_DATABASES } from '../../testing/databases.ts'
import { insertMicrosite } from '../../testing/microsites.ts'
import { insertUser } from '../../testing/users.ts'
import { createViewsRepo } from './page-views-repo.ts'

describe.each(BOTH_DATABASES)('views on %s', (_name, open) => {
  let db: Database

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  test('are counted for one link and its microsite, with none lost when many arrive at once', async () => {
    const userId = await insertUser(db)
    const micrositeId = await insertMicrosite(db, { userId, updatedAt: new Date(0) })
    const [read, other] = [randomUUID(), randomUUID()]
    for (const id of [read, other]) {
      await db
        .insert(db.schema.shareableLinks)
        .values({ id, token: id, micrositeId, createdByUserId: userId, expiresAt: new Date(0) })
    }
    const views = createViewsRepo(db)
    await Promise.all(
      Array.from({ length: 20 }, () =>
        views.add({
          id: randomUUID(),
          link: { id: read, micrositeId, createdByUserId: userId },
          email: null,
          sections: ['summary'],
          at: new Date(0),
        }),
      ),
    )
    const links = await db.select().from(db.schema.shareableLinks)
    expect(Object.fromEntries(links.map(({ id, viewCount }) => [id, viewCount]))).toEqual({ [read]: 20, [other]: 0 })
    // A view does not change the microsite.
    expect(await db.select().from(db.schema.micrositeCounters)).toMatchObject([{ viewCount: 20 }])
    expect(await db.select().from(db.schema.microsites)).toMatchObject([{ updatedAt: new Date(0) }])
  })

  test('are dropped when their link was deleted in the meantime', async () => {
    const userId = await insertUser(db)
    const micrositeId = await insertMicrosite(db, { userId })
    const link = { id: randomUUID(), micrositeId, createdByUserId: userId }
    await createViewsRepo(db).add({ id: randomUUID(), link, email: null, sections: [], at: new Date(0) })
    const { micrositeCounters, linkViews } = db.schema
    expect(await db.$count(linkViews, eq(linkViews.linkId, link.id))).toBe(0)
    expect(
      await db.select().from(micrositeCounters).where(eq(micrositeCounters.micrositeId, micrositeId)),
    ).toMatchObject([{ viewCount: 0 }])
  })
})
