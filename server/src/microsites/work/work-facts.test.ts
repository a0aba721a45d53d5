import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { createSqlQueue } from '../../jobs/sql-queue.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Lane } from '../../jobs/lanes.ts'
import { DATABASES } from '../../testing/databases.ts'
import { insertUser } from '../../testing/users.ts'
import { enqueueWork, MICROSITE_JOB } from './job-kinds.ts'
import { createMicrositesRepo, type MicrositesRepo } from '../records/microsites-repo.ts'
import { createSpeedsRepo, SPEED, type SpeedsRepo } from './speeds-repo.ts'
import { createWorkFacts } from './work-facts.ts'

describe.each(DATABASES)('facts about unfinished work on %s', (_, open) => {
  let db: Database
  let now: number
  let queue: Queue
  let microsites: MicrositesRepo
  let speeds: SpeedsRepo
  let ann: string
  let ben: string

  beforeAll(async () => {
    db = await open()
    microsites = createMicrositesRepo(db)
    speeds = createSpeedsRepo(db)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.delete(db.schema.jobs)
    await db.delete(db.schema.measuredSpeeds)
    now = Date.parse('2026-03-02T09:00:00Z')
    queue = createSqlQueue({ db, clock: () => new Date(now) })
    ann = await insertUser(db)
    ben = await insertUser(db)
  })

  async function add(userId: string, lane: Lane, durationMs: number | null = null): Promise<string> {
    const id = randomUUID()
    const site = {
      id,
      userId,
      title: 'Call',
      description: null,
      sourceKey: randomUUID(),
      language: null,
      sample: false,
    }
    await microsites.insert(site, null)
    if (durationMs !== null) await microsites.updateWorking(id, { durationMs })
    now += 1
    await queue.enqueue({ id, kind: MICROSITE_JOB, lane, owner: userId })
    return id
  }
  const facts = async (...ids: string[]) => {
    const rows = ids.map((id) => ({ id, status: 'processing' as const }))
    const all = await createWorkFacts({
      queue,
      microsites,
      speeds,
      slots: { short: 2, long: 1 },
      clock: () => new Date(now),
    })(rows)
    return ids.map((id) => all.get(id))
  }

  test('shows how many are before a waiting microsite, counting turns and its lane only', async () => {
    const [first, second, third] = [await add(ann, 'long'), await add(ann, 'long'), await add(ann, 'long')]
    await queue.claim({ lane: 'long' })
    await add(ann, 'short')
    const bens = await add(ben, 'long')
    expect(await facts(first, bens, second, third)).toEqual([
      {},
      { waiting: { before: 1, seconds: null } },
      { waiting: { before: 2, seconds: null } },
      { waiting: { before: 3, seconds: null } },
    ])
  })

  test('estimates the time from measurements: by audio for a known length, by the usual job for others', async () => {
    await speeds.record(SPEED.sound, 1000, 500)
    await speeds.record(SPEED.job('long'), 1, 90)
    const running = await add(ann, 'long', 600_000)
    const next = await add(ann, 'long')
    const last = await add(ben, 'long')
    await queue.claim({ lane: 'long' })
    await microsites.updateWorking(running, { progress: 0.5 })
    expect(await facts(running, last, next)).toEqual([
      { seconds_left: 150 },
      { waiting: { before: 1, seconds: 150 } },
      { waiting: { before: 2, seconds: 240 } },
    ])
  })

  test('shares the queue between concurrent microsites', async () => {
    await speeds.record(SPEED.job('short'), 1, 10)
    const ids = [await add(ann, 'short'), await add(ann, 'short'), await add(ann, 'short')]
    await queue.claim()
    await queue.claim()
    expect(await facts(ids[2] ?? '')).toEqual([{ waiting: { before: 2, seconds: 10 } }])
  })

  test('reads the queue once for all who poll within half a second', async () => {
    const id = await add(ann, 'short')
    let reads = 0
    const counted = { line: (kind: string) => ((reads += 1), queue.line(kind)) }
    const slots = { short: 1, long: 1 }
    const read = createWorkFacts({ queue: counted, microsites, speeds, slots, clock: () => new Date(now) })
    const poll = async (ofSite = id) => (await read([{ id: ofSite, status: 'processing' }])).get(ofSite)
    await poll()
    await queue.claim()
    expect(await poll()).toEqual({ waiting: { before: 0, seconds: 0 } })
    expect(reads).toBe(1)
    expect(await poll(await add(ben, 'short')), 'a new job').toEqual({ waiting: { before: 1, seconds: null } })
    now += 500
    expect(await poll(), 'later').toEqual({})
    expect(reads).toBe(3)
  })

  test('gives newer measurements more weight', async () => {
    for (let i = 0; i < 30; i += 1) await speeds.record(SPEED.engine('sphinx'), 100, 100)
    for (let i = 0; i < 10; i += 1) await speeds.record(SPEED.engine('sphinx'), 100, 300)
    expect((await speeds.all()).get(SPEED.engine('sphinx'))).toBeGreaterThan(2.7)
  })

  test.each([
    ['captions only', { sourceKey: null }, null, 'short'],
    ['a recording', {}, null, 'long'],
    ['a recording with captions', {}, { key: 'captions.txt', size: 1, modifiedAt: new Date(0) }, 'short'],
    ['a sample call', { sample: true }, null, 'short'],
  ] as const)('%s is worked on in its lane, as its owner’s', async (_what, given, captions, lane) => {
    const id = randomUUID()
    const site = { id, userId: ann, title: 'Call', description: null, sourceKey: id, language: null, sample: false }
    await microsites.insert({ ...site, ...given }, null)
    await enqueueWork({ microsites, queue, storage: { stat: async () => captions } }, id)
    expect(await queue.line(MICROSITE_JOB)).toMatchObject([{ id, lane, owner: ann }])
  })
})
