import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { TitleSource } from '@callfolio/shared/titles.ts'
import type { QuotaApproved } from '../../billing/approve-microsite.ts'
import type { Database } from '../../db/database.ts'
import { systemClock } from '../../kernel/clock.ts'
import { DATABASES } from '../../testing/databases.ts'
import { insertUser } from '../../testing/users.ts'
import { editMicrosite } from '../editing/edit-microsite.ts'
import { getOwned } from '../records/get-owned.ts'
import { micrositeSink } from './microsite-sink.ts'
import { createCardList } from '../library/card-list-repo.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'
import { getTerms } from '../search/search-text.ts'
import { createSpeedsRepo } from '../work/speeds-repo.ts'

const ENGINES = { transcriber: 'captions', analyst: 'extractive' }
const INFO = { source: 'captions', draft: false, language: null, notice: null } as const
const SEGMENTS: Segment[] = [
  { id: 's1', start_ms: 0, end_ms: 1000, speaker: 'Speaker 1', text: 'We ship four hundred pallets a week.' },
  { id: 's2', start_ms: 1000, end_ms: 2000, speaker: 'Ben', text: 'That is a lot of pallets.' },
]
const quote = {
  text: 'We ship four hundred pallets a week.',
  speaker: 'Speaker 1',
  start_ms: 0,
  end_ms: 1000,
  segment_ids: ['s1'],
}
const RECAP = {
  title: null,
  summary: [{ ...quote, text: 'Speaker 1 ships pallets.' }],
  quotes: [quote],
  actionPoints: [],
  importantPoints: [],
  todoList: [],
}

describe.each(DATABASES)('results and edits of a microsite on %s', (_name, open) => {
  let db: Database
  let deps: Parameters<typeof micrositeSink>[0]
  let userId: string
  let id: string

  beforeAll(async () => {
    db = await open()
    const [microsites, speeds] = [createMicrositesRepo(db), createSpeedsRepo(db)]
    deps = { microsites, speeds, clock: systemClock, eraseSoon: () => undefined }
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    userId = await insertUser(db)
    id = randomUUID()
    await deps.microsites.insert(
      { id, userId, title: 'Call', description: null, sourceKey: null, language: null, sample: false },
      null,
    )
  })

  const owned = () => getOwned(deps.microsites, userId, id)
  const edit = async (change: Parameters<typeof editMicrosite>[2]) =>
    editMicrosite({ ...deps, fullName: async () => null }, await owned(), change)
  const found = async (words: string) => {
    const search = { terms: getTerms(words), inTranscripts: true, tagIds: [] }
    return (await createCardList(db)(userId, { limit: 10, search })).map(({ title }) => title)
  }
  const runTo = async (end: 'transcript' | 'publish') => {
    const sink = micrositeSink(deps, await owned())
    await sink.transcript({ segments: SEGMENTS, info: INFO })
    if (end === 'publish') await sink.publish(RECAP, ENGINES, null)
  }

  test('keeps an edited transcript after another run, and bases the new recap on it', async () => {
    await runTo('transcript')
    await deps.microsites.fail(id, { code: 'processing_failed', message: 'The analysis failed.' }, systemClock())
    await edit({
      segments: [{ id: 's1', text: 'We ship five hundred pallets a week.' }],
      rename_speaker: { from: 'Speaker 1', to: 'Ana' },
    })
    await deps.microsites.retry(
      await owned(),
      { userId, period: '2026-11', limit: null } as QuotaApproved,
      systemClock(),
    )
    await runTo('publish')
    const site = await owned()
    expect(site).toMatchObject({
      status: 'active',
      transcript: 'Ana: We ship five hundred pallets a week.\nBen: That is a lot of pallets.',
      gptSummary: 'Ana ships pallets.',
      gptQuotes: [{ ...quote, text: 'We ship five hundred pallets a week.', speaker: 'Ana' }],
    })
    expect(await found('five hundred')).toEqual(['Call'])
    expect(await found('four hundred')).toEqual([])
    expect(await found('Speaker 1')).toEqual([])
  })

  test('keeps the recorder’s marks between the chapters of each run', async () => {
    await deps.microsites.updateWorking(id, { chapters: [{ text: 'Mark 1', start_ms: 900 }] })
    const chapter = (text: string, start_ms: number) => ({ text, start_ms, end_ms: start_ms + 500, segment_ids: ['a'] })
    for (const heading of ['Hello', 'Welcome']) {
      const sink = micrositeSink(deps, await owned())
      await sink.transcript({ segments: SEGMENTS, info: INFO })
      await sink.publish({ ...RECAP, chapters: [chapter(heading, 0), chapter('Price', 1000)] }, ENGINES, null)
      const { chapters } = await owned()
      expect(chapters?.map(({ text }) => text)).toEqual([heading, 'Mark 1', 'Price'])
      await deps.microsites.replace(await owned(), { status: 'processing' }, new Date())
    }
  })

  test('keeps the owner’s text after another run, and null restores the analysis’ version', async () => {
    await runTo('publish')
    await edit({ summary: '', quotes: [], todo_list: ['Call Ben'] })
    await edit({ quotes: null })
    await deps.microsites.requestTranscript(
      await owned(),
      { transcript: { id: 't1', source: 'speakers', after: null, count: null } },
      systemClock(),
    )
    await runTo('publish')
    expect(await owned()).toMatchObject({
      status: 'active',
      summary: '',
      quotes: null,
      gptQuotes: [quote],
      todoList: ['Call Ben'],
      gptSummary: 'Speaker 1 ships pallets.',
    })
  })

  test('resets the review after another run, unless words of the owner remain', async () => {
    const again = async () => {
      await deps.microsites.requestTranscript(
        await owned(),
        { transcript: { id: 't1', source: 'speakers', after: null, count: null } },
        systemClock(),
      )
      await runTo('publish')
      return (await owned()).reviewedAt
    }
    await runTo('publish')
    expect((await owned()).reviewedAt).toBeNull()
    expect((await edit({ reviewed: true })).reviewedAt).toEqual(expect.any(Date))
    expect(await again()).toBeNull()
    const reviewed = (await edit({ todo_list: [] })).reviewedAt
    expect(reviewed).toEqual(expect.any(Date))
    expect(await again()).toEqual(reviewed)
    await edit({ todo_list: null })
    expect(await again()).toBeNull()
  })

  test.each(['active', 'failed', 'deleted'] as const)(
    'a late worker writes nothing into a microsite that is %s',
    async (end) => {
      const late = micrositeSink(deps, await owned())
      await runTo(end === 'active' ? 'publish' : 'transcript')
      if (end === 'failed')
        await deps.microsites.fail(id, { code: 'recap_failed', message: 'The analysis failed.' }, systemClock())
      if (end === 'deleted')
        await deps.microsites.remove(await owned(), { id: randomUUID(), at: systemClock(), objects: 0, digest: '' })
      const stored = async () => (await db.select().from(db.schema.microsites)).filter((site) => site.id === id)
      const before = await stored()
      expect(before).toHaveLength(end === 'deleted' ? 0 : 1)
      await late.progress({ step: 2, progress: 0.1, detail: 'transcribed 1 of 2 seconds' })
      await late.playable({ videoKey: 'late.mp4', posterKey: 'late.jpg', durationMs: 1, damage: null })
      await late.transcript({ segments: SEGMENTS.slice(0, 1), info: { ...INFO, notice: 'late' } })
      await late.publish({ ...RECAP, title: 'Late', quotes: [] }, ENGINES, 'late')
      expect(await stored()).toEqual(before)
    },
  )

  test.each(['a redaction', 'another transcript', 'another recap'] as const)(
    'a late worker writes nothing once the owner has requested %s',
    async (request) => {
      const late = micrositeSink(deps, await owned())
      const playable = { videoKey: `${id}.mp4`, posterKey: `${id}.jpg`, durationMs: 1, damage: null }
      await late.playable(playable)
      await runTo('publish')
      const source = 'speakers' as const
      if (request === 'another transcript')
        await deps.microsites.requestTranscript(await owned(), { transcript: { id: 't1', source } }, systemClock())
      else if (request === 'another recap')
        await deps.microsites.requestAnalysis(await owned(), { id: 'r1', analyst: 'extractive' }, systemClock())
      else
        await deps.microsites.replace(
          await owned(),
          { redacting: { id: 'r1', videoKey: playable.videoKey }, replacing: true, videoUrl: null, gptQuotes: [] },
          systemClock(),
        )
      const before = await owned()
      await late.playable(playable)
      await late.transcript({ segments: SEGMENTS, info: INFO })
      await late.publish(RECAP, ENGINES, null)
      expect(await owned()).toEqual(before)
    },
  )

  test('keeps what is missing of a damaged recording for its owner', async () => {
    const damage = { heldMs: 11_000, statedMs: 178_000 }
    await micrositeSink(deps, await owned()).playable({
      videoKey: 'v.mp4',
      posterKey: null,
      durationMs: 11_000,
      damage,
    })
    expect((await owned()).damage).toEqual(damage)
  })

  test('loses none of many concurrent edits', async () => {
    await runTo('publish')
    await Promise.all([
      edit({ segments: [{ id: 's1', speaker: 'Ana' }] }),
      edit({ segments: [{ id: 's2', text: 'That is a lot.' }] }),
      edit({ title: 'Renamed' }),
      edit({ description: 'About pallets' }),
      edit({ summary: 'Short.' }),
    ])
    const site = await owned()
    expect(site.transcript).toBe('Ana: We ship four hundred pallets a week.\nBen: That is a lot.')
    expect(site).toMatchObject({ title: 'Renamed', description: 'About pallets', summary: 'Short.' })
    for (const words of ['renamed', 'about pallets', 'ana four hundred', 'ben that is a lot'])
      expect(await found(words), words).toEqual(['Renamed'])
    for (const words of ['call', 'lot of pallets ben']) expect(await found(words), words).toEqual([])
  })

  test('keeps the transcript’s own words in a quote with evidence, and rejects one that was not said', async () => {
    await runTo('publish')
    const site = await edit({
      quotes: [{ ...quote, text: 'we ship, um, four hundred pallets', speaker: 'The buyer' }, 'By hand'],
    })
    expect(site.quotes).toEqual([{ ...quote, text: 'We ship four hundred pallets', speaker: 'The buyer' }, 'By hand'])
    await expect(edit({ quotes: [{ ...quote, text: 'We ship nine hundred pallets a week.' }] })).rejects.toThrow(
      'Quotes must match the transcript',
    )
    await expect(edit({ todo_list: [{ text: 'Do it', segment_ids: ['s9'] }] })).rejects.toThrow(
      'isn’t in the transcript',
    )
  })

  test('replaces a title from the file name or the content, never the meeting’s or the owner’s', async () => {
    const titled = { ...RECAP, title: 'Pallets for Ben' }
    const publish = async () => {
      const sink = micrositeSink(deps, await owned())
      await sink.transcript({ segments: SEGMENTS, info: INFO })
      await sink.publish(titled, ENGINES, null)
      return owned()
    }
    expect((await publish()).title).toBe('Call')
    const insert = async (title: string, titleSource: TitleSource) => {
      id = randomUUID()
      const site = { id, userId, title, titleSource, description: null, sourceKey: null, language: null, sample: false }
      await deps.microsites.insert(site, null)
    }
    await insert('zoom_0', 'file')
    expect(await publish()).toMatchObject({ title: 'Pallets for Ben', titleSource: 'recap' })
    expect(await found('pallets for ben')).toEqual(['Pallets for Ben'])
    expect(await found('zoom')).toEqual([])
    await insert('Older words', 'recap')
    expect((await publish()).title).toBe('Pallets for Ben')
    await insert('Weekly sync', 'meeting')
    expect(await publish()).toMatchObject({ title: 'Weekly sync', titleSource: 'meeting' })
    await insert('zoom_1', 'file')
    await edit({ title: 'Mine' })
    expect(await publish()).toMatchObject({ title: 'Mine', titleSource: 'typed' })
  })

  test('an edit stamps updated_at, progress does not', async () => {
    const before = (await owned()).updatedAt
    await micrositeSink(deps, await owned()).progress({ step: 2, progress: 0.5, detail: null })
    expect((await owned()).updatedAt).toEqual(before)
    expect((await edit({ title: 'New' })).updatedAt.getTime()).toBeGreaterThan(before.getTime())
  })
})
