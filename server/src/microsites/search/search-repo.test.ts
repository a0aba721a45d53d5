import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Database } from '../../db/database.ts'
import { BOTH_DATABASES } from '../../testing/databases.ts'
import { insertMicrosite } from '../../testing/microsites.ts'
import { insertUser } from '../../testing/users.ts'
import { indexSearch } from './index-search.ts'
import { createCardList } from '../library/card-list-repo.ts'
import type { OwnedMicrosite } from '../records/microsite.ts'
import { createMicrositesRepo, type MicrositesRepo } from '../records/microsites-repo.ts'
import { createSearchRepo } from './search-repo.ts'
import { getTerms, getWords } from './search-text.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const said = (text: string, seconds = 0, speaker: string | null = 'Dana'): Segment => ({
  id: `s${seconds}`,
  start_ms: seconds * 1000,
  end_ms: seconds * 1000 + 900,
  speaker,
  text,
})

describe.each(BOTH_DATABASES)('the search on %s', (_name, open) => {
  let db: Database
  let microsites: MicrositesRepo
  let userId: string

  beforeAll(async () => {
    db = await open()
    microsites = createMicrositesRepo(db)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    userId = await insertUser(db)
  })

  const search = (words: string, { of = userId, inTranscripts = true } = {}) =>
    createCardList(db)(of, { limit: 100, search: { terms: getTerms(words), inTranscripts, tagIds: [] } })
  const titles = async (words: string, options = {}) => (await search(words, options)).map(({ title }) => title)
  const getMatch = async (words: string) => (await search(words))[0]?.match
  const owned = async (id: string): Promise<OwnedMicrosite> => {
    const site = await microsites.findOwned(userId, id)
    if (!site) throw new Error('the microsite is gone')
    return site
  }
  const indexed = async () => ({
    entries: await db.$count(db.schema.searchEntries),
    chunks: await db.$count(db.schema.searchChunks),
    rows: await db.$count(db.textSearch.index),
  })

  test('finds words of a line in any order, the last one as a prefix, and returns the line with its timestamp', async () => {
    await insertMicrosite(db, {
      userId,
      segments: [said('Good morning.'), said('The revised PRICING is due.', 61, 'Zoë')],
    })
    for (const words of ['pricing', 'revised pric', 'due revised', 'zoe revised', 'p'])
      expect(await getMatch(words), words).toEqual({
        text: 'The revised PRICING is due.',
        startMs: 61_000,
        speaker: 'Zoë',
      })
    for (const words of ['ricing', 'rev pricing', 'pricings']) expect(await titles(words), words).toEqual([])
  })

  test('finds words of adjacent lines across chunks, and shows the line with the most of them', async () => {
    const segments = Array.from({ length: 400 }, (_, i) => said(`left${i} right${i + 1} both`, i))
    await insertMicrosite(db, { userId, segments })
    for (const i of [1, 78, 79, 80, 81, 82, 158, 159, 160, 161, 162, 399]) {
      const match = await getMatch(`left${i - 1} right${i + 1}`)
      expect(match?.startMs, `lines ${i - 1} and ${i}`).toBe((i - 1) * 1000)
    }
    expect(await getMatch('left7 right8')).toMatchObject({ startMs: 7000 })
    expect(await titles('left1 right350')).toEqual([])
  })

  test('shows a long line around the match', async () => {
    const filler = 'and so we talked about this and that '.repeat(120)
    await insertMicrosite(db, { userId, segments: [said(`${filler}the zeppelin arrives ${filler}`, 5)] })
    const match = await getMatch('zeppelin')
    expect(match?.startMs).toBe(5000)
    expect(match?.text).toMatch(/^….* the zeppelin arrives .*…$/)
    expect(match?.text.length).toBeLessThan(210)
  })

  test('finds words in scripts without spaces', async () => {
    await insertMicrosite(db, {
      userId,
      title: '見積もり',
      segments: [said('来月の価格について話しました。'), said('ราคาใหม่')],
    })
    for (const words of ['価格', '価', '話しま', '見積', 'ราคา', 'ใหม่', '価格 ราคา'])
      expect(await titles(words), words).toHaveLength(1)
    for (const words of ['格価', '価来', 'ใหม่ราคา']) expect(await titles(words), words).toEqual([])
  })

  test('searches transcripts only on request', async () => {
    await insertMicrosite(db, {
      userId,
      title: 'Renewal',
      description: 'With Acme',
      segments: [said('The price is fine.')],
    })
    expect(await titles('price', { inTranscripts: false })).toEqual([])
    const [card] = await search('acme', { inTranscripts: false })
    expect(card).toMatchObject({ title: 'Renewal', match: null })
  })

  test('never shows other users’ content, even when two owners’ words share an index prefix', async () => {
    const other = await insertUser(db)
    for (const of of [userId, other])
      await insertMicrosite(db, { userId: of, title: of, segments: [said('the secret')] })
    expect(await titles('secret')).toEqual([userId])
    // As if both had the same eight-character prefix.
    await db.update(db.schema.microsites).set({ userId: other })
    expect(await titles('secret')).toEqual([])
  })

  test('follows every change of its source, and forgets deleted microsites', async () => {
    const before = await indexed()
    const site = {
      id: randomUUID(),
      userId,
      title: 'First',
      description: null,
      sourceKey: null,
      language: null,
      sample: false,
    }
    await microsites.insert(site, null)
    expect(await titles('first')).toEqual(['First'])
    const change = async (to: Parameters<MicrositesRepo['replace']>[1]) =>
      microsites.replace(await owned(site.id), to, NOW)

    await change({ title: 'Second', description: 'Described', segments: [said('one two'), said('three', 9)] })
    expect([await titles('first'), await titles('second'), await titles('described'), await titles('three')]).toEqual([
      [],
      ['Second'],
      ['Second'],
      ['Second'],
    ])
    await change({ segments: [said('one two', 0, 'Renamed'), said('four', 9, 'Renamed')], description: null })
    expect([
      await titles('dana'),
      await titles('renamed four'),
      await titles('three'),
      await titles('described'),
    ]).toEqual([[], ['Second'], [], []])
    await change({ summary: 'No part of what is searched.' })
    expect(await getMatch('four')).toEqual({ text: 'four', startMs: 9000, speaker: 'Renamed' })

    await microsites.fail(site.id, { code: 'processing_failed', message: 'No.' }, NOW)
    const approval = { userId, period: '2026-11', limit: null } as Parameters<MicrositesRepo['retry']>[1]
    await microsites.retry(await owned(site.id), approval, NOW, { transcript: { id: 'a', source: 'given' } })
    expect([await titles('four'), await titles('second')]).toEqual([[], ['Second']])

    await change({ segments: [said('five')] })
    await microsites.remove(await owned(site.id), { id: randomUUID(), at: NOW, objects: 0, digest: '' })
    expect(await indexed()).toEqual(before)
  })

  test('keeps nothing of a deleted account', async () => {
    const before = await indexed()
    await insertMicrosite(db, { userId, segments: Array.from({ length: 200 }, (_, i) => said(`line ${i}`, i)) })
    expect((await indexed()).rows).toBeGreaterThan(before.rows + 3)
    await db.delete(db.schema.users)
    expect(await indexed()).toEqual({ entries: 0, chunks: 0, rows: 0 })
  })

  test('ignores a late change', async () => {
    const id = await insertMicrosite(db, { userId, title: 'First' })
    const read = await owned(id)
    expect(await microsites.replace(read, { title: 'Second' }, NOW)).toBe(true)
    expect(await microsites.replace(read, { title: 'Third' }, NOW)).toBe(false)
    expect([await titles('second'), await titles('third')]).toEqual([['Second'], []])
  })

  test('indexes restored microsites in their current state', async () => {
    const repo = createSearchRepo(db)
    const id = await insertMicrosite(db, { userId, title: 'First', segments: [said('one')] })
    await db.delete(db.schema.searchEntries)
    const stale = await repo.read(id)
    if (!stale) throw new Error('the microsite is gone')
    await microsites.replace(await owned(id), { title: 'Second' }, NOW)
    expect(await titles('second')).toEqual([])
    expect(await repo.addMissing(stale, repo.prepare(userId, stale))).toBe(false)
    await indexSearch(repo, AbortSignal.abort())
    expect(await titles('second')).toEqual([])
    await indexSearch(repo, new AbortController().signal)
    expect([await titles('first'), await titles('second'), await titles('one')]).toEqual([[], ['Second'], ['Second']])
    const before = await indexed()
    await indexSearch(repo, new AbortController().signal)
    expect(await indexed()).toEqual(before)
  })

  test('any query is harmless and finds exactly the lines that have its words', async () => {
    const texts = [
      '"quoted" AND (near)',
      "it's 100% `sure`",
      'a:b* ^c -d',
      'NOT OR & | ! <->',
      String.raw`back\slash`,
      'Ünï café ',
      '日本語 text',
    ]
    for (const text of texts) await insertMicrosite(db, { userId, title: text })
    const part = fc.oneof(
      fc.constantFrom(
        ...texts,
        '"',
        "'",
        '*',
        ':*',
        '(',
        ')',
        ' AND ',
        ' OR ',
        ' NOT ',
        'NEAR(',
        '\\',
        '\0',
        '%',
        '&',
        '|',
        '!',
        '--',
        ';',
        'words:',
        '{',
        '}',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 5 }), async (parts) => {
        const query = parts.join('')
        const terms = getTerms(query)
        const has = (text: string) =>
          terms.every(({ word, prefix }) =>
            getWords(text).some((other) => (prefix ? other.startsWith(word) : other === word)),
          )
        const expected = terms.length === 0 ? [] : texts.filter(has)
        expect((await titles(query)).toSorted()).toEqual(expected.toSorted())
      }),
      { numRuns: 100 },
    )
  })
})
