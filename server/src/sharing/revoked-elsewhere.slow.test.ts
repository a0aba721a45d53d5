import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../db/database.ts'
import { openTestBucket, type TestBucket } from '../storage/s3-buckets.testing.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { HAS_POSTGRES } from '../testing/databases.ts'
import { insertMicrosite } from '../testing/microsites.ts'
import { createPostgres } from '../testing/postgres.ts'
import { PART_BYTES, PARTS_TO_CUT, readSlowly, received } from '../testing/slow-reader.ts'

const MIB = 1024 * 1024
/** Far more than the system holds for one connection. */
const SIZE = 32 * MIB

describe.runIf(HAS_POSTGRES)('a recording in a bucket that one process sends', () => {
  let bucket: TestBucket
  let db: Database
  let sending: RunningApp
  let other: RunningApp
  let owner: Person
  beforeAll(async () => {
    bucket = await openTestBucket()
    const shared = {
      DATABASE_URL: await createPostgres({ migrated: true }),
      SECRET_KEY: 'secret of the processes of this test',
      ...bucket.settings,
      DEFAULT_PLAN: 'team',
      ROLE: 'web',
    }
    db = await openDatabase(shared.DATABASE_URL)
    sending = await startApp(shared)
    other = await startApp(shared)
    owner = await other.signUp()
  })
  afterAll(async () => {
    await sending.close()
    await other.close()
    await db.close()
    await bucket.close()
  })

  test.each<[string, (link: string, microsite: string) => Promise<unknown>]>([
    ['its link is revoked', (link) => owner.send('PATCH', `/api/links/${link}`, { revoked: true })],
    ['its microsite is deleted', (_, microsite) => owner.send('DELETE', `/api/microsites/${microsite}`)],
  ])('is cut soon after %s at another process', async (_what, end) => {
    const videoUrl = `${owner.userId}/meetings/${crypto.randomUUID()}/call.mp4`
    await bucket.put(videoUrl, Buffer.alloc(SIZE, 'video'))
    const microsite = await insertMicrosite(db, { userId: owner.userId, videoUrl, durationMs: 60_000 })
    const asked = { microsite_id: microsite, expires_in_days: 7, with_video: true }
    const { body } = await owner.send('POST', '/api/create-shareable-link', asked)
    const { id, share_url: url } = body as { id: string; share_url: string }
    const reader = await readSlowly(new URL(`${new URL(url).pathname}/video`, sending.url))
    await received(reader, MIB)
    expect(await end(id, microsite)).toMatchObject({ status: 200 })
    const before = reader.seen.bytes
    await reader.reading
    expect(reader.seen.bytes - before).toBeLessThan(PARTS_TO_CUT * PART_BYTES)
  })
})
