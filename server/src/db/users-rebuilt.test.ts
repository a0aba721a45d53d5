import Sqlite from 'better-sqlite3'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrateSqlite, migrationsFolder } from './migrations.ts'

test('what belongs to accounts stays when their table is written again, and of mailed links the newest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'users-'))
  await cp(migrationsFolder('sqlite'), folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] }
  const until = journal.entries.findIndex(({ tag }) => tag.endsWith('_identity'))
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, until) }))
  const client = new Sqlite(':memory:')
  client.pragma('foreign_keys = ON')
  migrateSqlite(client, folder)
  client.exec(`
    insert into users (id, email, user_metadata, created_at, updated_at) values ('ann', 'ann@example.org', '{}', 1, 1);
    insert into sessions (id, user_id, expires_at, created_at) values ('s', 'ann', 9, 1);
    insert into one_time_tokens (hash, user_id, purpose, expires_at, created_at)
      values ('old', 'ann', 'recovery', 9, 1), ('new', 'ann', 'recovery', 9, 2), ('other', 'ann', 'signup', 9, 1);`)
  migrateSqlite(client)
  expect(client.prepare('select id, email, phone, new_email, is_anonymous, second_factor from users').all()).toEqual([
    { id: 'ann', email: 'ann@example.org', phone: null, new_email: null, is_anonymous: 0, second_factor: 0 },
  ])
  expect(client.prepare('select id from sessions').pluck().all()).toEqual(['s'])
  expect(client.prepare('select hash from one_time_tokens order by hash').pluck().all()).toEqual(['new', 'other'])
  expect(client.pragma('foreign_keys', { simple: true })).toBe(1)
  expect(() =>
    client.exec("insert into sessions (id, user_id, expires_at, created_at) values ('x', 'no', 9, 1)"),
  ).toThrow()
  client.close()
  await rm(folder, { recursive: true })
})
