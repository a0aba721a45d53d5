import { CAPTCHA_PROVIDERS } from '@callfolio/shared/captcha.ts'
import { z } from 'zod'
import { BRAND } from '@callfolio/shared/brand.ts'
import { PLAN_IDS } from '@callfolio/shared/contract/account.ts'
import { engineSettings } from '../engines/settings.ts'
import { parseEgress } from '../kernel/egress.ts'
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

/** A list of some of these. */
const listOf = <const T extends string>(known: readonly T[]) =>
  z.string().transform((list, context) => {
    const names = list.split(',').map((name) => name.trim())
    if (names.some((name) => !known.some((each) => each === name)))
      context.addIssue(`must list some of ${known.join(', ')}, separated by commas`)
    return known.filter((each) => names.includes(each))
  })

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
    METRICS_PORT: z.coerce
      .number()
      .int()
      .min(0)
      .max(65_535)
      .optional()
      .describe(
        'Where Prometheus reads /metrics: a port of its own, which no proxy should lead to. Host names count as in ALLOWED_HOSTS; IP addresses need no entry. Default: there are none',
      ),
    METRICS_HOST: word.default('127.0.0.1'),
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
    ROLE: z
      .enum(['all', 'web', 'worker'])
      .default('all')
      .describe(
        'What this process does where several share DATABASE_URL, S3_BUCKET and SECRET_KEY: web answers requests, worker works on recordings and answers /healthz and /readyz alone, all does both. Each process has a DATA_DIR of its own.',
      ),
    DRAIN_SECONDS: z.coerce
      .number()
      .int()
      .min(0)
      .max(3600)
      .optional()
      .describe(
        'How long jobs and requests under way may take after SIGTERM; jobs that take longer go back to the queue. Default: 20 for web and worker, 0 for all',
      ),
  },
  {
    S3_BUCKET: word
      .optional()
      .describe(
        'Keeps recordings in this bucket of S3, or of a server that speaks its API. Default: in DATA_DIR. What plays them asks this server, as with files.',
      ),
    S3_ENDPOINT: httpUrl.optional().describe("The server's address. Default: that of AWS in S3_REGION"),
    S3_REGION: word.default('us-east-1'),
    S3_FORCE_PATH_STYLE: flag
      .default(false)
      .describe('true for servers that have a bucket in the path, as most that are not of AWS: https://host/bucket.'),
    S3_CHECKSUMS: z
      .enum(['when_supported', 'when_required'])
      .default('when_supported')
      .describe(
        'when_required for servers that refuse the checksums of newer clients; what a disk or a network damages on the way is not noticed then.',
      ),
    S3_ENCRYPTION: z
      .enum(['AES256', 'aws:kms'])
      .optional()
      .describe(
        'Encryption that is asked for with every object: AES256 or aws:kms. Default: what the bucket is set to',
      ),
    S3_KMS_KEY: word.optional().describe('Key of aws:kms. Default: that of the account'),
    AWS_ACCESS_KEY_ID: word
      .optional()
      .describe("Credentials for the bucket. Default: where AWS' own tools look, such as a role of the machine"),
    AWS_SECRET_ACCESS_KEY: word.optional(),
    AWS_SESSION_TOKEN: word.optional().describe('With keys that last for hours only; a new one needs a start'),
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
    SESSION_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .max(3650)
      .default(180)
      .describe('Days after which everybody signs in again, however often they come; without a visit it is 30 days.'),
    DEFAULT_PLAN: z
      .enum(PLAN_IDS)
      .default('free')
      .describe('Plan of an account without a subscription: free, pro or team.'),
  },
  {
    EGRESS: z
      .string()
      .transform((text, context) => {
        const egress = parseEgress(text.trim())
        if (egress === undefined)
          context.addIssue('must be open, deny, or hosts like api.openai.com, *.example.com or 10.0.0.5:9000')
        return egress ?? null
      })
      .default(null)
      .describe(
        'Services that this server may use. open: any. deny: none outside this machine but DATABASE_URL. Or hosts, separated by commas: smtp.example.com, *.example.com, 10.0.0.5:9000. A setting that names a service which is not allowed is refused at start. Enforce it with the network too: deploy/compose.internal.yaml, deploy/egress.nft. Default: open',
      ),
  },
  engineSettings.own,
  {
    ...engineSettings.choice,
    MODELS_DIR: word
      .optional()
      .describe(
        'Folder of the models that `npm run models -- pull` fetches, and with `--model writing` the one that writes recaps. Default: DATA_DIR/models',
      ),
    MODELS: z
      .enum(['auto', 'offer', 'manual'])
      .default('offer')
      .describe(
        'A speech model (about 700 MB, once) transcribes far better than the simple engine. auto: fetched at the first start without asking, for containers and unattended installations. offer: the first account is asked. manual: only `npm run models` fetches one.',
      ),
    MODELS_FROM: word
      .optional()
      .describe(
        "A mirror's address or a folder, with a folder for each model, that models are fetched from. Default: where they are published",
      ),
    MODELS_LIST: word
      .optional()
      .describe(
        'A JSON file that lists the models to be used in place of those that this version knows, in the form of server/src/speech-models/manifest.ts.',
      ),
    SPEECH_MODEL: word
      .default('auto')
      .describe(
        'The speech model to be fetched and used: auto (by memory, cores and disk) or an id of `npm run models -- list`, such as parakeet-tdt-0.6b-v2-int8 for calls in English only.',
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
    AUTH_GUESTS: flag
      .default(false)
      .describe('true: programs may let guests in, who say who they are later. The web app has no such button.'),
  },
  {
    AUTH_WALLETS: listOf(['ethereum', 'solana'])
      .default([])
      .describe(
        'Chains whose wallets let people in, separated by commas: ethereum,solana. The web app has no such button.',
      ),
  },
  {
    AUTH_CAPTCHA_PROVIDER: z
      .enum(CAPTCHA_PROVIDERS)
      .optional()
      .describe(
        'turnstile or hcaptcha: sign-ups, sign-ins and requests of mails and texts are taken only with a solved captcha. Browsers load it from its maker, which learns of them there. Programs of your own send its token as the client library does (captchaToken). The extension signs in by the web app then.',
      ),
    AUTH_CAPTCHA_SITE_KEY: word
      .optional()
      .describe("The maker's key of this site, which everybody may know. Its secret is below."),
    AUTH_CAPTCHA_SECRET: word.optional(),
    AUTH_CAPTCHA_URL: httpUrl
      .optional()
      .describe("Where captchas are checked, for tests and proxies. Default: the provider's own siteverify"),
  },
  {
    AUTH_GOOGLE_CLIENT_ID: word
      .optional()
      .describe(
        'Sign-in with Google. Answers come to PUBLIC_URL/auth/v1/callback/google; at the others azure, github or custom:oidc stands at the end.',
      ),
    AUTH_GOOGLE_CLIENT_SECRET: word.optional(),
    AUTH_MICROSOFT_TENANT: word
      .regex(/^(?!(common|organizations|consumers)$)[\w.-]+$/, 'must be the id or domain of one directory')
      .optional()
      .describe('Sign-in with Microsoft, for the people of one directory: its id or domain.'),
    AUTH_MICROSOFT_CLIENT_ID: word.optional(),
    AUTH_MICROSOFT_CLIENT_SECRET: word.optional(),
    AUTH_GITHUB_CLIENT_ID: word.optional().describe('Sign-in with GitHub.'),
    AUTH_GITHUB_CLIENT_SECRET: word.optional(),
    AUTH_OIDC_ISSUER: httpUrl
      .optional()
      .describe(
        'Sign-in with any provider that speaks OpenID Connect; its addresses must be verified (email_verified).',
      ),
    AUTH_OIDC_CLIENT_ID: word.optional(),
    AUTH_OIDC_CLIENT_SECRET: word.optional(),
    AUTH_OIDC_LABEL: phrase(40).default('your company').describe('What stands on its button, after "Continue with".'),
  },
  {
    AUTH_SAML_SIGN_IN_URL: httpUrl
      .optional()
      .describe(
        "Single sign-on by SAML 2.0: the identity provider's address for sign-ins (HTTP-Redirect), its entity id, and the certificate that it signs with (PEM or base64; two separated by a comma while it changes). It reads this server's side at PUBLIC_URL/auth/v1/sso/saml/metadata, and signs assertions with SHA-256. Needs https.",
      ),
    AUTH_SAML_ENTITY_ID: word.optional(),
    AUTH_SAML_CERTIFICATE: word.optional(),
    AUTH_SAML_DOMAINS: hostNames
      .default([])
      .describe('The e-mail domains that it vouches for, separated by commas; people of others are not let in.'),
    AUTH_SAML_ID: word
      .regex(/^[\w-]{1,60}$/, 'must be letters, digits, _ and -')
      .default('saml')
      .describe('What programs ask for it by (provider_id).'),
    AUTH_SAML_LABEL: phrase(40).default('your company').describe('What stands on its button, after "Continue with".'),
  },
  {
    TWILIO_ACCOUNT_SID: startingWith(/^AC/, 'AC')
      .optional()
      .describe(
        'Text messages with codes, by Twilio; all three are needed. Without them messages are written to DATA_DIR/outbox.',
      ),
    TWILIO_AUTH_TOKEN: word.optional(),
    TWILIO_FROM: startingWith(/^(\+|MG)/, '+ or MG')
      .optional()
      .describe('The number that messages come from, or the id of a messaging service.'),
    TWILIO_API_BASE: httpUrl
      .optional()
      .describe("Where Twilio's API is, for tests and proxies. Default: https://api.twilio.com"),
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
        "The customer portal's own link, for who has no portal session: without the key, or a payment with their address.",
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
