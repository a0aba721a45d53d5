import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { QuotaApproved } from '../../billing/approve-microsite.ts'
import type { Database } from '../../db/database.ts'
import { BOTH_DATABASES } from '../../testing/databases.ts'
import { insertUser } from '../../testing/users.ts'
import { createCardList } from '../library/card-list-repo.ts'
import { createDeletionsRepo } from './deletions-repo.ts'
import type { NewMicrosite } from './microsite.ts'
import { createMicrositesRepo, type MicrositesRepo } from './microsites-repo.ts'

const NOW = new Date('2026-11-21T10:00:00Z')

describe.each(BOTH_DATABASES)('microsites on %s', (_name, open) => {
  let db: Database
  let repo: MicrositesRepo
  let userId: string

  beforeAll(async () => {
    db = await open()
    repo = createMicrositesRepo(db)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    userId = await insertUser(db)
  })

  const approval = (limit: number | null) => ({ userId, period: '2026-11', limit }) as QuotaApproved
  const deletion = () => ({ id: randomUUID(), at: NOW, objects: 0, digest: '' })
  const newSite = (change: Partial<NewMicrosite> = {}): NewMicrosite => ({
    id: randomUUID(),
    userId,
    title: 'Call',
    description: null,
    sourceKey: randomUUID(),
    language: null,
    sample: false,
    ...change,
  })
  const counted = async () =>
    (await db.select().from(db.schema.quotas)).filter((row) => row.userId === userId).map((row) => row.used)
  const owned = async (id: string) => {
    const site = await repo.findOwned(userId, id)
    if (!site) throw new Error('the microsite is gone')
    return site
  }

  test('makes and counts only as many of thirty concurrent microsites as the limit allows', async () => {
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => repo.insert(newSite(), approval(3))))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3)
    expect(outcomes.filter((outcome) => outcome === 'limit_reached')).toHaveLength(27)
    expect(await createCardList(db)(userId, { limit: 100 })).toHaveLength(3)
    expect(await counted()).toEqual([3])
  })

  test('makes one microsite per upload, and does not count a second try', async () => {
    const site = newSite()
    expect(await repo.insert(site, approval(3))).toBe('done')
    expect(await repo.insert(newSite({ sourceKey: site.sourceKey }), approval(3))).toBe('duplicate')
    expect(await counted()).toEqual([1])
    expect((await repo.findBySource(userId, site.sourceKey ?? ''))?.id).toBe(site.id)
  })

  test('attaches and counts one of two recordings for a begun microsite; a limit leaves it waiting', async () => {
    const site = newSite({ sourceKey: null, awaiting: true })
    await repo.insert(site, null)
    expect(await counted()).toEqual([])
    const begun = await owned(site.id)
    expect(await repo.attach(begun, newSite(), approval(0))).toBe('limit_reached')
    expect(await owned(site.id)).toMatchObject({ awaiting: true, sourceKey: null })
    const outcomes = await Promise.all([
      repo.attach(begun, newSite(), approval(3)),
      repo.attach(begun, newSite(), approval(3)),
    ])
    expect(outcomes.toSorted()).toEqual(['changed', 'done'])
    expect(await counted()).toEqual([1])
    expect(
      await repo.removeAwaiting(userId, site.id, { id: 'd', at: new Date(), objects: 0, digest: '' }),
      'it has its recording',
    ).toBe(false)
  })

  test('a failed microsite frees its place once, and a retry takes it again once', async () => {
    const site = newSite()
    await repo.insert(site, approval(1))
    await Promise.all([
      repo.fail(site.id, { code: 'processing_failed', message: 'No.' }, NOW),
      repo.fail(site.id, { code: 'processing_failed', message: 'No.' }, NOW),
    ])
    await repo.fail(site.id, { code: 'processing_failed', message: 'Again.' }, NOW)
    expect(await owned(site.id)).toMatchObject({ status: 'failed', errorMessage: 'No.', quotaPeriod: null })
    expect(await counted()).toEqual([0])
    const failed = await owned(site.id)
    expect(await Promise.all([repo.retry(failed, approval(1), NOW), repo.retry(failed, approval(1), NOW)])).toEqual([
      'done',
      'done',
    ])
    expect(await owned(site.id)).toMatchObject({ status: 'processing', errorMessage: null, quotaPeriod: '2026-11' })
    expect(await counted()).toEqual([1])
  })

  test('one of two retries with a transcript wins, and its transcript replaces the existing one', async () => {
    const site = newSite()
    await repo.insert(site, approval(1))
    await repo.replace(await owned(site.id), { transcript: 'Hello', segments: [], progress: 0.5 }, NOW)
    await repo.fail(site.id, { code: 'processing_failed', message: 'No.' }, NOW)
    const failed = await owned(site.id)
    await repo.retry(failed, approval(1), NOW, { transcript: { id: 'a', source: 'given' } })
    await repo.retry(failed, approval(1), NOW, { transcript: { id: 'b', source: 'given' } })
    expect(await owned(site.id)).toMatchObject({
      status: 'processing',
      transcriptRequest: { id: 'a' },
      transcript: null,
      segments: null,
      progress: 0,
    })
    expect(await counted()).toEqual([1])
  })

  test('rejects a retry at the limit and leaves the microsite failed', async () => {
    const first = newSite()
    await repo.insert(first, approval(1))
    await repo.fail(first.id, { code: 'processing_failed', message: 'No.' }, NOW)
    await repo.insert(newSite(), approval(1))
    expect(await repo.retry(await owned(first.id), approval(1), NOW)).toBe('limit_reached')
    expect(await owned(first.id)).toMatchObject({ status: 'failed', errorMessage: 'No.' })
  })

  test('never counts the sample call, even when it fails and runs again', async () => {
    const sample = newSite({ sample: true })
    await repo.insert(sample, null)
    await repo.fail(sample.id, { code: 'processing_failed', message: 'No.' }, NOW)
    expect(await repo.retry(await owned(sample.id), approval(0), NOW)).toBe('done')
    await repo.updateWorking(sample.id, { status: 'active' })
    expect(await repo.countActiveSince(userId, new Date(0))).toBe(0)
  })

  test('a finished microsite takes no more results', async () => {
    const site = newSite()
    await repo.insert(site, approval(null))
    await repo.updateWorking(site.id, { status: 'active', gptSummary: 'first' })
    await repo.updateWorking(site.id, { gptSummary: 'late' })
    await repo.updateWorking(site.id, { progress: 0.5, stepDetail: 'late' })
    await repo.updateWorking(site.id, { durationMs: 1 })
    await repo.fail(site.id, { code: 'processing_failed', message: 'late' }, NOW)
    expect(await owned(site.id)).toMatchObject({
      status: 'active',
      gptSummary: 'first',
      progress: 0,
      stepDetail: null,
      durationMs: null,
    })
    expect(await counted()).toEqual([1])
  })

  test('writes progress and views separately from the list row and the document', async () => {
    const site = newSite()
    await repo.insert(site, null)
    await repo.replace(await owned(site.id), { gptSummary: 'made', transcript: 'said' }, NOW)
    const [row] = await db.select().from(db.schema.microsites)
    const documents = await db.select().from(db.schema.micrositeDocuments)
    await repo.updateWorking(site.id, { step: 2, progress: 0.25, stepDetail: 'transcribed 3 of 12 minutes' })
    expect(await owned(site.id)).toMatchObject({
      step: 2,
      progress: 0.25,
      stepDetail: 'transcribed 3 of 12 minutes',
      gptSummary: 'made',
    })
    expect((await db.select().from(db.schema.microsites))[0]).toEqual(row)
    expect(await db.select().from(db.schema.micrositeDocuments)).toEqual(documents)
  })

  test('resumes a list at its cursor without showing other users’ items', async () => {
    for (let index = 0; index < 5; index++) await repo.insert(newSite({ title: `Call ${index}` }), approval(null))
    const all = await createCardList(db)(userId, { limit: 100 })
    const [first, second] = all
    expect(all.map((row) => row.createdAt.getTime())).toEqual(
      all.map((row) => row.createdAt.getTime()).toSorted((a, b) => b - a),
    )
    expect(await createCardList(db)(userId, { limit: 100, after: second ?? null })).toEqual(all.slice(2))
    const other = await insertUser(db)
    expect(await createCardList(db)(other, { limit: 100 })).toEqual([])
    expect(await repo.findOwned(other, first?.id ?? '')).toBeNull()
  })

  test('records the removal of a part in the same write, until its files are gone', async () => {
    const site = newSite()
    await repo.insert(site, null)
    const read = await owned(site.id)
    const deletions = createDeletionsRepo(db)
    const ended = { ...deletion(), part: 'media' as const }
    expect(await repo.replace(read, { mediaRemovedAt: NOW }, NOW, ended)).toBe(true)
    expect(await repo.replace(read, { mediaRemovedAt: NOW }, NOW, { ...ended, id: randomUUID() })).toBe(false)
    const receipt = {
      id: ended.id,
      userId,
      micrositeId: site.id,
      part: 'media',
      sourceKey: null,
      links: 0,
      deletedAt: NOW,
    }
    expect(await deletions.getList(userId)).toMatchObject([{ ...receipt, finishedAt: null }])
    await deletions.finishPart(site.id, 'transcript', NOW)
    expect(await deletions.getList(userId)).toMatchObject([{ finishedAt: null }])
    await deletions.finishPart(site.id, 'media', NOW)
    await deletions.finishPart(site.id, 'media', new Date(0))
    expect(await deletions.getList(userId)).toMatchObject([{ finishedAt: NOW }])
  })

  test('writes a change only if the microsite did not change since it was read', async () => {
    const site = newSite()
    await repo.insert(site, null)
    const read = await owned(site.id)
    expect(await repo.replace(read, { title: 'First' }, NOW)).toBe(true)
    expect(await repo.replace(read, { title: 'Second' }, NOW)).toBe(false)
    expect(await owned(site.id)).toMatchObject({ title: 'First' })
    // Even when the clock stops or goes back.
    const again = await owned(site.id)
    expect(again.updatedAt.getTime()).toBeGreaterThan(read.updatedAt.getTime())
    await repo.fail(site.id, { code: 'processing_failed', message: 'No.' }, new Date(0))
    expect((await owned(site.id)).updatedAt).toEqual(again.updatedAt)
  })

  test('deleting frees the place in the month once and removes links and tags', async () => {
    const site = newSite()
    await repo.insert(site, approval(3))
    await repo.insert(newSite(), approval(3))
    const tagId = await insertTag('Acme')
    await repo.assignTags(await owned(site.id), ['acme'], NOW)
    await db
      .insert(db.schema.shareableLinks)
      .values({ id: randomUUID(), token: randomUUID(), micrositeId: site.id, createdByUserId: userId, expiresAt: NOW })
    const read = await owned(site.id)
    expect(await Promise.all([repo.remove(read, deletion()), repo.remove(read, deletion())])).toContain(1)
    expect(await counted()).toEqual([1])
    expect(await repo.findOwned(userId, site.id)).toBeNull()
    expect(await db.select().from(db.schema.shareableLinks)).toEqual([])
    expect((await db.select().from(db.schema.micrositeTags)).filter((row) => row.tagId === tagId)).toEqual([])
  })

  test('a failed microsite frees no second place when it is deleted', async () => {
    const site = newSite()
    await repo.insert(site, approval(3))
    await repo.insert(newSite(), approval(3))
    await repo.fail(site.id, { code: 'processing_failed', message: 'No.' }, NOW)
    await repo.remove(await owned(site.id), deletion())
    expect(await counted()).toEqual([1])
  })

  test('a microsite has the tags it was given last, and only its owner’s', async () => {
    const site = newSite()
    await repo.insert(site, null)
    for (const name of ['Zebra', 'Acme', 'École']) await insertTag(name)
    const other = await insertUser(db)
    await insertTag('Foreign', other)
    await repo.assignTags(await owned(site.id), ['zebra', 'école', 'foreign'], NOW)
    expect((await owned(site.id)).tagNames).toEqual(['École', 'Zebra'])
    await Promise.all([
      repo.assignTags(await owned(site.id), ['acme'], NOW),
      repo.assignTags(await owned(site.id), ['acme', 'zebra'], NOW),
    ])
    expect([['Acme'], ['Acme', 'Zebra']]).toContainEqual((await owned(site.id)).tagNames)
    await repo.assignTags(await owned(site.id), [], NOW)
    expect((await owned(site.id)).tagNames).toEqual([])
    expect((await createCardList(db)(userId, { limit: 1 }))[0]?.tagNames).toEqual([])
  })

  async function insertTag(name: string, of = userId): Promise<string> {
    const id = randomUUID()
    await db.insert(db.schema.tags).values({ id, userId: of, name, nameKey: name.toLowerCase(), color: '#208df3' })
    return id
  }
})
