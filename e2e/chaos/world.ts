import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createSwitchedPostgres } from '../../server/src/testing/postgres.ts'
import { fileURLToPath } from 'node:url'
import { startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts'
import { startFakeS3, type FakeS3 } from '../fakes/s3/s3.ts'
import { mountSmallDisk, type SmallDisk } from '../fakes/small-disk.ts'
import { startMailServer, type MailServer } from '../fixtures/mail-server.ts'
import { freePort, SERVER_MAIN, slowness } from '../fixtures/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const JUMPING_CLOCK = fileURLToPath(new URL('jumping-clock.ts', import.meta.url))
/** Space for uploads, which leave 512 MiB free. */
const DISK_BYTES = 900 * 1024 * 1024
/** A server that takes longer, times `slowness`, never starts. */
const START_MS = 60_000

/** The services a server depends on besides its disk; each can fail. */
export interface Services {
  database: Awaited<ReturnType<typeof createSwitchedPostgres>>
  bucket: FakeS3
  mail: MailServer
}

/** A server, its services and an AI server, all of which can fail. */
export interface World {
  url: string
  dataDir: string
  ai: FakeOpenAi
  /** Null: mounting isn't allowed here, so the disk doesn't fail. */
  disk: SmallDisk | null
  /** Null: database, recordings and emails are on its disk. */
  services: Services | null
  /** Starts the server. @returns false when it exited at once, as on a read-only disk. */
  start(): Promise<boolean>
  kill(): Promise<void>
  /** Stops it gracefully. */
  stop(): Promise<void>
  /** Sets the offset of the server's clock. ms */
  jumpClock(ms: number): void
  close(): Promise<void>
}

/** @param on a failing disk, or a failing database server, bucket and mail server. */
export async function createWorld(on: 'disk' | 'services'): Promise<World> {
  const disk = on === 'disk' ? await mountSmallDisk(DISK_BYTES) : null
  const services = on === 'services' ? await startServices() : null
  const dataDir = disk?.folder ?? (await mkdtemp(join(tmpdir(), 'chaos-')))
  const ai = await startFakeOpenAi()
  const port = await freePort()
  const clockFile = join(await mkdtemp(join(tmpdir(), 'clock-')), 'offset')
  let child: ChildProcess | null = null

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
  }

  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    ai,
    disk,
    services,
    async start() {
      const started = spawn(process.execPath, ['--max-semi-space-size=1', SERVER_MAIN], {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          PORT: String(port),
          DATA_DIR: dataDir,
          NODE_OPTIONS: `--import=${JUMPING_CLOCK}`,
          CLOCK_FILE: clockFile,
          DEFAULT_PLAN: 'team',
          MODELS: 'manual',
          TRANSCRIBER: 'none',
          ANALYST: 'openai',
          OPENAI_API_KEY: 'sk-test',
          OPENAI_BASE_URL: ai.baseUrl,
          ...(services && getSettings(services)),
        },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      child = started
      const late = setTimeout(() => started.kill('SIGKILL'), START_MS * slowness())
      const lines = createInterface({ input: started.stdout })
      const ready = await new Promise<boolean>((resolve) => {
        lines.on('line', (line) => line.includes('is ready at') && resolve(true))
        started.once('close', () => resolve(false))
      })
      clearTimeout(late)
      return ready
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    jumpClock: (ms) => writeFileSync(clockFile, String(ms)),
    async close() {
      await end('SIGKILL')
      await rm(dirname(clockFile), { recursive: true })
      await ai.close()
      await services?.database.close()
      await services?.bucket.close()
      await services?.mail.close()
      await (disk === null ? rm(dataDir, { recursive: true, force: true }) : disk.remove())
    },
  }
}

async function startServices(): Promise<Services> {
  const database = await createSwitchedPostgres()
  await database.turn('start')
  return { database, bucket: await startFakeS3({ pageSize: 500 }), mail: await startMailServer() }
}

function getSettings({ database, bucket, mail }: Services): Record<string, string> {
  return {
    ...bucket.settings,
    DATABASE_URL: database.url,
    SMTP_URL: mail.url,
    SECRET_KEY: 'the secret of a server that works in chaos',
  }
}
