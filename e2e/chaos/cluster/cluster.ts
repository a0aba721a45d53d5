import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createPostgres, queryPostgres } from '../../../server/src/testing/postgres.ts'
import { startFakeOpenAi } from '../../fakes/openai.ts'
import { startFakeS3, type FakeS3 } from '../../fakes/s3/s3.ts'
import { freePort, SERVER_MAIN, slowness, waitFor } from '../../fixtures/server.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Times `slowness`, ms. */
const STARTED_MS = 60_000

/** One process of the built server, with its own data folder. */
export interface Member {
  name: string
  url: string
  /** False from its kill until it answers again. */
  isUp(): boolean
  start(): Promise<void>
  kill(): Promise<void>
  /** Stops it gracefully. @returns its exit code. */
  stop(): Promise<number | null>
  log(): string
}

/** Two web processes and two workers, on one PostgreSQL server and one bucket. */
export interface Cluster {
  webs: readonly [Member, Member]
  workers: readonly [Member, Member]
  members: readonly Member[]
  bucket: FakeS3
  /** Aborted on close, to stop all requests. */
  signal: AbortSignal
  /** Queries the database. */
  query(text: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** Starts all four at once, on an empty database. */
export async function startCluster(settings: Record<string, string> = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'cluster-'))
  const database = await createPostgres({ migrated: false })
  const bucket = await startFakeS3({ pageSize: 500 })
  const ai = await startFakeOpenAi({ transcribe: () => ({ text: 'We ship the ten pallets to Acme on Friday.' }) })
  const shared = {
    ...bucket.settings,
    DATABASE_URL: database,
    SECRET_KEY: 'secret of all processes of the cluster',
    DEFAULT_PLAN: 'team',
    MODELS: 'manual',
    TRANSCRIBER: 'openai',
    ANALYST: 'extractive',
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: ai.baseUrl,
    ...settings,
  }
  const member = (name: string, ROLE: string) => createMember(name, join(folder, name), { ...shared, ROLE })
  const webs = [await member('web 1', 'web'), await member('web 2', 'web')] as const
  const workers = [await member('worker 1', 'worker'), await member('worker 2', 'worker')] as const
  const members = [...webs, ...workers]
  const closing = new AbortController()
  await Promise.all(members.map((each) => each.start()))
  return {
    webs,
    workers,
    members,
    bucket,
    signal: closing.signal,
    query: (text) => queryPostgres(database, text),
    async close() {
      closing.abort()
      await Promise.all(members.map((each) => each.kill()))
      await Promise.all([bucket.close(), ai.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function createMember(name: string, dataDir: string, settings: Record<string, string>): Promise<Member> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  let isUp = false
  let output = ''

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    isUp = false
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
    return child.exitCode
  }

  return {
    name,
    url,
    isUp: () => isUp,
    async start() {
      const started = spawn(process.execPath, ['--max-semi-space-size=1', SERVER_MAIN], {
        cwd: ROOT,
        env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      if (started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL)
      child = started
      for (const stream of [started.stdout, started.stderr])
        createInterface({ input: stream }).on('line', (line) => (output += `${line}\n`))
      await waitFor(
        async () => {
          if (started.exitCode !== null) throw new Error(`${name} ended with ${started.exitCode}:\n${output}`)
          // Killed during the start: the test that killed it restarts it.
          return started.signalCode !== null || (await fetch(`${url}/readyz`).catch(() => null))?.ok === true
        },
        `${name} to answer`,
        { limitMs: STARTED_MS, slownessNow: slowness },
      )
      isUp = started.signalCode === null
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    log: () => output,
  }
}
