import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  createLinkReplySchema,
  createLinkSchema,
  getSharedReplySchema,
  getSharedSchema,
  SHARE_PATHS,
  shareErrorSchema,
} from '@callfolio/shared/contract/share.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { functionReply, jsonBody, jsonContent, signedIn, encodedJson } from '../http/describe.ts'
import { countRequest, limitRequests, perCaller } from '../http/limit-requests.ts'
import type { Origin } from '../http/origin.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import { getCaller } from './links/get-caller.ts'
import { createLink } from './links/create-link.ts'
import { refusal } from './links/link-access.ts'
import { getEnd, type PageEnd } from './links/link-end.ts'
import { MADE, PASSWORDS } from './links/link-limits.ts'
import type { LinkPass } from './links/link-pass.ts'
import type { LinksRepo } from './links/links-repo.ts'
import type { ReadPreparation } from './page/preparation.ts'
import type { PageTickets } from './links/page-tickets.ts'
import { passGate, type GateDeps } from './links/pass-gate.ts'
import { readSharedJson, type SharedJsonDeps } from './page/shared-json.ts'
import { shareUrl } from './links/share-url.ts'

/** Tokens can't be guessed; this limit only protects the server from load. A large office may share one address. */
const OPENING = { name: 'shared_microsite', points: 3000, seconds: 5 * 60 }
const OPENING_OF_LINK = { name: 'shared_microsite_link', points: 3000, seconds: 5 * 60 }

const createLinkRoute = createRoute({
  method: 'post',
  path: SHARE_PATHS.create,
  security: signedIn,
  request: jsonBody(createLinkSchema),
  responses: functionReply(createLinkReplySchema, 'A new link to one of the caller’s microsites'),
})

const getSharedRoute = createRoute({
  method: 'post',
  path: SHARE_PATHS.getShared,
  request: jsonBody(getSharedSchema),
  responses: {
    ...functionReply(getSharedReplySchema, 'The microsite, as its link shows it'),
    410: { ...jsonContent(shareErrorSchema), description: 'The link has expired' },
  },
})

type GetSharedReply = z.infer<typeof getSharedReplySchema>

interface FunctionDeps extends SharedJsonDeps, GateDeps {
  links: LinksRepo
  preparation: ReadPreparation
  pageEnd: PageEnd
  tickets: PageTickets
  clientAddress: (c: Context<AppEnv>) => string
  origin: Origin
  authenticate: Authenticate
}

/** The two server functions of sharing: create a link, open one. */
export function shareFunctionRoutes(deps: FunctionDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.use(SHARE_PATHS.create, requireUser(deps.authenticate), limitRequests(perCaller(deps.limiter, MADE)))
  router.use(SHARE_PATHS.getShared, limitRequests({ limiter: deps.limiter, rule: OPENING, key: deps.clientAddress }))

  router.openapi(createLinkRoute, async (c) => {
    const {
      microsite_id,
      expires_in_days,
      label = null,
      password,
      asks_email,
      sections,
      with_video,
      when_ready,
    } = c.req.valid('json')
    const site = await deps.links.getSite(c.var.caller.userId, microsite_id)
    if (typeof password === 'string') await countRequest(c, perCaller(deps.limiter, PASSWORDS))
    const protection = {
      password,
      asksEmail: asks_email,
      sections,
      withVideo: with_video,
      whenReady: when_ready,
    }
    const { id, token, expiresAt } = await createLink(deps, site, { days: expires_in_days, label, ...protection })
    return c.json(
      {
        success: true as const,
        id,
        ...shareUrl(deps.origin(c), token),
        expires_at: expiresAt.toISOString(),
        error: null,
      },
      200,
    )
  })

  router.openapi(getSharedRoute, async (c) => {
    const { token, ticket, ...answer } = c.req.valid('json')
    await countRequest(c, { limiter: deps.limiter, rule: OPENING_OF_LINK, key: () => token })
    const userId = await getCaller(c.req.header('authorization'), deps.authenticate)
    let pass = await passOfTicket(deps.tickets, ticket, token)
    const read = () => readSharedJson(deps, { token, visitor: { userId, pass }, origin: deps.origin(c) })
    let shown = await read()
    if (shown.state === 'gated') {
      pass = await passGate(deps, shown.link, answer, deps.clientAddress(c))
      shown = await read()
    }
    if (shown.state === 'expired') {
      const { code, message } = refusal('expired', null)
      return c.json({ success: false as const, error: message, code, expires_at: shown.expiresAt.toISOString() }, 410)
    }
    if (!('microsite' in shown)) throw refusal(shown.state, 'link' in shown ? shown.link : null)
    const { state, link, site, microsite } = shown
    const rest = JSON.stringify({
      expires_at: (await getEnd(link, deps.pageEnd)).toISOString(),
      own_microsite_id: userId === link.createdByUserId ? link.micrositeId : null,
      preparation: state === 'open' ? null : await deps.preparation(link, site),
      error: null,
    })
    const before = Buffer.from('{"success":true,"microsite":')
    return encodedJson<GetSharedReply>(c, [before, microsite, Buffer.from(`,${rest.slice(1)}`)])
  })
  return router
}

/** The pass the page was opened with, from its ticket. */
async function passOfTicket(
  { views }: PageTickets,
  ticket: string | undefined,
  token: string,
): Promise<LinkPass | null> {
  const opened = ticket === undefined ? null : await views.open(ticket)
  return opened?.state === 'good' && opened.content.token === token ? opened.content.pass : null
}
