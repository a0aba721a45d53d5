import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TranscriptInfo, UntilModel } from '@callfolio/shared/contract/transcript.ts'
import type { Database } from '../../db/database.ts'
import { BOTH_DATABASES } from '../../testing/databases.ts'
import { insertMicrosite, updateMicrosite } from '../../testing/microsites.ts'
import { insertUser } from '../../testing/users.ts'
import { createMicrositesRepo, type MicrositesRepo } from './microsites-repo.ts'

const info = (draft: boolean): TranscriptInfo => ({
  source: draft ? 'sphinx' : 'captions',
  draft,
  language: 'en',
  notice: null,
})

describe.each(BOTH_DATABASES)('waits for the speech model on %s', (_name, open) => {
  let db: Database
  let repo: MicrositesRepo
  beforeAll(async () => {
    db = await open()
    repo = createMicrositesRepo(db)
  })
  afterAll(() => db.close())

  test('a waiting recording is not processed, and its wait ends once', async () => {
    const userId = await insertUser(db)
    const waiting = (untilModel: UntilModel) =>
      insertMicrosite(db, { userId, status: 'processing', untilModel, stepDetail: 'waiting for the speech model' })
    const [one, other, draft] = [await waiting('wait'), await waiting('wait'), await waiting('draft')]
    expect([await repo.findWorking(one), await repo.listWithoutJob()]).toEqual([null, [draft]])
    expect([await repo.endModelWaits(one), await repo.endModelWaits(one)]).toEqual([true, false])
    expect(await repo.findWorking(one)).toMatchObject({ untilModel: 'draft', stepDetail: null })
    expect(await repo.findWorking(other), 'another goes on waiting').toBeNull()
    expect([await repo.endModelWaits(), await repo.endModelWaits()]).toEqual([true, false])
    expect((await repo.listWithoutJob()).toSorted()).toEqual([one, other, draft].toSorted())
  })

  test('marks only a user’s finished drafts that have a recording, and clears the mark on request', async () => {
    const [userId, stranger] = [await insertUser(db), await insertUser(db)]
    const page = (name: string, change: object = {}) =>
      insertMicrosite(db, { userId, videoUrl: `${userId}/${name}`, transcriptInfo: info(true), ...change })
    const draft = await page('draft')
    await page('captions', { transcriptInfo: info(false) })
    await page('text', { videoUrl: null })
    await page('failed', { status: 'failed' })
    await page('running', { replacing: true })
    await page('strange', { userId: stranger })
    expect([await repo.countDrafts(userId), await repo.markDrafts(userId)]).toEqual([1, 1])
    expect(await repo.listMarkedDrafts()).toEqual([{ id: draft, userId }])
    expect(await repo.listMarkedDrafts('another')).toEqual([])
    const site = await repo.findOwned(userId, draft)
    if (!site) throw new Error('the microsite is gone')
    await repo.requestTranscript(site, { transcript: { id: 'again', source: 'sherpa', automatic: true } }, new Date())
    await updateMicrosite(db, draft, { status: 'active', replacing: false })
    expect(await repo.listMarkedDrafts(), 'also when it has failed').toEqual([])
  })
})
