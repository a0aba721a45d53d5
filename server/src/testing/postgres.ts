import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openDatabase, type Database } from '../db/database.ts'
import { postgresPrograms } from '../../scripts/programs.ts'

/*
 * Each test process has its own PostgreSQL server, created by the first test that needs one. It skips fsync, listens
 * only on a socket in a temporary folder, and exits with its process however that ends: its shell sees the pipe
 * close.
 */
const KEEPER = `
  trap '' INT TERM PIPE
  "$BIN/initdb" --pgdata "$DIR/data" --username postgres --auth trust --encoding UTF8 --locale C --no-sync >"$DIR/log" 2>&1 &&
  { "$BIN/postgres" -D "$DIR/data" -k "$DIR" -c listen_addresses= -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=200 >>"$DIR/log" 2>&1 & } &&
  server=$! &&
  while kill -0 $server && ! "$BIN/pg_isready" --quiet --host "$DIR"; do sleep 0.05; done 2>>"$DIR/log"
  if kill -0 $server 2>/dev/null; then echo ready; else cat "$DIR/log"; fi
  read -r _
  kill -QUIT $server 2>/dev/null && wait $server
  rm -rf "$DIR"`

const TEMPLATE = 'migrated'

interface Cluster {
  address: (database: string) => string
  run: (statement: string) => Promise<void>
}

let cluster: Promise<Cluster> | null = null

/** @returns the address of a new database, with all tables when `migrated`, else empty. */
export async function createPostgres({ migrated }: { migrated: boolean }): Promise<string> {
  cluster ??= startCluster()
  const { address, run } = await cluster
  const name = `test-${randomUUID()}`
  await run(`create database "${name}" template ${migrated ? TEMPLATE : 'template0'}`)
  return address(name)
}

/** Opens a new database as the product does: node-postgres with a connection pool. */
export async function openPostgres(): Promise<Database> {
  return openDatabase(await createPostgres({ migrated: true }))
}

/** Queries a database on a separate connection. */
export async function queryPostgres(address: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(address)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

async function startCluster(): Promise<Cluster> {
  const bin = postgresPrograms()
  if (bin === null) throw new Error('PostgreSQL is not installed.')
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const user = await ownerFor(folder)
  const keeper = spawn('sh', ['-c', KEEPER], {
    ...user,
    env: { PATH: process.env['PATH'], BIN: bin, DIR: folder },
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
    // Signals from the terminal to the tests must not stop the server first.
    detached: true,
  })
  const [said] = (await once(keeper.stdout, 'data')) as [Buffer]
  if (said.toString() !== 'ready\n') throw new Error(`PostgreSQL did not start: ${said.toString()}`)
  keeper.unref()
  for (const pipe of [keeper.stdin, keeper.stdout]) (pipe as unknown as { unref(): void }).unref()

  const address = (database: string) => `postgres://postgres@/${database}?host=${encodeURIComponent(folder)}`
  const run = async (statement: string) => {
    const client = new Client(address('postgres'))
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${TEMPLATE}`)
  await (await openDatabase(address(TEMPLATE))).close()
  return { address, run }
}

/** Starts, crashes or freezes a server on commands from standard input; exits with its process. */
const SWITCHED = `
  trap '' INT TERM PIPE
  "$BIN/initdb" --pgdata "$DIR/data" --username postgres --auth trust --encoding UTF8 --locale C --no-sync >"$DIR/log" 2>&1
  while read -r wish; do
    case $wish in
      start) "$BIN/postgres" -D "$DIR/data" -k "$DIR" -c listen_addresses= -c fsync=off >>"$DIR/log" 2>&1 & server=$!
        while kill -0 $server && ! "$BIN/pg_isready" --quiet --host "$DIR"; do sleep 0.05; done 2>>"$DIR/log" ;;
      stop) kill -QUIT $server; wait $server ;;
      freeze) kill -STOP $server
        # One that the server still started would answer: its processes are listed when it can start none.
        until ps -o stat= -p $server | grep -q '^T'; do sleep 0.01; done
        kill -STOP $(pgrep -P $server) ;;
      thaw) kill -CONT $server $(pgrep -P $server) ;;
    esac
    echo "$wish"
  done
  kill -CONT $server $(pgrep -P $server) 2>>"$DIR/log"
  kill -QUIT $server 2>>"$DIR/log" && wait $server
  rm -rf "$DIR"`

/** A separate PostgreSQL server that a test stops, starts, freezes and thaws. It is stopped at first. */
export async function createSwitchedPostgres() {
  const bin = postgresPrograms()
  if (bin === null) throw new Error('PostgreSQL is not installed.')
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const user = await ownerFor(folder)
  const shell = spawn('sh', ['-c', SWITCHED], {
    ...user,
    env: { PATH: process.env['PATH'], BIN: bin, DIR: folder },
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  return {
    url: `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    async turn(wish: 'start' | 'stop' | 'freeze' | 'thaw') {
      const done = once(shell.stdout, 'data')
      shell.stdin.write(`${wish}\n`)
      await done
    },
    async close() {
      shell.stdin.end()
      await once(shell, 'close')
    },
  }
}

/** PostgreSQL refuses to run as root, so it runs as the user that its package creates. */
async function ownerFor(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])))
  if (uid === undefined || gid === undefined) return {}
  await chown(folder, uid, gid)
  return { uid, gid }
}
