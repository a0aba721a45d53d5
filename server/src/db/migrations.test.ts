import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BOTH_DATABASES, HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres, queryPostgres } from '../testing/postgres.ts'
import { openDatabase } from './database.ts'
import { migratePostgres } from './migrations.ts'
import { schema } from './schema.postgres.ts'
import { builtProgram, PROGRAM_ENV } from '../testing/program.ts'

const MAIN = await builtProgram('main')
const ADMIN = await builtProgram('admin')
const DATABASE = new URL('database.ts', import.meta.url).href
/** Opens the databases at the given addresses, all at once on command. */
const OPENER = `
  import { createInterface } from 'node:readline'
  import { openDatabase } from '${DATABASE}'
  console.log('ready')
  for await (const address of createInterface({ input: process.stdin })) console.log(await openDatabase(address).then((db) => db.close()).then(() => 'open', (error) => 'refused: ' + error.message))`
const NEWER = 'A newer Callfolio upgraded this database. Start that version, or set another DATA_DIR or DATABASE_URL.'
const PRERELEASE =
  'A pre-release version of Callfolio created this database, which can’t be upgraded. Export each account in that version, then import it into a new DATA_DIR, database and bucket.'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await mkdir(join(folder, 'data'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A separate process that prints `ready` and then answers each line with one. */
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

const FRESH: Record<string, () => Promise<string>> = {
  sqlite: async () => join(folder, `${randomUUID()}.db`),
  postgres: () => createPostgres({ migrated: false }),
}

describe.each(BOTH_DATABASES)('several processes with %s', (name) => {
  test('that open one new database at once all get it, each time', async () => {
    const openers = Array.from({ length: 4 }, startOpener)
    expect(await Promise.all(openers.map(({ ready }) => ready))).toEqual(openers.map(() => 'ready'))
    for (let round = 0; round < 2; round++) {
      const address = (await FRESH[name]?.()) ?? ''
      expect(await Promise.all(openers.map((opener) => opener.open(address))), `round ${round}`).toEqual(
        openers.map(() => 'open'),
      )
    }
    await Promise.all(openers.map((opener) => opener.end()))
  })
})

const APPLIED_BY_NEWER = "insert into __drizzle_migrations (hash, created_at) values ('of tomorrow', 4102444800000)"
/** A database from before the first release: its first migration differs, and so does its users table. */
const PRERELEASE_DATABASE = `
  create table __drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  insert into __drizzle_migrations (hash, created_at) values ('of its own', 1795247912564), ('and another', 1795250483508);
  create table users (id text primary key, email text not null);
  insert into users values ('ann', 'ann@example.org');`

function writeSqlite(file: string, statements: string): void {
  const client = new Sqlite(file)
  client.exec(statements)
  client.close()
}

/** Starts a program on the data folder. @returns its exit code and all its output. */
async function run(program: string, args: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...PROGRAM_ENV, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'silent', ...settings },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
  // A server that starts on it anyway prints so, and would keep running.
  const [code] = (await Promise.race([once(child, 'close'), once(child.stdout, 'data')])) as unknown[]
  child.kill()
  return { code, said }
}

describe('sqlite', () => {
  test('refuses a database of a newer version and leaves it unlocked', async () => {
    const file = join(folder, 'newer.db')
    await (await openDatabase(file)).close()
    writeSqlite(file, APPLIED_BY_NEWER)
    await expect(openDatabase(file)).rejects.toMatchObject({ name: 'PermanentFailure', message: NEWER })
    writeSqlite(file, 'begin exclusive; rollback')
  })

  test('refuses a database of a pre-release version and leaves its file unchanged', async () => {
    const file = join(folder, 'prerelease.db')
    writeSqlite(file, PRERELEASE_DATABASE)
    const before = await readFile(file)
    await expect(openDatabase(file)).rejects.toMatchObject({ name: 'PermanentFailure', message: PRERELEASE })
    expect((await readFile(file)).equals(before)).toBe(true)
  })
})

describe('on a database that can’t be migrated', () => {
  const database = () => join(folder, 'data/callfolio.db')
  afterEach(() => rm(database(), { force: true }))

  test('exits the server with one sentence when a newer version migrated it', async () => {
    await (await openDatabase(database())).close()
    writeSqlite(database(), APPLIED_BY_NEWER)
    expect(await run(MAIN, [])).toEqual({ code: 1, said: `${NEWER}\n` })
  })

  test.each([
    ['the server', MAIN, []],
    ['an admin command', ADMIN, ['user', 'list']],
    ['a backup', ADMIN, ['backup', '--to', 'backup']],
  ])('exits %s with the solution when a pre-release version created it', async (_name, program, args) => {
    writeSqlite(database(), PRERELEASE_DATABASE)
    const before = await readFile(database())
    expect(await run(program, args)).toEqual({ code: 1, said: `${PRERELEASE}\n` })
    expect((await readFile(database())).equals(before)).toBe(true)
  })
})

describe.runIf(HAS_POSTGRES)('postgres', () => {
  let client: Client
  const queries: string[] = []
  beforeAll(async () => {
    client = new Client(await createPostgres({ migrated: true }))
    await client.connect()
  })
  afterAll(() => client.end())
  const migrate = () =>
    migratePostgres(drizzle(client, { schema, logger: { logQuery: (query) => void queries.push(query) } }))

  test('reads the pending migrations only under the lock, and does nothing once all are applied', async () => {
    queries.length = 0
    await migrate()
    expect(queries.slice(0, 2)).toEqual(['begin', expect.stringMatching(/^select pg_advisory_xact_lock\(/)])
    expect(queries.filter((query) => /^\s*(alter|drop|insert|update)/i.test(query))).toEqual([])
  })

  test('refuses a database of a newer version', async () => {
    await client.query(APPLIED_BY_NEWER.replace('__drizzle', 'drizzle.__drizzle'))
    await expect(migrate()).rejects.toMatchObject({ name: 'PermanentFailure', message: NEWER })
  })

  test('refuses a database of a pre-release version and changes nothing in it', async () => {
    const url = await createPostgres({ migrated: false })
    await queryPostgres(
      url,
      `create schema drizzle; ${PRERELEASE_DATABASE.replaceAll('__drizzle', 'drizzle.__drizzle')}`,
    )
    const tables = () =>
      queryPostgres(url, "select table_name from information_schema.tables where table_schema in ('public', 'drizzle')")
    const before = await tables()
    await expect(openDatabase(url)).rejects.toMatchObject({ name: 'PermanentFailure', message: PRERELEASE })
    const refused = { code: 1, said: `${PRERELEASE}\n` }
    const worker = {
      ROLE: 'worker',
      S3_BUCKET: 'recordings',
      SECRET_KEY: 'a secret that every process of this installation has',
    }
    expect(await run(MAIN, [], { DATABASE_URL: url, ...worker })).toEqual(refused)
    const backup = ['backup', '--to', 'backup']
    expect(await run(ADMIN, backup, { DATABASE_URL: url })).toEqual(refused)
    expect(await tables()).toEqual(before)
    expect(await queryPostgres(url, 'select id from users')).toEqual([{ id: 'ann' }])
  })
})
