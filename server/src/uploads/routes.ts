import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { MAX_UPLOAD_BYTES, tooLargeMessage } from '@callfolio/shared/recording-limits.ts'
import { oneByOne, type Locks } from '../db/processes/locks.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import type { Clock } from '../kernel/clock.ts'
import type { DiskWatch } from '../kernel/disk-watch.ts'
import { AppError } from '../kernel/errors.ts'
import { ownsUpload } from '../storage/keys.ts'
import { completeUpload } from './complete-upload.ts'
import { describeUploadRoutes } from './upload-description.ts'
import { removeCompleteUpload, removeUpload, type UploadDeps } from './remove-upload.ts'
import { reserveUpload } from './reserve-upload.ts'
import { assertSpaceFor, type StorageLimitDeps } from './storage-limit.ts'
import { asApiError } from './tus-errors.ts'
import { createTusServer } from './tus-server.ts'
import { keyOfSegment, UPLOADS_PATH } from './upload-id.ts'

export interface UploadRoutesDeps extends UploadDeps {
  authenticate: Authenticate
  clock: Clock
  locks: Locks
  plan: StorageLimitDeps['plan']
  disk: Pick<DiskWatch, 'note' | 'check'>
  /** Transcribes what has arrived, if requested. Called when bytes have arrived. */
  wakeSpeech: (key: string) => Promise<void>
  /** Throws when the user can't use another upload because their monthly microsites are used up. */
  assertMonthlyLimit: (userId: string) => Promise<void>
  /** Largest upload in bytes. */
  maxBytes?: number
}

const STORAGE_PATH = 'X-Storage-Path'
const EXPOSED = [
  'Location',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Upload-Defer-Length',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  STORAGE_PATH,
].join(', ')

/**
 * tus 1.0 at /files (creation, creation-defer-length, termination, expiration). Every request but OPTIONS needs a
 * bearer token; an upload exists for its owner only. The metadata `speech` (what the call is about, or nothing)
 * requests a transcription that starts before the last byte. The response that completes an upload, and HEAD of a
 * completed one, return its storage path in `X-Storage-Path`.
 */
export function uploadRoutes({
  authenticate,
  maxBytes = MAX_UPLOAD_BYTES,
  ...deps
}: UploadRoutesDeps): OpenAPIHono<AppEnv> {
  const callers = new WeakMap<Request, string>()
  const getCaller = (request: Request) => {
    const userId = callers.get(request)
    if (userId === undefined) throw new AppError('no_authorization', 'You must be signed in')
    return userId
  }
  const tus = createTusServer({
    store: deps.store,
    locks: deps.locks,
    maxBytes,
    reserve: (request, metadata) => {
      const userId = getCaller(request)
      const length = request.headers.get('upload-length')
      const size = length === null ? null : Number(length) || 0
      // Serialized, so that concurrent requests can't exceed a limit together.
      return oneByOne(deps.locks, `uploads of ${userId}`, () => reserveUpload(deps, userId, { metadata, size }))
    },
    complete: (request, key) => complete(getCaller(request), key),
    disk: deps.disk,
  })

  async function complete(userId: string, key: string): Promise<Record<string, string>> {
    const completed = await completeUpload(deps, { userId, key })
    return { [STORAGE_PATH]: completed.key }
  }

  async function answer(c: Context<AppEnv>): Promise<Response> {
    const { method, raw } = c.req
    if (method === 'GET') throw new AppError('not_found', 'Not found.')
    const { userId } = c.var.caller
    const key = method === 'POST' ? null : ownedKey(userId, c)
    const announced = announcedBytes(c)
    callers.set(raw, userId)
    if (method === 'POST') await deps.assertMonthlyLimit(userId)
    // The protocol handler refuses requests that are not tus.
    const isTus = c.req.header('tus-resumable') !== undefined
    const removesComplete = async () => method === 'DELETE' && key !== null && isTus && removeCompleteUpload(deps, key)
    if (await removesComplete()) return c.body(null, 204)
    if (method === 'PATCH') await assertSpaceFor(deps.store, getBytes(c, 'content-length'))
    const response = announced > maxBytes ? null : await forward(raw)
    if (key !== null && (response === null || response.status === 413)) await discardUnbounded(key)
    if (response === null) throw new AppError('payload_too_large', tooLargeMessage(announced))
    // Its last bytes may have arrived while its sender's request was aborted.
    if (response.status === 400 && (await removesComplete())) return c.body(null, 204)
    if (response.status >= 400) return asApiError(response)
    if (key !== null && method === 'PATCH') {
      deps.store.flushSoon(key)
      // The next bytes trigger it again.
      await deps.wakeSpeech(key).catch(() => {})
    }
    if (key !== null && method === 'DELETE') await removeUpload(deps, key)
    // The process may have ended between the last byte and its response: a repeated request completes the upload.
    if (key !== null && method === 'HEAD' && isComplete(response)) {
      for (const [name, value] of Object.entries(await complete(userId, key))) response.headers.set(name, value)
    }
    return response
  }

  /** An upload of unknown length that passed the limit can never complete; one of known length still can. */
  async function discardUnbounded(key: string): Promise<void> {
    if ((await deps.store.received(key))?.announced === null) await removeUpload(deps, key)
  }

  function forward(raw: Request): Promise<Response> {
    // tus rejects the list that two proxies in a row produce; its URLs are relative and need no protocol.
    raw.headers.delete('x-forwarded-proto')
    return tus.handleWeb(raw)
  }

  const router = createRouter()
  describeUploadRoutes(router)
  // Matches /files itself too.
  const paths = `${UPLOADS_PATH}/*`
  router.use(paths, exposeHeaders)
  router.options(paths, (c) => forward(c.req.raw))
  router.use(paths, requireUser(authenticate))
  router.all(paths, (c) => answer(c))
  return router
}

/** The extension uploads too. Set last, so that it can read refusals as well. */
const exposeHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  c.header('Access-Control-Expose-Headers', EXPOSED)
})

/** The length an upload has or would get by a request; checked before a byte is read. */
function announcedBytes(c: Context<AppEnv>): number {
  const end = c.req.method === 'PATCH' ? getBytes(c, 'upload-offset') + getBytes(c, 'content-length') : 0
  return Math.max(getBytes(c, 'upload-length'), end)
}

function getBytes(c: Context<AppEnv>, header: string): number {
  return Number(c.req.header(header) ?? 0) || 0
}

function ownedKey(userId: string, c: Context<AppEnv>): string {
  const key = keyOfSegment(c.req.path.slice(UPLOADS_PATH.length + 1))
  if (key === null || !ownsUpload(userId, key)) throw new AppError('not_found', 'Upload not found.')
  return key
}

function isComplete(response: Response): boolean {
  const offset = response.headers.get('upload-offset')
  return offset !== null && offset === response.headers.get('upload-length')
}
