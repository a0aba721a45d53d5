import { z } from 'zod'
import { BRAND } from '@callfolio/shared/brand.ts'
import { PLAN_IDS } from '@callfolio/shared/contract/account.ts'
import { engineSettings } from '../engines/settings.ts'
import { httpUrl, word, type Merged, type Settings } from '../kernel/setting.ts'

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')
/** Text that is inserted into a sentence. */
const phrase = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    .regex(/^[^\p{Cc}]+$/u, 'must be one line of text')
const startingWith = (pattern: RegExp, starts: string) => z.string().regex(pattern, `must start with ${starts}`)

const slots = z.coerce.number().int().min(1).max(64)

/** A list of host names, as `URL.hostname` gives them. */
const hostNames = z.string().transform((list, context) => {
  const urls = list.split(',').map((host) => URL.parse(`http://${host.trim()}`))
  const wrong = urls.some((url) => url?.href !== `http://${url?.hostname ?? ''}/`)
  if (wrong) context.addIssue('must list host names like calls.example.com without ports, separated by commas')
  return urls.flatMap((url) => (url === null ? [] : [url.hostname]))
})

/** A list of origins. */
const originList = (protocols: RegExp, example: string) =>
  z.string().transform((list, context) => {
    const addresses = list.split(',').map((address) => URL.parse(address.trim()))
    const wrong = addresses.some((url) => url?.href !== `${url?.origin ?? ''}/` || !protocols.test(url.protocol))
    if (wrong) context.addIssue(`must list addresses like ${example}, separated by commas`)
    return addresses.flatMap((url) => (url === null ? [] : [url.origin]))
  })
/** Those that browsers reserve for extensions. */
const extensionOrigins = originList(/^https:$/, 'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/')

/**
 * All settings in groups, with the descriptions from which `.env.example` is written. A setting whose description names its
 * default ("Default: …") has an empty value there; one without a description belongs to the one above.
 */
export const SETTINGS = [
  {
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Where the server listens.'),
    HOST: word.default('127.0.0.1'),
    PUBLIC_URL: httpUrl
      .optional()
      .describe(
        'Address people reach it at; needed for links in mails and for shared pages. Default: http://HOST:PORT',
      ),
    ALLOWED_HOSTS: hostNames
      .default([])
      .describe(
        'Further host names that this server answers to, without ports, separated by commas; others get the status 421. Loopback names, HOST and that of PUBLIC_URL need no entry.',
      ),
    ALLOWED_ORIGINS: originList(/^https?:$/, 'https://intranet.example.com')
      .default([])
      .describe(
        'Web pages of other origins that may use this server, separated by commas: https://intranet.example.com. Its own pages and its extension need no entry.',
      ),
    TRUST_PROXY: flag
      .default(false)
      .describe(
        'true when a proxy that you trust stands in front and sets X-Forwarded-For, X-Forwarded-Proto and, where it changes Host, X-Forwarded-Host.',
      ),
  },
  {
    CONNECTIONS_PER_ADDRESS: z.coerce
      .number()
      .int()
      .min(0)
      .default(256)
      .describe(
        'How many connections one address (of IPv6 one /64) may have open at once; 0: any number. With TRUST_PROXY the proxy is asked to limit them.',
      ),
  },
  {
    DATA_DIR: word.default('./data').describe('Folder of the database, the recordings and the outbox.'),
    SECRET_KEY: z
      .string()
      .min(32, 'must have at least 32 characters')
      .optional()
      .describe('Signs links to media, at least 32 characters. Default: made once and kept in DATA_DIR/secret.key'),
    DATABASE_URL: startingWith(/^postgres(ql)?:\/\//, 'postgres://')
      .optional()
      .describe('postgres://user:password@host/database. Default: an SQLite file in DATA_DIR'),
  },
  {
    EXTENSION_REDIRECTS: extensionOrigins
      .default([])
      .describe(
        'Where builds of the browser extension with another id receive sign-ins, separated by commas: https://ID.chromiumapp.org/ in Chrome and Edge. The extension that comes with this server needs no entry.',
      ),
  },
  {
    SIGNUP: z.enum(['open', 'closed']).default('open').describe('open: anyone may sign up. closed: nobody new.'),
    DEFAULT_PLAN: z
      .enum(PLAN_IDS)
      .default('free')
      .describe('Plan of an account without a subscription: free, pro or team.'),
  },
  engineSettings.own,
  {
    ...engineSettings.choice,
    MODELS_DIR: word
      .optional()
      .describe(
        'Folder of the models that `npm run models -- pull` fetches, and with `--model writing` the one that writes recaps. Default: DATA_DIR/models',
      ),
  },
  {
    OPERATOR_NAME: phrase(120)
      .optional()
      .describe(
        'Who runs this server, named in the legal texts: a company or a person. Default: they say that no name was given.',
      ),
    CONTACT_ANSWER_TIME: phrase(60)
      .default('24 hours')
      .describe(`How soon messages of the contact form are answered, as in "We'll get back to you within 24 hours".`),
  },
  {
    SMTP_URL: startingWith(/^smtps?:\/\//, 'smtp:// or smtps://')
      .optional()
      .describe(
        'smtp://user:password@host:587 or smtps://…:465. Without it mails are written to DATA_DIR/outbox and accounts are confirmed at once.',
      ),
    MAIL_FROM: z
      .string()
      .trim()
      .min(3)
      .default(`${BRAND.name} <no-reply@localhost>`)
      .describe("Sender of mails. Default: the product's name with no-reply@localhost"),
  },
  {
    CONTACT_EMAIL: z
      .email('must be an e-mail address')
      .optional()
      .describe('Mailbox that gets what visitors write in the contact form. Without it the form is not offered.'),
  },
  {
    STRIPE_SECRET_KEY: startingWith(/^(sk|rk)_/, 'sk_ or rk_')
      .optional()
      .describe(
        'Payment by Stripe; docs/PAYMENTS.md says what to set there. The key asks Stripe what was paid and opens the billing portal.',
      ),
    STRIPE_WEBHOOK_SECRET: startingWith(/^whsec_/, 'whsec_')
      .optional()
      .describe('Signs the events that Stripe sends to PUBLIC_URL/api/billing/webhook.'),
    STRIPE_LINK_PRO_MONTHLY: httpUrl
      .optional()
      .describe('Payment links of the Premium plan. Without them nothing can be bought.'),
    STRIPE_LINK_PRO_YEARLY: httpUrl.optional(),
    STRIPE_PRICE_PRO_MONTHLY: word.optional().describe('The prices (price_…) behind these links.'),
    STRIPE_PRICE_PRO_YEARLY: word.optional(),
    STRIPE_PORTAL_URL: httpUrl
      .optional()
      .describe(
        "The customer portal's own link, for who has no portal session: without the key, or without a payment here.",
      ),
    STRIPE_API_BASE: httpUrl
      .optional()
      .describe("Where Stripe's API is, for tests and proxies. Default: https://api.stripe.com"),
  },
  {
    SHORT_JOBS: slots
      .optional()
      .describe(
        'How many short jobs (calls with captions, new recaps, sample calls) run at once. Default: by cores and memory, 1 to 4.',
      ),
    LONG_JOBS: slots
      .optional()
      .describe(
        'How many long jobs (transcription, conversion) run at once, beside them. Default: by cores and memory, 1 to 4.',
      ),
  },
  { FFMPEG_PATH: word.optional().describe('Programs that are not on PATH.'), FFPROBE_PATH: word.optional() },
  {
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('debug, info, warn, error or silent.'),
  },
] as const satisfies readonly Settings[]

export const settingsSchema = z.object(Object.assign({}, ...SETTINGS) as Merged<(typeof SETTINGS)[number]>)
