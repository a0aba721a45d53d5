import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { VIRTUAL_HOST } from '../../../e2e/fakes/s3/s3.ts'
import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import { MAX_UPLOAD_BYTES } from '@callfolio/shared/recording-limits.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { createLocalLocks, type Locks } from '../db/processes/locks.ts'
import { createApp } from '../http/create-app.ts'
import { createAddresses } from '../http/origin.ts'
import type { Authenticate } from '../http/require-user.ts'
import { AppError } from '../kernel/errors.ts'
import { createSqlQueue } from '../jobs/sql-queue.ts'
import { createLogger } from '../kernel/logger.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { createS3Client, type S3Settings } from '../storage/s3-client.ts'
import { connectTo } from '../storage/s3-buckets.testing.ts'
import { createS3Storage } from '../storage/s3.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import { soundDisk } from '../testing/sound-disk.ts'
import type { Storage } from '../storage/storage.ts'
import { insertUser } from '../testing/users.ts'
import { createDiskUploadStore } from './disk-upload-store.ts'
import { createEarlySpeech } from './early-speech.ts'
import { uploadRoutes } from './routes.ts'
import { createS3UploadStore } from './s3-upload-store.ts'
import type { UploadStore } from './upload-store.ts'
import { createUploadsRepo } from './uploads-repo.ts'

/** A listening server with uploads in its own folder; `restart` is a new process on the same folder and database. */
export async function openUploadServer({
  maxBytes = MAX_UPLOAD_BYTES,
  plan = PLANS.team,
  bucket = null,
  locks = createLocalLocks(),
}: { maxBytes?: number; plan?: Plan; bucket?: S3Settings | null; locks?: Locks } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  const database = await openDatabase(join(folder, 'data.db'))
  const clock = { now: new Date() }
  const tokens = new Map<string, string>()
  const authenticate: Authenticate = async (token) => {
    const userId = tokens.get(token)
    if (userId === undefined) throw new AppError('bad_jwt', 'Your session has ended. Sign in again.')
    return { userId, sessionId: 'session' }
  }
  const deps = () =>
    createDeps(bucket ? onBucket(bucket, folder, clock) : onDisk(folder, clock), database, clock, plan, locks)
  let running = await listen(deps(), authenticate, maxBytes, 0)

  return {
    folder,
    database,
    clock,
    get deps() {
      return running.deps
    },
    get port() {
      return running.port
    },
    get endpoint() {
      return `http://127.0.0.1:${running.port}/files`
    },
    /** @returns the new user's ID and access token. */
    async signUp() {
      const userId = await insertUser(database)
      const token = randomUUID()
      tokens.set(token, userId)
      return { userId, token }
    },
    /** Stops the server at once, with its open requests. */
    stop: () => stop(running.server),
    /** Starts it again on the same port. */
    async start() {
      running = await listen(deps(), authenticate, maxBytes, running.port)
    },
    async close() {
      await stop(running.server)
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
interface Places {
  storage: Storage
  store: UploadStore
}

export type UploadServer = Awaited<ReturnType<typeof openUploadServer>>

const getLinks = (clock: { now: Date }) => createLinkSigner({ secretKey: 's'.repeat(32), clock: () => clock.now })

function onDisk(folder: string, clock: { now: Date }): Places {
  const root = join(folder, 'uservideos')
  return {
    storage: createDiskStorage({ root, links: getLinks(clock) }),
    store: createDiskUploadStore({ bucketFolder: root, notesFolder: join(folder, 'uploads') }),
  }
}

function onBucket(settings: S3Settings, folder: string, clock: { now: Date }): Places {
  const client = createS3Client(settings)
  const transferFolder = join(folder, 'transfers')
  const store = createS3UploadStore(settings)
  // The tests' made-up host resolves nowhere.
  if (settings.endpoint?.includes(VIRTUAL_HOST))
    for (const each of [client, (store.datastore as unknown as { client: typeof client }).client])
      connectTo('127.0.0.1', each)
  return {
    storage: createS3Storage({ client, bucket: settings.bucket, links: getLinks(clock), transferFolder }),
    store,
  }
}

function createDeps(places: Places, database: Database, clock: { now: Date }, plan: Plan, locks: Locks) {
  const deps = {
    ...places,
    uploads: createUploadsRepo(database),
    clock: () => clock.now,
    locks,
    plan: async () => plan,
    disk: soundDisk,
  }
  const queue = createSqlQueue({ db: database, clock: deps.clock })
  const speech = createEarlySpeech({ ...deps, queue })
  return { ...deps, queue, speech, endSpeech: speech.end, wakeSpeech: speech.wake }
}

async function listen(deps: ReturnType<typeof createDeps>, authenticate: Authenticate, maxBytes: number, port: number) {
  const routers = [uploadRoutes({ ...deps, authenticate, maxBytes, assertMonthlyLimit: async () => {} })]
  const app = createApp({
    log: createLogger('error'),
    routers,
    mounts: [],
    disk: soundDisk,
    https: false,
    addresses: createAddresses(),
  })
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }) as Server
  await once(server, 'listening')
  return { deps, server, port: (server.address() as AddressInfo).port }
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
