import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api'
import type { Table } from 'drizzle-orm'
import { ROOT } from './places.ts'

/*
 * Generates the migrations from the tables of the last committed migration to those in the working tree. drizzle-kit's
 * own command needs a snapshot of several thousand lines beside each migration; Git already has the tables.
 */

const name = process.argv[2]
if (name === undefined || !/^[a-z_]+$/.test(name)) {
  console.error('Name the migration in lower case: npm run migrations -- add_language_label')
  process.exit(1)
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 28 })
const base = git('log', '-1', '--format=%H', '--', 'server/migrations').toString().trim()
/** Inside the package, so that the old tables find their libraries. */
const before = join(ROOT, 'server/.cache/last-migration')
mkdirSync(before, { recursive: true })
try {
  execFileSync('tar', ['-x', '-C', before], { input: git('archive', base, 'server/src/db') })
  const read = async (folder: string, dialect: string) =>
    ((await import(join(folder, `server/src/db/schema.${dialect}.ts`))) as { schema: Record<string, Table> }).schema
  add(
    'sqlite',
    await generateSQLiteMigration(
      await generateSQLiteDrizzleJson(await read(before, 'sqlite')),
      await generateSQLiteDrizzleJson(await read(ROOT, 'sqlite')),
    ),
  )
  add(
    'postgres',
    await generateMigration(
      generateDrizzleJson(await read(before, 'postgres')),
      generateDrizzleJson(await read(ROOT, 'postgres')),
    ),
  )
} finally {
  rmSync(before, { recursive: true })
}

/** Writes a migration as Drizzle's migrator reads it. */
function add(dialect: string, statements: string[]): void {
  if (statements.length === 0) return console.log(`${dialect}: no changes`)
  const folder = join(ROOT, 'server/migrations', dialect)
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
  }
  const idx = journal.entries.length
  const tag = `${String(idx).padStart(4, '0')}_${name}`
  journal.entries.push({ idx, version: '7', when: Date.now(), tag, breakpoints: true })
  writeFileSync(join(folder, `${tag}.sql`), `${statements.join('\n--> statement-breakpoint\n')}\n`)
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal, null, 2))
  console.log(`${dialect}: ${tag}.sql`)
}
