import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOTH_DATABASES, HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres } from '../testing/postgres.ts'
import { createMicrositesRepo } from '../microsites/microsites-repo.ts'
import { indexSearch } from '../microsites/index-search.ts'
import { createSearchRepo } from '../microsites/search-repo.ts'
import { termsOf } from '../microsites/search-text.ts'
import { createLinksRepo } from '../sharing/links-repo.ts'
import { openDatabase, type Database } from './database.ts'
import { migratePostgres, migrateSqlite, migrationsFolder } from './migrations.ts'
import { schema } from './schema.postgres.ts'
import { builtProgram, PROGRAM_ENV } from '../testing/program.ts'

const MAIN = await builtProgram('main')
const DATABASE = new URL('database.ts', import.meta.url).href
/** Opens the databases whose addresses it gets, at once on command. */
const OPENER = `
  import { createInterface } from 'node:readline'
  import { openDatabase } from '${DATABASE}'
  console.log('ready')
  for await (const address of createInterface({ input: process.stdin })) console.log(await openDatabase(address).then((db) => db.close()).then(() => 'open', (error) => 'refused: ' + error.message))`
const NEWER =
  'This database was brought forward by a newer version of Callfolio: start that one, or name another DATA_DIR or DATABASE_URL.'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A process of its own that says `ready` and then answers each line with one. */
function startOpener() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', OPENER], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => (await lines.next()).value ?? 'it died'
  return {
    ready: next(),
    open(address: string) {
      child.stdin.write(`${address}\n`)
      return next()
    },
    async end() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

/** The committed migrations up to one. @returns their folder. */
async function migrationsUpTo(dialect: 'sqlite' | 'postgres', last: number): Promise<string> {
  const copy = join(folder, `${dialect}-${last}`)
  await cp(migrationsFolder(dialect), copy, { recursive: true })
  const path = join(copy, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { idx: number }[] }
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.filter(({ idx }) => idx <= last) }))
  return copy
}

const FRESH: Record<string, () => Promise<string>> = {
  sqlite: async () => join(folder, `${randomUUID()}.db`),
  postgres: () => createPostgres({ migrated: false }),
}

describe.each(BOTH_DATABASES)('several processes with %s', (name) => {
  test('that open one fresh database at once all have it, each time', async () => {
    const openers = Array.from({ length: 4 }, startOpener)
    expect(await Promise.all(openers.map(({ ready }) => ready))).toEqual(openers.map(() => 'ready'))
    for (let round = 0; round < 3; round++) {
      const address = (await FRESH[name]?.()) ?? ''
      expect(await Promise.all(openers.map((opener) => opener.open(address))), `round ${round}`).toEqual(
        openers.map(() => 'open'),
      )
    }
    await Promise.all(openers.map((opener) => opener.end()))
  })
})

const NEWEST = "insert into __drizzle_migrations (hash, created_at) values ('of tomorrow', 4102444800000)"
/** Two sample calls of one user, as requests at once could make them, one that failed, and somebody else's. */
const SAMPLES = `
  insert into users (id, email, user_metadata, created_at, updated_at) values ('ann', 'ann@example.org', '{}', NOW, NOW), ('bo', 'bo@example.org', '{}', NOW, NOW);
  insert into microsites (id, user_id, title, status, sample, created_at, updated_at) values
    ('first', 'ann', 'Call', 'active', true, NOW, NOW), ('second', 'ann', 'Call', 'processing', true, NOW, NOW), ('failed', 'ann', 'Call', 'failed', true, NOW, NOW), ('other', 'bo', 'Call', 'active', true, NOW, NOW);`
const JOB =
  "insert into jobs (id, kind, status, attempt, run_at, created_at) values ('call', 'microsite', 'queued', 2, NOW, NOW);"
const SAMPLES_LEFT = ['failed', 'other', 'second']
const JOB_LEFT = { id: 'call', kind: 'microsite', status: 'queued', attempt: 2 }

/** What a microsite of version 7 had: every column with a value of its own, as SQL and as it is read today. */
const SEGMENTS = [
  {
    id: 's1',
    start_ms: 61_000,
    end_ms: 64_000,
    speaker: 'Zoë',
    text: 'We ship “four” pallets; it’s 100% sure.',
    words: [],
  },
]
const OLD_FIELDS: Record<string, unknown> = {
  title: 'Old call',
  titleGiven: false,
  description: 'Described',
  status: 'transcript_ready',
  errorMessage: 'An error',
  viewCount: 41,
  sourceKey: 'ann/source',
  videoUrl: 'ann/video',
  language: 'de',
  recapLanguage: 'fr',
  consentAt: new Date(1_795_255_200_001),
  transcriptRequest: { id: 'request', source: 'given' },
  replacing: true,
  posterKey: 'ann/poster',
  durationMs: 3_600_000,
  step: 4,
  progress: 0.625,
  stepDetail: 'Detail',
  quotaPeriod: '2026-11',
  sample: true,
  transcript: 'Zoë: We ship “four” pallets; it’s 100% sure.',
  segments: SEGMENTS,
  transcriptInfo: { source: 'captions', draft: false, language: 'en', notice: null },
  engines: { transcriber: 'captions', analyst: 'openai' },
  analysisUse: { model: 'm', prompts: 'p', requests: 1, input_tokens: 2, output_tokens: 3 },
  withheld: [{ list: 'quotes', text: 'w', reason: 'quote', detail: null, segment_ids: ['s1'] }],
  analysisNotice: 'A notice',
  reviewedAt: new Date(1_795_255_200_002),
  chapters: [{ text: 'chapter' }],
  summary: 'Own summary',
  gptSummaries: ['first', 'second'],
  gptSummary: 'summary',
  summaryEvidence: [{ text: 'evidence' }],
  quotes: [],
  gptQuotes: [{ text: 'quote' }],
  actionPoints: ['own action'],
  gptActionPoints: ['action'],
  importantPoints: ['own point'],
  gptImportantPoints: ['point'],
  todoList: ['own todo'],
  gptTodoList: ['todo'],
  createdAt: new Date(1_795_255_200_003),
  updatedAt: new Date(1_795_255_200_004),
}

/** The statements that put it, with a tag and a link, into a database of then; and one that has nothing but what it must have. */
function oldRows(literalOf: (value: unknown) => string): string {
  const columns = Object.keys(OLD_FIELDS).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const now = literalOf(new Date(1_795_255_200_000))
  return `
    insert into users (id, email, user_metadata, created_at, updated_at) values ('ann', 'ann@example.org', '{}', ${now}, ${now});
    insert into microsites (id, user_id, search_text, ${columns.join(', ')}) values ('old', 'ann', 'old call', ${Object.values(OLD_FIELDS).map(literalOf).join(', ')});
    insert into microsites (id, user_id, title, status, created_at, updated_at) values ('bare', 'ann', 'Bare', 'processing', ${now}, ${now});
    insert into microsites (id, user_id, title, title_given, status, consent_at, created_at, updated_at) values
      ('made', 'ann', 'What was said', false, 'active', null, ${now}, ${now}),
      ('code', 'ann', 'Meet – abc-defg-hij', true, 'active', ${now}, ${now}, ${now}),
      ('tab', 'ann', 'Weekly sync', true, 'active', ${now}, ${now}, ${now}),
      ('written', 'ann', 'Meet – abc-defg-hij', true, 'active', null, ${now}, ${now});
    insert into tags (id, user_id, name, name_key, color, created_at) values ('tag', 'ann', 'Acme', 'acme', '#208df3', ${now});
    insert into microsite_tags (microsite_id, tag_id) values ('old', 'tag');
    insert into shareable_links (id, token, microsite_id, created_by_user_id, expires_at, view_count, created_at) values ('link', 'token', 'old', 'ann', ${now}, 7, ${now});`
}

const quoted = (value: unknown) =>
  `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`

/** Has the migrated database read as the program of today reads it. */
async function expectOldRows(db: Database): Promise<void> {
  const microsites = createMicrositesRepo(db)
  const { titleGiven: _, ...kept } = OLD_FIELDS
  expect(await microsites.findOwned('ann', 'old')).toMatchObject({
    id: 'old',
    userId: 'ann',
    tagNames: ['Acme'],
    failureCode: null,
    ...kept,
    titleSource: 'file',
  })
  expect(await microsites.findOwned('ann', 'bare')).toMatchObject({
    title: 'Bare',
    segments: null,
    progress: 0,
    viewCount: 0,
  })
  const sources = await Promise.all(
    ['bare', 'made', 'code', 'tab', 'written'].map(async (id) => (await microsites.findOwned('ann', id))?.titleSource),
  )
  expect(sources).toEqual(['typed', 'recap', 'file', 'typed', 'typed'])
  expect(await createLinksRepo(db).findProgress('token')).toMatchObject({ link: { micrositeId: 'old', viewCount: 7 } })
  const search = { terms: termsOf('zoe 100 pallets ship'), inTranscripts: true, tagIds: [] }
  expect(await microsites.list('ann', { limit: 9, search })).toEqual([])
  await indexSearch(createSearchRepo(db), new AbortController().signal)
  expect(await microsites.list('ann', { limit: 9, search })).toMatchObject([
    { id: 'old', match: { text: SEGMENTS[0]?.text, startMs: 61_000, speaker: 'Zoë' } },
  ])
}

describe('sqlite', () => {
  test('microsites of a version that had them in one table keep every field, their tags and links, and are found', async () => {
    const file = join(folder, 'one-table.db')
    const client = new Sqlite(file)
    client.pragma('foreign_keys = ON')
    migrateSqlite(client, await migrationsUpTo('sqlite', 7))
    client.exec(
      oldRows((value) => {
        if (value instanceof Date) return String(value.getTime())
        return typeof value === 'number' || typeof value === 'boolean' ? String(value) : quoted(value)
      }),
    )
    client.close()
    const db = await openDatabase(file)
    await expectOldRows(db)
    await db.close()
  })

  test('a database of a newer version is refused with one sentence and stays as it is', async () => {
    const file = join(folder, 'newer.db')
    await (await openDatabase(file)).close()
    const client = new Sqlite(file)
    client.exec(NEWEST)
    await expect(openDatabase(file)).rejects.toMatchObject({ name: 'PermanentFailure', message: NEWER })
    client.exec('begin exclusive; rollback')
    client.close()
  })

  test('several sample calls that a user has become one, and jobs stay', async () => {
    const client = new Sqlite(':memory:')
    migrateSqlite(client, await migrationsUpTo('sqlite', 6))
    client.exec((SAMPLES + JOB).replaceAll('NOW', '1795255200000'))
    migrateSqlite(client)
    expect(client.prepare('select id, kind, status, attempt from jobs').all()).toEqual([JOB_LEFT])
    expect(client.prepare('select id from microsites where sample order by id').pluck().all()).toEqual(SAMPLES_LEFT)
    expect(client.prepare('select count(*) from microsites').pluck().get()).toBe(4)
    client.close()
  })

  test('the server says that a database is newer, and ends', async () => {
    await (await openDatabase(join(folder, 'callfolio.db'))).close()
    const client = new Sqlite(join(folder, 'callfolio.db'))
    client.exec(NEWEST)
    client.close()
    const child = spawn(process.execPath, [MAIN], {
      cwd: folder,
      env: {
        ...PROGRAM_ENV,
        DATA_DIR: folder,
        PORT: '0',
        LOG_LEVEL: 'silent',
      },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
    const [code] = (await Promise.race([once(child, 'close'), once(child.stdout, 'data')])) as unknown[]
    child.kill()
    expect(code).toBe(1)
    expect(said).toBe(`${NEWER}\n`)
  })
})

describe.runIf(HAS_POSTGRES)('postgres', () => {
  test('microsites of a version that had them in one table keep every field, and are found', async () => {
    const address = await createPostgres({ migrated: false })
    const old = new Client(address)
    await old.connect()
    await migratePostgres(drizzle(old, { schema }), await migrationsUpTo('postgres', 7))
    await old.query(
      oldRows((value) => {
        if (value instanceof Date) return quoted(value.toISOString())
        return typeof value === 'number' || typeof value === 'boolean' ? String(value) : quoted(value)
      }),
    )
    await old.end()
    const db = await openDatabase(address)
    await expectOldRows(db)
    await db.close()
  })

  let client: Client
  const queries: string[] = []
  beforeAll(async () => {
    client = new Client(await createPostgres({ migrated: false }))
    await client.connect()
  })
  afterAll(() => client.end())
  const migrate = (from?: string) =>
    migratePostgres(drizzle(client, { schema, logger: { logQuery: (query) => void queries.push(query) } }), from)

  test('several sample calls that a user has become one, and jobs stay', async () => {
    await migrate(await migrationsUpTo('postgres', 6))
    await client.query((SAMPLES + JOB).replaceAll('NOW', 'now()'))
    await migrate()
    expect((await client.query('select id, kind, status, attempt from jobs')).rows).toEqual([JOB_LEFT])
    expect(
      (await client.query<{ id: string }>('select id from microsites where sample order by id')).rows.map(
        ({ id }) => id,
      ),
    ).toEqual(SAMPLES_LEFT)
  })

  test('reads what is to be done only under its lock, and does nothing once all is done', async () => {
    queries.length = 0
    await migrate()
    expect(queries.slice(0, 2)).toEqual(['begin', expect.stringMatching(/^select pg_advisory_xact_lock\(/)])
    expect(queries.filter((query) => /^\s*(alter|drop|insert|update)/i.test(query))).toEqual([])
  })

  test('a database of a newer version is refused with one sentence', async () => {
    await client.query(NEWEST.replace('__drizzle', 'drizzle.__drizzle'))
    await expect(migrate()).rejects.toMatchObject({ name: 'PermanentFailure', message: NEWER })
  })
})
