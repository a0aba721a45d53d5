import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLANS } from '@callfolio/shared/plans.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { createSqlQueue } from '../../jobs/sql-queue.ts'
import { systemClock } from '../../kernel/clock.ts'
import { derivedFolder, uploadKey } from '../../storage/keys.ts'
import { createDiskStorage } from '../../storage/disk.ts'
import { createLinkSigner } from '../../storage/signed-links.ts'
import { DATABASES } from '../../testing/databases.ts'
import { insertUser } from '../../testing/users.ts'
import { deleteMicrosite, finishDeletions } from './delete-microsite.ts'
import { createDeletionsRepo } from '../records/deletions-repo.ts'
import { getOwned } from '../records/get-owned.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'
import { MICROSITE_JOB } from '../work/job-kinds.ts'
import { processMicrosite } from '../making/process-microsite.ts'
import { createSpeedsRepo } from '../work/speeds-repo.ts'

const clock = systemClock
describe.each(DATABASES)('deletions on %s', (_, open) => {
  let folder: string
  let db: Database
  let deps: ReturnType<typeof makeDeps>
  let userId: string
  let id: string
  let sourceKey: string
  /** Other data that was deleted, in order. */
  let after: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'delete-'))
    db = await open()
    deps = makeDeps()
  })
  afterAll(async () => {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    after = []
    userId = await insertUser(db)
    id = randomUUID()
    sourceKey = uploadKey(userId, 1, 'mp4')
    await deps.storage.write(sourceKey, 'recording')
    await deps.microsites.insert(
      { id, userId, title: 'Call', description: null, sourceKey, language: null, sample: false },
      null,
    )
    await deps.queue.enqueue({ id, kind: MICROSITE_JOB })
  })

  function makeDeps() {
    const storage = createDiskStorage({ root: folder, links: createLinkSigner({ secretKey: 's'.repeat(32), clock }) })
    const removeUpload = (key: string) => storage.remove(key)
    return {
      microsites: createMicrositesRepo(db),
      deletions: createDeletionsRepo(db),
      queue: createSqlQueue({ db, clock }),
      storage,
      clock,
      removeUpload,
      removeLeftovers: async () => {},
      removeMailsAbout: async (about: string) => void after.push(`mails about ${about}`),
      eraseSoon: () => void after.push('erased'),
    }
  }

  const owned = () => getOwned(deps.microsites, userId, id)
  const stored = () => deps.storage.list(`${userId}/`)

  test('deletes a microsite with its recording, derived files, links and job, and reports the amount', async () => {
    for (const name of ['video.mp4', 'poster.jpg', 'stages/probe.json'])
      await deps.storage.write(derivedFolder(userId, id) + name, 'x')
    await db
      .insert(db.schema.shareableLinks)
      .values({ id: randomUUID(), token: randomUUID(), micrositeId: id, createdByUserId: userId, expiresAt: clock() })
    const site = await owned()
    expect(await deleteMicrosite(deps, site)).toEqual({ removed: { objects: 4, links: 1 } })
    expect(await stored()).toEqual([])
    expect(await deps.queue.claim()).toBeNull()
    await expect(owned()).rejects.toThrow('Microsite not found.')
    expect(await deleteMicrosite(deps, site)).toEqual({ removed: { objects: 0, links: 0 } })
  })

  test('deletes the emails about a microsite, and makes the database files forget it at once', async () => {
    await deleteMicrosite(deps, await owned())
    expect(after).toEqual([`mails about ${id}`, 'erased'])
  })

  test('writes a receipt without content: time, files, links, and a digest of names and sizes', async () => {
    const { deletedAt, finishedAt, ...receipt } = (await (async () => {
      await deleteMicrosite(deps, await owned())
      return (await deps.deletions.getList(userId))[0]
    })()) ?? { deletedAt: null, finishedAt: null }
    const digest = createHash('sha256').update(`${sourceKey}\t9\n`).digest('hex')
    expect(receipt).toEqual({
      id: expect.any(String),
      userId,
      micrositeId: id,
      part: 'page',
      sourceKey: null,
      objects: 1,
      links: 0,
      digest,
    })
    expect(finishedAt?.getTime()).toBeGreaterThanOrEqual(deletedAt?.getTime() ?? Infinity)
  })

  test('leaves a new microsite under the same id intact when the deletion is finished later', async () => {
    const site = await owned()
    await deps.microsites.remove(site, { id: randomUUID(), at: clock(), objects: 1, digest: '' })
    await deps.microsites.insert({ ...site, sourceKey: null }, null)
    await deps.storage.write(`${derivedFolder(userId, id)}video.mp4`, 'new')
    await finishDeletions(deps)
    expect((await stored()).map(({ key }) => key)).toEqual([`${derivedFolder(userId, id)}video.mp4`])
    expect(await deps.deletions.listUnfinished()).toEqual([])
    await deleteMicrosite(deps, await owned())
  })

  test('does not finish the deletion of a part as if the whole page were deleted', async () => {
    const facts = {
      id: randomUUID(),
      userId,
      micrositeId: id,
      part: 'media' as const,
      objects: 1,
      links: 0,
      digest: '',
    }
    await db.insert(db.schema.deletions).values({ ...facts, deletedAt: clock() })
    await finishDeletions(deps)
    expect(await stored()).toHaveLength(1)
    expect(await deps.deletions.listUnfinished()).toMatchObject([{ id: facts.id }])
    await deleteMicrosite(deps, await owned())
    await finishDeletions(deps)
    expect(await deps.deletions.listUnfinished()).toEqual([])
  })

  test('keeps files of other microsites', async () => {
    const other = randomUUID()
    await deps.storage.write(`${derivedFolder(userId, other)}video.mp4`, 'x')
    await deleteMicrosite(deps, await owned())
    expect((await stored()).map(({ key }) => key)).toEqual([`${derivedFolder(userId, other)}video.mp4`])
  })

  test('work in progress on a deleted microsite ends silently and leaves no file behind', async () => {
    const pipeline = {
      finished: async () => 0,
      process: async () => {
        await deleteMicrosite(deps, await owned())
        await deps.storage.write(`${derivedFolder(userId, id)}video.mp4`, 'written too late')
        throw new Error('the recording is gone')
      },
    }
    const job = await deps.queue.claim()
    await expect(
      processMicrosite(
        {
          ...deps,
          pipeline,
          speeds: createSpeedsRepo(db),
          plan: async () => PLANS.free,
          fullName: async () => null,
          timeZone: async () => 'UTC',
          uploadName: async () => null,
          afterwards: async () => null,
        },
        { id, signal: new AbortController().signal },
      ),
    ).rejects.toThrow()
    await deps.microsites.fail(id, { code: 'processing_failed', message: 'Too late' }, clock())
    expect(await stored()).toEqual([])
    expect(job && (await deps.queue.renew(job))).toBe(false)
    expect(await deps.microsites.findForProcessing(id)).toBeNull()
  })
})
