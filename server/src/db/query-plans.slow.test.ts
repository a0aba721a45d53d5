import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSqlQueue } from '../jobs/sql-queue.ts'
import { systemClock } from '../kernel/clock.ts'
import { createWorkLists } from '../microsites/records/work-repo.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { createPostgres } from '../testing/postgres.ts'
import { updateMicrosite } from '../testing/microsites.ts'
import { openDatabase, type Database } from './database.ts'

/** Tables that stay small regardless of the number of users. */
const SMALL = new Set(['signing_keys', 'measured_speeds', 'workers', 'operator_settings'])

interface Statement {
  text: string
  values: unknown[]
}
interface Watched {
  settings: Record<string, string>
  /** The statements sent since opening or the last call. */
  take(): Statement[]
  /**
   * @param folder of the product's data.
   * @returns the parts of a statement that scan a whole growing table; empty: none.
   */
  scans(folder: string, statement: Statement): Promise<string[]>
  close(): Promise<void>
}

const isPlanned = ({ text }: Statement) => /^\s*(select|with|update|delete)\b/i.test(text)

/** Each statement once. */
function getStatements(seen: readonly Statement[]): Statement[] {
  return [...new Map(seen.filter(isPlanned).map((each) => [each.text, each])).values()]
}

/** @param asked the arguments to node-postgres: a text, a text with its values, or both one after another. */
function asStatement([first, values]: unknown[]): Statement {
  const { text, values: own } = typeof first === 'string' ? { text: first } : (first as Partial<Statement>)
  return { text: text ?? '', values: own ?? (Array.isArray(values) ? values : []) }
}

async function watchSqlite(): Promise<Watched> {
  const { mock } = vi.spyOn(Sqlite.prototype, 'prepare')
  return {
    settings: {},
    take: () => getStatements(mock.calls.splice(0).map(([text]) => ({ text, values: [] }))),
    async scans(folder, { text }) {
      const client = new Sqlite(join(folder, 'callfolio.db'), { readonly: true })
      // A plan depends on no value.
      const places = Array.from(text.matchAll(/\?/g), () => null)
      const rows = client.prepare<null[], { detail: string }>(`explain query plan ${text}`).all(...places)
      client.close()
      return rows.flatMap(({ detail }) => {
        // There are few rows of the same millisecond.
        if (isPage(text) && /^USE TEMP B-TREE FOR (?!LAST TERM OF)/.test(detail)) return [detail]
        const [, table] = /^SCAN (\w+)/.exec(detail) ?? []
        // Skips a row of constants, and the full-text index, which is read from the search terms.
        const isNone = table === undefined || table === 'CONSTANT' || detail.includes('VIRTUAL TABLE')
        const isOfStatement = text.includes(`) "${table}" on `)
        return isNone || isOfStatement || SMALL.has(table) ? [] : [detail]
      })
    },
    close: async () => {},
  }
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Plans'?: PlanNode[]
}

async function watchPostgres(): Promise<Watched> {
  const url = await createPostgres({ migrated: true })
  const observer = new Client(url)
  await observer.connect()
  // A remaining full scan has no usable index.
  await observer.query('set enable_seqscan = off')
  // Likewise, a remaining sort has no index order.
  await observer.query('set enable_sort = off')
  // Partial indexes have few rows: only running work.
  const { rows } = await observer.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indpred is not null',
  )
  const partial = new Set(rows.map(({ name }) => name))
  const { mock } = vi.spyOn(Client.prototype, 'query')
  return {
    settings: { DATABASE_URL: url },
    take: () => getStatements(mock.calls.splice(0).map(asStatement)),
    async scans(_folder, { text, values }) {
      const answer = await observer.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (format json) ${text}`,
        values,
      )
      return (answer.rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => [
        ...wholeReads(Plan, null, partial),
        ...(isPage(text) ? sorts(Plan) : []),
      ])
    },
    close: () => observer.end(),
  }
}

/** The first rows of a growing list; excludes search results and the next turn among waiting jobs. */
const isPage = (text: string) => /^select\b.*\blimit\b/is.test(text) && !text.includes('search_')

/** Operations that read all rows to return the first ones. */
function sorts(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Sort' ? ['Sort'] : []
  return [...own, ...(node.Plans ?? []).flatMap(sorts)]
}

/** A query that takes only the first rows of an index in its order does not read all of it. */
function wholeReads(node: PlanNode, parent: PlanNode | null, partial: ReadonlySet<string>): string[] {
  const table = node['Relation Name']
  const isScan = /^(Seq|Index|Index Only) Scan$/.test(node['Node Type'])
  const index = node['Index Name'] ?? ''
  const isBounded =
    node['Index Cond'] !== undefined || partial.has(index) || (index !== '' && parent?.['Node Type'] === 'Limit')
  const own =
    isScan && table !== undefined && !SMALL.has(table) && !isBounded
      ? [`${node['Node Type']} ${index} on ${table}`]
      : []
  return [...own, ...(node.Plans ?? []).flatMap((inner) => wholeReads(inner, node, partial))]
}

describe.each(BOTH_DATABASES)('queries of the interface on %s', (name) => {
  let app: RunningApp
  let watched: Watched
  afterEach(async () => {
    vi.restoreAllMocks()
    await app.close()
    await watched.close()
  })

  test('use an index whatever other users’ data, and its order where only the first rows are shown', async () => {
    watched = name === 'postgres' ? await watchPostgres() : await watchSqlite()
    app = await startApp({ DEFAULT_PLAN: 'team', ...watched.settings })
    const person = await app.signUp()
    const db = await openDatabase(watched.settings['DATABASE_URL'] ?? join(app.folder, 'callfolio.db'))
    const link = await prepare(app, db, person)
    const wrongs: string[] = []
    let statements = 0
    const check = async (what: string) => {
      for (const statement of watched.take()) {
        statements += 1
        for (const scan of await watched.scans(app.folder, statement))
          wrongs.push(`${what}: ${scan}: ${statement.text}`)
      }
    }
    for (const [method, path, body] of asked(link)) {
      watched.take()
      const { status } = await person.send(method, path, body)
      expect(status, `${method} ${path}`).toBeLessThan(300)
      await check(`${method} ${path}`)
    }
    const queue = createSqlQueue({ db, clock: systemClock })
    watched.take()
    await queue.claim({ kinds: ['microsite'], lane: 'short', without: ['speech'] })
    await queue.line('microsite')
    await queue.listFailed()
    await queue.listFailed({ id: link.microsite })
    await queue.listRunning()
    await queue.depths()
    await createWorkLists(db).listWithoutJob()
    await check('the queue')
    const wrong = [`select id from jobs where error = ''`, `select id from jobs order by error limit 1`]
    for (const text of wrong) expect(await watched.scans(app.folder, { text, values: [] })).not.toEqual([])
    await db.close()
    expect(statements).toBeGreaterThan(30)
    expect(wrongs).toEqual([])
  })
})

interface Link {
  microsite: string
  token: string
  id: string
  /** Cursors of the lists' second pages, by order. */
  cursors: Record<string, string>
  /** The recording's address. */
  video: string
}

async function prepare(app: RunningApp, db: Database, person: Person): Promise<Link> {
  await person.send('POST', '/api/tags', { name: 'Acme' })
  const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\nDana: We ship on Friday.\n'
  const made = await person.send('POST', '/api/process-meeting', { captions })
  const { job_id: microsite } = made.body as { job_id: string }
  await person.send('PATCH', `/api/microsites/${microsite}`, { tags: ['Acme'] })
  const shared = await person.send('POST', '/api/create-shareable-link', {
    microsite_id: microsite,
    expires_in_days: 7,
    with_video: true,
  })
  const { id, share_url: url } = shared.body as { id: string; share_url: string }
  await person.send('POST', '/api/process-meeting', { captions })
  const cursors: Record<string, string> = {}
  for (const order of ['', 'sort=views_desc', 'sort=views_asc']) {
    const { body } = await person.send('GET', `/api/microsites?limit=1&${order}`)
    cursors[order] = (body as { next_cursor: string }).next_cursor
  }
  const videoUrl = `${person.userId}/meetings/a/call.mp4`
  await mkdir(join(app.folder, 'uservideos', videoUrl, '..'), { recursive: true })
  await writeFile(join(app.folder, 'uservideos', videoUrl), 'bytes of a recording')
  await updateMicrosite(db, microsite, { videoUrl, status: 'active', durationMs: 2000 })
  const { body: video } = await person.send('GET', `/api/microsites/${microsite}/video`)
  return {
    microsite,
    id,
    token: url.split('/').at(-1) ?? '',
    cursors,
    video: (video as { signedUrl: string }).signedUrl,
  }
}

/** Everything that a screen requests repeatedly. */
function asked({ microsite, id, token, cursors, video }: Link): [method: string, path: string, body?: unknown][] {
  const lists = [
    '',
    'q=friday',
    ...Object.entries(cursors).map(([order, cursor]) => `${order}&cursor=${encodeURIComponent(cursor)}`),
    `q=friday&cursor=${encodeURIComponent(cursors[''] ?? '')}`,
    'q=friday&sort=views_desc',
    'tag=Acme&sort=views_desc',
    'tag=Acme',
    'sort=views_desc',
    'sort=views_asc',
    'created=2026-01',
  ]
  return [
    ...lists.map((query): [string, string] => ['GET', `/api/microsites?limit=10&${query}`]),
    ['GET', `/api/microsites/${microsite}`],
    ['GET', `/api/microsites/${microsite}/retention`],
    ['GET', '/api/tags'],
    ['GET', '/api/links'],
    ['GET', `/api/links?microsite_id=${microsite}`],
    ['GET', `/api/links/${id}/views`],
    ['GET', video.replace(/^https?:..[^/]+/, '')],
    ['GET', `/s/${token}`],
    ['GET', `/s/${token}/video`],
    ['POST', '/api/get-shared-microsite', { token }],
    ['GET', `/s/${token}/card.png`],
    ['GET', '/api/usage'],
    ['GET', '/api/subscription'],
    ['GET', '/api/branding'],
    ['GET', '/api/account/data'],
    ['GET', '/api/account/sessions'],
    ['GET', '/api/account/retention'],
    ['GET', '/api/capabilities'],
    ['GET', '/api/speech-model'],
    ['GET', '/api/engines'],
    ['GET', '/api/failed-jobs'],
    ['GET', '/auth/v1/user'],
    ['GET', '/auth/v1/passkeys'],
    ['POST', '/api/begun-meetings', { id: 'd4c3b2a1-0000-4000-8000-000000000001' }],
    ['POST', '/api/process-meeting', { captions: 'WEBVTT' }],
  ]
}
