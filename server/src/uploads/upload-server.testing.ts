import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import { MAX_UPLOAD_BYTES } from '@callfolio/shared/recording-limits.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { createApp } from '../http/create-app.ts'
import { createAddresses } from '../http/origin.ts'
import type { Authenticate } from '../http/require-user.ts'
import { AppError } from '../kernel/errors.ts'
import { createSqlQueue } from '../jobs/sql-queue.ts'
import { createLogger } from '../kernel/logger.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import { insertUser } from '../testing/users.ts'
import { createDiskUploadStore } from './disk-upload-store.ts'
import { createEarlySpeech } from './early-speech.ts'
import { uploadRoutes } from './routes.ts'
import { createUploadsRepo } from './uploads-repo.ts'

/** A listening server with uploads on a folder of its own; `restart` is a new process on the same folder and database. */
export async function openUploadServer({
  maxBytes = MAX_UPLOAD_BYTES,
  plan = PLANS.team,
}: { maxBytes?: number; plan?: Plan } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  const database = await openDatabase(join(folder, 'data.db'))
  const clock = { now: new Date() }
  const tokens = new Map<string, string>()
  const authenticate: Authenticate = async (token) => {
    const userId = tokens.get(token)
    if (userId === undefined) throw new AppError('bad_jwt', 'The access token is not valid.')
    return { userId, sessionId: 'session' }
  }
  let running = await listen(createDeps(folder, database, clock, plan), authenticate, maxBytes, 0)

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
    /** @returns the new user's id and access token. */
    async signUp() {
      const userId = await insertUser(database)
      const token = randomUUID()
      tokens.set(token, userId)
      return { userId, token }
    },
    /** Ends the server at once, open requests with it. */
    stop: () => stop(running.server),
    /** Starts it anew on the same port. */
    async start() {
      running = await listen(createDeps(folder, database, clock, plan), authenticate, maxBytes, running.port)
    },
    async close() {
      await stop(running.server)
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type UploadServer = Awaited<ReturnType<typeof openUploadServer>>

function createDeps(folder: string, database: Database, clock: { now: Date }, plan: Plan) {
  const root = join(folder, 'uservideos')
  const links = createLinkSigner({ secretKey: 's'.repeat(32), clock: () => clock.now })
  const deps = {
    uploads: createUploadsRepo(database),
    storage: createDiskStorage({ root, links }),
    store: createDiskUploadStore({ bucketFolder: root, notesFolder: join(folder, 'uploads') }),
    clock: () => clock.now,
    plan: async () => plan,
  }
  const queue = createSqlQueue({ db: database, clock: deps.clock })
  const speech = createEarlySpeech({ ...deps, queue })
  return { ...deps, queue, speech, endSpeech: speech.end, wakeSpeech: speech.wake }
}

async function listen(deps: ReturnType<typeof createDeps>, authenticate: Authenticate, maxBytes: number, port: number) {
  const routers = [uploadRoutes({ ...deps, authenticate, maxBytes, assertRoom: async () => {} })]
  const app = createApp({
    log: createLogger('error'),
    routers,
    mounts: [],
    checkReady: async () => {},
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
