import { BRAND } from '@callfolio/shared/brand.ts'
import {
  CONTACT_PATH,
  contactReplySchema,
  contactSchema,
  type ContactMessage,
} from '@callfolio/shared/contract/contact.ts'
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { createRouter, type AppEnv } from '../http/app.ts'
import { jsonBody, jsonReply } from '../http/describe.ts'
import { countRequest, limitRequests } from '../http/limit-requests.ts'
import { AppError } from '../kernel/errors.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import type { Mailer } from '../mail/mailer.ts'

const HOUR = 60 * 60
/** Per client; an office may share one network address. */
const PER_CLIENT = { name: 'contact_client', points: 20, seconds: HOUR }
/** Across all clients, to protect the mailbox. */
const FOR_ALL = { name: 'contact_all', points: 200, seconds: HOUR }

const route = createRoute({
  method: 'post',
  path: CONTACT_PATH,
  request: jsonBody(contactSchema),
  responses: jsonReply(contactReplySchema, 'The message was sent to the admin or stored in the outbox'),
})

/** The public contact form of the landing page. */
export function contactRoutes({
  limiter,
  clientAddress,
  ...deps
}: ContactDeps & { limiter: RateLimiter; clientAddress: (c: Context<AppEnv>) => string }): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.use(CONTACT_PATH, limitRequests({ limiter, rule: PER_CLIENT, key: clientAddress }))
  router.openapi(route, async (c) => {
    // Invalid messages don't count against the limits.
    await countRequest(c, { limiter, rule: FOR_ALL, key: () => 'all' })
    await sendContactMessage(deps, c.req.valid('json'))
    return c.json({ success: true as const, delivered: deps.mailer.sends }, 200)
  })
  return router
}

interface ContactDeps {
  mailer: Mailer
  /** The mailbox that receives the messages; null if not configured. */
  recipient: string | null
}

/**
 * Emails a visitor's message to the operator, with the visitor as reply-to.
 * @throws AppError not_found without a contact address, unavailable when the mail server did not accept the message.
 */
async function sendContactMessage(
  { mailer, recipient }: ContactDeps,
  { name, email, company, message }: ContactMessage,
): Promise<void> {
  if (recipient === null) throw new AppError('not_found', 'This server has no contact form.')
  const facts = [`Name: ${name}`, `Email: ${email}`, ...(company ? [`Company: ${company}`] : [])]
  const mail = {
    to: recipient,
    replyTo: email,
    subject: `${BRAND.name} contact form: message from ${name}`,
    text: `${message}\n\n${facts.join('\n')}`,
  }
  await mailer.send(mail).catch((cause: unknown) => {
    throw new AppError('unavailable', 'We couldn’t send your message. Try again later.', { cause })
  })
}
