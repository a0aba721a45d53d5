import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi'
import { BRAND } from '@callfolio/shared/brand.ts'
import { apiErrorSchema } from '@callfolio/shared/contract/api-error.ts'
import {
  accountDeletionSchema,
  exportLinkSchema,
  importResultSchema,
  OWN_DATA_PATHS,
  ownDataSchema,
  type OwnData,
} from '@callfolio/shared/contract/own-data.ts'
import type { AccountsArea } from '../accounts/area.ts'
import type { DeletionRow } from '../db/schema.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { clientSignal } from '../http/client-signal.ts'
import { jsonBody, jsonContent, jsonReply, signedIn } from '../http/describe.ts'
import type { HttpParts } from '../http/http-parts.ts'
import { limitRequests } from '../http/limit-requests.ts'
import { requireUser } from '../http/require-user.ts'
import { AppError } from '../kernel/errors.ts'
import type { LinkSigner } from '../storage/signed-links.ts'
import { keepAccount, requestDeletion, type AccountDeletionDeps } from './account-deletion.ts'
import { exportAccount, type ExportDeps } from './export-account.ts'
import { importAccount, type ImportDeps } from './import-account.ts'

/** An export reads everything; a deletion checks a password or a code. */
const PER_USER = { points: 10, seconds: 5 * 60 }
const EXPORT_LINK_SECONDS = 60
/** Can't clash with an object's key, whose segments never begin with a dot. The session identifies the user. */
const SIGNED_NAME = '.export'

const dataRoute = createRoute({
  method: 'get',
  path: OWN_DATA_PATHS.data,
  security: signedIn,
  responses: jsonReply(ownDataSchema, 'When the account will be deleted, and its deletion receipts'),
})

const requestRoute = createRoute({
  method: 'post',
  path: OWN_DATA_PATHS.deletion,
  security: signedIn,
  request: jsonBody(accountDeletionSchema),
  responses: jsonReply(ownDataSchema, 'The account will be deleted in seven days'),
})

const keepRoute = createRoute({
  method: 'delete',
  path: OWN_DATA_PATHS.deletion,
  security: signedIn,
  responses: jsonReply(ownDataSchema, 'The deletion was canceled'),
})

const exportLinkRoute = createRoute({
  method: 'post',
  path: OWN_DATA_PATHS.export,
  security: signedIn,
  responses: jsonReply(exportLinkSchema, 'A link that starts the download, valid for a minute'),
})

const importRoute = createRoute({
  method: 'post',
  path: OWN_DATA_PATHS.import,
  security: signedIn,
  request: {
    body: {
      content: { 'application/zip': { schema: z.string().openapi({ format: 'binary' }) } },
      required: true,
    },
  },
  responses: jsonReply(importResultSchema, 'What was imported from an account archive'),
})

const exportQuerySchema = z.object({
  expires: z.coerce.number().int().positive(),
  session: z.string().min(1).max(100),
  signature: z.string().min(1).max(100),
})

const exportRoute = createRoute({
  method: 'get',
  path: OWN_DATA_PATHS.export,
  request: { query: exportQuerySchema },
  responses: {
    200: {
      content: { 'application/zip': { schema: z.string().openapi({ format: 'binary' }) } },
      description: 'The account archive',
    },
    default: { ...jsonContent(apiErrorSchema), description: 'An error' },
  },
})

export interface OwnDataRoutesDeps extends AccountDeletionDeps, ExportDeps, Omit<ImportDeps, 'limiter'> {
  accounts: AccountDeletionDeps['accounts'] & Pick<AccountsArea, 'userOfSession' | 'recordExport'>
  links: LinkSigner
  listReceipts: (userId: string) => Promise<DeletionRow[]>
  http: Pick<HttpParts, 'authenticate' | 'limiter' | 'clientAddress'>
}

/** Exporting all of a user's data, and leaving. */
export function ownDataRoutes(deps: OwnDataRoutesDeps): OpenAPIHono<AppEnv> {
  const { http, links, clock } = deps
  const router = createRouter()
  const user = requireUser(http.authenticate)
  const limited = (name: string) =>
    limitRequests({ limiter: http.limiter, rule: { name, ...PER_USER }, key: (c) => c.var.caller.userId })
  router.use(OWN_DATA_PATHS.data, user)
  router.use(OWN_DATA_PATHS.deletion, user, limited('account_deletion'))
  router.post(OWN_DATA_PATHS.export, user, limited('account_export'))
  router.use(OWN_DATA_PATHS.import, user, limited('account_import'))

  const read = async (userId: string): Promise<OwnData> => ({
    deletion_due_at: (await deps.accounts.deletionDueAt(userId))?.toISOString() ?? null,
    receipts: (await deps.listReceipts(userId)).map((row) => ({
      id: row.id,
      microsite_id: row.micrositeId,
      part: row.part,
      deleted_at: row.deletedAt.toISOString(),
      finished_at: row.finishedAt?.toISOString() ?? null,
      objects: row.objects,
      links: row.links,
      digest: row.digest,
    })),
    importing: deps.importing.getProgress(userId),
  })
  router.openapi(dataRoute, async (c) => c.json(await read(c.var.caller.userId), 200))
  router.openapi(requestRoute, async (c) => {
    const { password: currentPassword, nonce } = c.req.valid('json')
    const client = { address: http.clientAddress(c), userAgent: c.req.header('user-agent') }
    await requestDeletion(deps, { ...c.var.caller, given: { currentPassword, nonce }, client })
    return c.json(await read(c.var.caller.userId), 200)
  })
  router.openapi(keepRoute, async (c) => {
    await keepAccount(deps, c.var.caller.userId)
    return c.json(await read(c.var.caller.userId), 200)
  })
  router.openapi(exportLinkRoute, async (c) => {
    await deps.accounts.recordExport(c.var.caller.userId)
    const { query } = links.sign(SIGNED_NAME, { session: c.var.caller.sessionId, seconds: EXPORT_LINK_SECONDS })
    return c.json({ path: `${OWN_DATA_PATHS.export}?${query}` }, 200, { 'Cache-Control': 'no-store' })
  })
  router.openapi(importRoute, async (c) => {
    const { body } = c.req.raw
    const length = Number(c.req.header('content-length'))
    if (body === null || !(length > 0))
      throw new AppError('invalid_request', 'Send the archive as the request body, with a Content-Length header.')
    await deps.assertStorageLimit(c.var.caller.userId, length)
    const archive = Readable.fromWeb(body as WebStream)
    return c.json(
      await importAccount({ ...deps, limiter: http.limiter }, c.var.caller.userId, archive, clientSignal(c)),
      200,
    )
  })
  // A browser's download carries no token, so the link is signed.
  router.openapi(exportRoute, async (c) => {
    const link = c.req.valid('query')
    const userId = links.check(SIGNED_NAME, link) === 'good' ? await deps.accounts.userOfSession(link.session) : null
    if (userId === null) throw new AppError('forbidden', 'This link has expired. Start the download again.')
    const isAllowed = async () => (await deps.accounts.userOfSession(link.session)) === userId
    const now = clock()
    const name = `${BRAND.name.toLowerCase()}-${now.toISOString().slice(0, 10)}.zip`
    return c.body(exportAccount(deps, { userId, sessionId: link.session }, { now, isAllowed }), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    })
  })
  return router
}
