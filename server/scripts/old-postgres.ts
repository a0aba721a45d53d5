import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { migratePostgres } from '../src/db/migrations.ts'
import { createPostgres } from '../src/testing/postgres.ts'
import { THEN, valueOf, type Column } from './old-rows.ts'
import { postgresPrograms } from './programs.ts'

const run = promisify(execFile)

/** Lines of a dump that only its own psql, or a server of its own version, understands. */
const OF_ITS_VERSION = /^(\\(un)?restrict |SET transaction_timeout)/

/** @returns a database with the migrations of a folder and a row in each table, as SQL. */
export async function dumpPostgres(migrations: string): Promise<string> {
  const address = await createPostgres({ migrated: false })
  const client = new Client(address)
  await client.connect()
  try {
    await migratePostgres(drizzle(client) as never, migrations)
    await fill(client)
  } finally {
    await client.end()
  }
  const program = join(postgresPrograms() ?? '', 'pg_dump')
  const { stdout } = await run(program, ['--inserts', '--no-owner', '--no-comments', address], {
    maxBuffer: 64 * 1024 ** 2,
  })
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('--') && !OF_ITS_VERSION.test(line))
    .join('\n')
}

interface PgColumn extends Column {
  table: string
  refersTo: string | null
}

const COLUMNS = `
  select c.table_name as "table", c.column_name as name, c.data_type as type,
    case when c.is_nullable = 'NO' then 1 else 0 end as "notnull",
    (select f.confrelid::regclass::text from pg_constraint f
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
      where f.contype = 'f' and f.conrelid = format('public.%I', c.table_name)::regclass and a.attname = c.column_name
      limit 1) as "refersTo"
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.is_identity = 'NO'
  order by c.table_name, c.ordinal_position`

async function fill(client: Client): Promise<void> {
  const { rows } = await client.query<PgColumn>(COLUMNS)
  // All that refers to something refers to the one row there is.
  await client.query('set session_replication_role = replica')
  for (const [table, columns] of Map.groupBy(rows, (column) => column.table)) {
    const places = columns.map((_, index) => `$${index + 1}`).join(', ')
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    await client.query(
      `insert into "${table}" (${names}) values (${places})`,
      columns.map((column) => pgValueOf(table, column)),
    )
  }
}

function pgValueOf(table: string, column: PgColumn): unknown {
  if (column.type.startsWith('json')) return column.notnull ? '{}' : null
  if (column.type === 'boolean') return column.notnull ? false : null
  if (column.type.startsWith('timestamp')) return column.notnull ? new Date(THEN) : null
  if (/^(bigint|integer|smallint|numeric|double precision|real)$/.test(column.type)) return numberOf(column)
  if (column.type === 'ARRAY') return column.notnull ? [] : null
  return valueOf(table, column, column.refersTo ?? undefined)
}

/** Keys that are numbers are those of the one row; times that are kept as numbers are as in SQLite. */
function numberOf(column: PgColumn): number | null {
  const value = valueOf(column.table, column, undefined)
  return typeof value === 'string' ? 1 : value
}
