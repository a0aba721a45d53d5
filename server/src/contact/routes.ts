import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { CONTACT_PATH, contactReplySchema, contactSchema } from '@callfolio/shared/contract/contact.ts'
import type { Context } from 'hono'
import { createRouter, type AppEnv } from '../http/app.ts'
import { jsonBody, jsonReply } from '../http/describe.ts'
import { limitRequests } from '../http/limit-requests.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { sendContactMessage, type ContactDeps } from './send-contact-message.ts'

const HOUR = 60 * 60
/** An office may share one network address. */
const PER_CLIENT = { name: 'contact_client', points: 20, seconds: HOUR }
/** What one mailbox can be asked to take, however many clients send. */
const FOR_ALL = { name: 'contact_all', points: 200, seconds: HOUR }

const route = createRoute({
  method: 'post',
  path: CONTACT_PATH,
  request: jsonBody(contactSchema),
  responses: jsonReply(contactReplySchema, 'The message is on its way to the operator, or in the outbox'),
})

/** The contact form of the landing page, for anyone. */
export function contactRoutes({
  limiter,
  clientAddress,
  ...deps
}: ContactDeps & { limiter: RateLimiter; clientAddress: (c: Context<AppEnv>) => string }): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.use(
    CONTACT_PATH,
    limitRequests({ limiter, rule: PER_CLIENT, key: clientAddress }),
    limitRequests({ limiter, rule: FOR_ALL, key: () => 'all' }),
  )
  router.openapi(route, async (c) => {
    await sendContactMessage(deps, c.req.valid('json'))
    return c.json({ success: true as const, delivered: deps.mailer.sends }, 200)
  })
  return router
}
