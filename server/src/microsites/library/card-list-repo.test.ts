import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { BOTH_DATABASES } from '../../testing/databases.ts'
import { insertMicrosite } from '../../testing/microsites.ts'
import { insertUser } from '../../testing/users.ts'
import { createCardList, type CardQuery } from './card-list-repo.ts'
import { getTerms } from '../search/search-text.ts'

const SPOKEN = { id: 's1', start_ms: 61_000, end_ms: 64_000 }
const SITES = [
  {
    title: 'Café Zürich',
    description: 'Renewal',
    transcript: { speaker: 'Dana', text: 'Hello there.' },
    views: 5,
    createdAt: '2026-01-31T23:30:00.000Z',
    tags: ['acme', 'west'],
  },
  {
    title: '100% of snake_case',
    description: null,
    transcript: { speaker: 'Ben', text: 'We ship naïve parts.' },
    views: 0,
    createdAt: '2026-02-01T08:00:00.000Z',
    tags: ['acme'],
  },
  {
    title: 'Plain',
    description: 'ÉTÉ à Paris',
    transcript: null,
    views: 5,
    createdAt: '2026-03-01T00:00:00.000Z',
    tags: [],
  },
  {
    title: 'Back\\slash',
    description: null,
    transcript: null,
    views: 9,
    createdAt: '2027-01-01T00:00:00.000Z',
    tags: ['west'],
  },
]

describe.each(BOTH_DATABASES)('the list of microsites on %s', (_name, open) => {
  let db: Database
  let userId: string
  const tagIds = new Map<string, string>()

  beforeAll(async () => {
    db = await open()
    userId = await insertUser(db)
    for (const owner of [userId, await insertUser(db)]) {
      for (const nameKey of ['acme', 'west']) {
        const id = randomUUID()
        await db
          .insert(db.schema.tags)
          .values({ id, userId: owner, name: nameKey.toUpperCase(), nameKey, color: '#208df3' })
        tagIds.set(nameKey + owner, id)
      }
      for (const { tags, views, createdAt, ...texts } of SITES) {
        const { transcript, ...site } = texts
        const segments = transcript === null ? null : [{ ...SPOKEN, ...transcript }]
        const id = await insertMicrosite(db, {
          userId: owner,
          ...site,
          segments,
          viewCount: views,
          createdAt: new Date(createdAt),
        })
        if (tags.length > 0)
          await db
            .insert(db.schema.micrositeTags)
            .values(tags.map((tag) => ({ micrositeId: id, tagId: tagIds.get(tag + owner) ?? '' })))
      }
    }
  })
  afterAll(() => db.close())

  const titles = async (query: Partial<CardQuery>) =>
    (await createCardList(db)(userId, { limit: 10, ...query })).map((row) => row.title)
  const found = (words: string, inTranscripts = false) =>
    titles({ search: { terms: getTerms(words), inTranscripts, tagIds: [] } })

  test('sorts by newest first and returns each card’s tags in order', async () => {
    const rows = await createCardList(db)(userId, { limit: 10 })
    expect(rows.map((row) => [row.title, row.tagNames])).toEqual([
      ['Back\\slash', ['WEST']],
      ['Plain', []],
      ['100% of snake_case', ['ACME']],
      ['Café Zürich', ['ACME', 'WEST']],
    ])
  })

  test('finds words of title and description in any case, with or without accents', async () => {
    expect(await found('CAFE zur')).toEqual(['Café Zürich'])
    expect(await found('été A')).toEqual(['Plain'])
    expect(await found('renewal')).toEqual(['Café Zürich'])
    expect(await found('zurich renewal')).toEqual([])
  })

  test('finds words of a transcript only on request', async () => {
    expect(await found('naive PARTS')).toEqual([])
    expect(await found('naive PARTS', true)).toEqual(['100% of snake_case'])
    expect(await found('cafe', true)).toEqual(['Café Zürich'])
  })

  test('finds words and the beginning of the last one, and nothing by punctuation only', async () => {
    expect(await found('100% of')).toEqual(['100% of snake_case'])
    expect(await found('snake_ca')).toEqual(['100% of snake_case'])
    expect(await found('back\\slash')).toEqual(['Back\\slash'])
    for (const words of ['%', '_', '\\', 'p_ain', 'lain', 'sna case']) expect(await found(words), words).toEqual([])
  })

  test('finds by tag what the words don’t find, and filters by tag', async () => {
    const search = { terms: getTerms('été'), inTranscripts: false }
    expect(await titles({ search: { ...search, tagIds: [tagIds.get(`west${userId}`) ?? ''] } })).toEqual([
      'Back\\slash',
      'Plain',
      'Café Zürich',
    ])
    expect(await titles({ tag: ' Acme' })).toEqual(['100% of snake_case', 'Café Zürich'])
    expect(await titles({ tag: 'nothing' })).toEqual([])
  })

  test('limits a range of time, including its start and excluding its end', async () => {
    const range = (from: string, until: string) => ({ created: { from: new Date(from), until: new Date(until) } })
    expect(await titles(range('2026-02-01T08:00:00Z', '2026-03-01T00:00:00Z'))).toEqual(['100% of snake_case'])
  })

  test.each(['newest', 'views_asc', 'views_desc'] as const)(
    'pages through the order %s without a gap or a repetition',
    async (order) => {
      const list = createCardList(db)
      const sort = order === 'newest' ? undefined : order
      const all = await list(userId, { limit: 10, sort })
      const paged = []
      for (let after = null; ; after = paged.at(-1) ?? null) {
        const page = await list(userId, { limit: 1, sort, after })
        if (page.length === 0) break
        paged.push(...page)
      }
      expect(paged).toEqual(all)
      const views = all.map((row) => row.viewCount)
      if (order !== 'newest') expect(views).toEqual(views.toSorted((a, b) => (order === 'views_asc' ? a - b : b - a)))
    },
  )
})
