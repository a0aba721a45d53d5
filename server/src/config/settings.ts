import { CAPTCHA_PROVIDERS } from '@callfolio/shared/captcha.ts'
import { z } from 'zod'
import { BRAND } from '@callfolio/shared/brand.ts'
import { PLAN_IDS } from '@callfolio/shared/contract/accounts/account.ts'
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
const getList = <const T extends string>(known: readonly T[]) =>
  z.string().transform((list, context) => {
    const names = list.split(',').map((name) => name.trim())
    if (names.some((name) => !known.some((each) => each === name)))
      context.addIssue(`must be one or more of ${known.join(', ')}, separated by commas`)
    return known.filter((each) => names.includes(each))
  })

const slots = z.coerce.number().int().min(1).max(64)

/** A list of host names, as `URL.hostname` returns them. */
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
/** URL schemes that browsers reserve for extensions. */
const extensionOrigins = originList(/^https:$/, 'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/')

/**
 * All settings in groups, with the descriptions that `.env.example` is generated from. A setting whose description
 * names its default ("Default: …") has an empty value there; one without a description belongs to the one above.
 */
export const SETTINGS = [
  {
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Where the server listens.'),
    HOST: word.default('127.0.0.1'),
    PUBLIC_URL: httpUrl
      .optional()
      .describe('Public address; used for links in emails and shared pages. Default: http://HOST:PORT'),
    ALLOWED_HOSTS: hostNames
      .default([])
      .describe(
        'More host names to accept, without ports, separated by commas; others get status 421. Loopback names, HOST and PUBLIC_URL are always accepted.',
      ),
    ALLOWED_ORIGINS: originList(/^https?:$/, 'https://intranet.example.com')
      .default([])
      .describe(
        'Other origins whose pages may use this server, separated by commas: https://intranet.example.com. Its own pages and extension are always allowed.',
      ),
    TRUST_PROXY: flag
      .default(false)
      .describe(
        'true behind a trusted proxy that sets X-Forwarded-For, X-Forwarded-Proto and, if it changes Host, X-Forwarded-Host.',
      ),
  },
  {
    CONNECTIONS_PER_ADDRESS: z.coerce
      .number()
      .int()
      .min(0)
      .default(256)
      .describe(
        'Maximum open connections per address (IPv6: per /64); 0: unlimited. With TRUST_PROXY, limit them in the proxy.',
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
        'Separate port for Prometheus to read /metrics; don’t expose it. ALLOWED_HOSTS applies; IP addresses need no entry. Default: no metrics',
      ),
    METRICS_HOST: word.default('127.0.0.1'),
  },
  {
    DATA_DIR: word.default('./data').describe('Folder of the database, the recordings and the outbox.'),
    SECRET_KEY: z
      .string()
      .min(32, 'must have at least 32 characters')
      .optional()
      .describe(
        'Signs media links and protects sessions and stored secrets. At least 32 characters. Default: generated once and stored in DATA_DIR/secret.key',
      ),
    DATABASE_URL: startingWith(/^postgres(ql)?:\/\//, 'postgres://')
      .optional()
      .describe('postgres://user:password@host/database. Default: an SQLite file in DATA_DIR'),
  },
  {
    ROLE: z
      .enum(['all', 'web', 'worker'])
      .default('all')
      .describe(
        'Role of this process where several share DATABASE_URL, S3_BUCKET and SECRET_KEY: web serves requests, worker processes recordings (and serves /healthz and /readyz), all does both. Each process needs its own DATA_DIR.',
      ),
    DRAIN_SECONDS: z.coerce
      .number()
      .int()
      .min(0)
      .max(3600)
      .optional()
      .describe(
        'Seconds that running jobs and requests get after SIGTERM; unfinished jobs return to the queue. Default: 20, or 0 with ROLE=all',
      ),
  },
  {
    S3_BUCKET: word
      .optional()
      .describe(
        'Stores recordings in this bucket of S3 or a compatible server. Default: in DATA_DIR. Players still request them from this server.',
      ),
    S3_ENDPOINT: httpUrl.optional().describe('Address of the S3 server. Default: AWS in S3_REGION'),
    S3_REGION: word.default('us-east-1'),
    S3_FORCE_PATH_STYLE: flag
      .default(false)
      .describe('true: path-style addresses (https://host/bucket), which most servers other than AWS need.'),
    S3_CHECKSUMS: z
      .enum(['when_supported', 'when_required'])
      .default('when_supported')
      .describe(
        'when_required for servers that reject newer clients’ checksums; corruption in transit then goes undetected.',
      ),
    S3_ENCRYPTION: z
      .enum(['AES256', 'aws:kms'])
      .optional()
      .describe('Encryption requested for every object: AES256 or aws:kms. Default: the bucket’s setting'),
    S3_KMS_KEY: word.optional().describe('Key for aws:kms. Default: the account’s key'),
    AWS_ACCESS_KEY_ID: word
      .optional()
      .describe('Bucket credentials. Default: the AWS credential chain, such as the machine’s role'),
    AWS_SECRET_ACCESS_KEY: word.optional(),
    AWS_SESSION_TOKEN: word
      .optional()
      .describe('Only for temporary credentials; replace it and restart before it expires.'),
  },
  {
    EXTENSION_REDIRECTS: extensionOrigins
      .default([])
      .describe(
        'Sign-in redirects for extension builds with another ID, separated by commas: https://ID.chromiumapp.org/ in Chrome and Edge. The bundled extension needs no entry.',
      ),
  },
  {
    SIGNUP: z.enum(['open', 'closed']).default('open').describe('open: anyone can sign up. closed: no new accounts.'),
    SESSION_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .max(3650)
      .default(180)
      .describe('Days until active users must sign in again. Inactive users must sign in again after 30 days.'),
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
        'External services this server may use. open: any. deny: none outside this machine except DATABASE_URL. Or hosts, separated by commas: smtp.example.com, *.example.com, 10.0.0.5:9000. Startup fails if a setting needs a disallowed service. Enforce it in the network too: deploy/compose.internal.yaml, deploy/egress.nft. Default: open',
      ),
  },
  engineSettings.own,
  {
    ...engineSettings.choice,
    MODELS_DIR: word
      .optional()
      .describe(
        'Folder for the models that `npm run models -- pull` downloads; `--model writing` adds one that writes recaps. Default: DATA_DIR/models',
      ),
    MODELS: z
      .enum(['auto', 'offer', 'manual'])
      .default('offer')
      .describe(
        'A speech model (about 700 MB, once) transcribes far better than the built-in engine. auto: downloaded at first start, for containers and unattended installs. offer: asks an admin. manual: only `npm run models` downloads one.',
      ),
    MODELS_FROM: word
      .optional()
      .describe(
        'Where to download models from: the address of a mirror or a folder, with one folder per model. Default: their publishers',
      ),
    MODELS_LIST: word
      .optional()
      .describe(
        'A JSON file of models that replaces the built-in list, in the format of server/src/speech-models/manifest.ts.',
      ),
    SPEECH_MODEL: word
      .default('auto')
      .describe(
        'Speech model to download and use: auto (by memory, cores and disk) or an ID from `npm run models -- list`, such as parakeet-tdt-0.6b-v2-int8 for English only.',
      ),
  },
  {
    OPERATOR_NAME: phrase(120)
      .optional()
      .describe('Company or person that runs this server, named in the legal texts. Default: no name'),
    CONTACT_ANSWER_TIME: phrase(60)
      .default('24 hours')
      .describe(`Reply time for the contact form, as in "We'll get back to you within 24 hours".`),
  },
  {
    SMTP_URL: startingWith(/^smtps?:\/\//, 'smtp:// or smtps://')
      .optional()
      .describe(
        'smtp://user:password@host:587 or smtps://…:465. Without it, emails go to DATA_DIR/outbox and accounts are confirmed immediately.',
      ),
    MAIL_FROM: z
      .string()
      .trim()
      .min(3)
      .default(`${BRAND.name} <no-reply@localhost>`)
      .describe('Sender of emails. Default: the product’s name with no-reply@localhost'),
  },
  {
    AUTH_GUESTS: flag
      .default(false)
      .describe('true: API clients may sign in guests anonymously. The web app has no button for this.'),
  },
  {
    AUTH_WALLETS: getList(['solana'])
      .default([])
      .describe('solana lets Solana wallets sign in. The web app has no button for this.'),
  },
  {
    AUTH_CAPTCHA_PROVIDER: z
      .enum(CAPTCHA_PROVIDERS)
      .optional()
      .describe(
        'turnstile or hcaptcha: sign-up, sign-in and requests for emails and texts need a captcha. Browsers load it from its provider, which sees their IP addresses. API clients send the token as captchaToken. The extension then signs in through the web app.',
      ),
    AUTH_CAPTCHA_SITE_KEY: word.optional().describe('The provider’s public key for this site. Its secret is below.'),
    AUTH_CAPTCHA_SECRET: word.optional(),
    AUTH_CAPTCHA_URL: httpUrl
      .optional()
      .describe('Where captchas are checked, for tests and proxies. Default: the provider’s own siteverify'),
  },
  {
    AUTH_GOOGLE_CLIENT_ID: word
      .optional()
      .describe(
        'Sign-in with Google. Callback: PUBLIC_URL/auth/v1/callback/google; the others end in azure, github or custom:oidc.',
      ),
    AUTH_GOOGLE_CLIENT_SECRET: word.optional(),
    AUTH_MICROSOFT_TENANT: word
      .regex(/^(?!(common|organizations|consumers)$)[\w.-]+$/, 'must be the id or domain of one directory')
      .optional()
      .describe('Sign-in with Microsoft for one directory: its ID or domain.'),
    AUTH_MICROSOFT_CLIENT_ID: word.optional(),
    AUTH_MICROSOFT_CLIENT_SECRET: word.optional(),
    AUTH_GITHUB_CLIENT_ID: word.optional().describe('Sign-in with GitHub.'),
    AUTH_GITHUB_CLIENT_SECRET: word.optional(),
    AUTH_OIDC_ISSUER: httpUrl
      .optional()
      .describe(
        'Sign-in with any OpenID Connect provider; its users’ email addresses must be verified (email_verified).',
      ),
    AUTH_OIDC_CLIENT_ID: word.optional(),
    AUTH_OIDC_CLIENT_SECRET: word.optional(),
    AUTH_OIDC_LABEL: phrase(40).default('your company').describe('Button label after "Continue with".'),
  },
  {
    AUTH_SAML_SIGN_IN_URL: httpUrl
      .optional()
      .describe(
        'SAML 2.0 single sign-on: the identity provider’s sign-in address (HTTP-Redirect), entity ID and signing certificate (PEM or base64; two, separated by a comma, during a rollover). This server’s metadata: PUBLIC_URL/auth/v1/sso/saml/metadata. Assertions must be signed with SHA-256 or SHA-512. Needs https.',
      ),
    AUTH_SAML_ENTITY_ID: word.optional(),
    AUTH_SAML_CERTIFICATE: word.optional(),
    AUTH_SAML_DOMAINS: hostNames
      .default([])
      .describe('Email domains this identity provider can sign in, separated by commas. Others are refused.'),
    AUTH_SAML_ID: word
      .regex(/^[\w-]{1,60}$/, 'may contain only letters, digits, _ and -')
      .default('saml')
      .describe('The identity provider’s ID for API clients (provider_id).'),
    AUTH_SAML_LABEL: phrase(40).default('your company').describe('Button label after "Continue with".'),
  },
  {
    TWILIO_ACCOUNT_SID: startingWith(/^AC/, 'AC')
      .optional()
      .describe(
        'Text messages with codes through Twilio; set all three. Without them, messages go to DATA_DIR/outbox.',
      ),
    TWILIO_AUTH_TOKEN: word.optional(),
    TWILIO_FROM: startingWith(/^(\+|MG)/, '+ or MG')
      .optional()
      .describe('The sender number, or the ID of a messaging service.'),
    TWILIO_API_BASE: httpUrl
      .optional()
      .describe('Where Twilio’s API is, for tests and proxies. Default: https://api.twilio.com'),
  },
  {
    CONTACT_EMAIL: z
      .email('must be an email address')
      .optional()
      .describe('Mailbox for contact form messages. Without it, the form is off.'),
  },
  {
    STRIPE_SECRET_KEY: startingWith(/^(sk|rk)_/, 'sk_ or rk_')
      .optional()
      .describe(
        'Payments through Stripe; see docs/PAYMENTS.md. The key reads payments, opens the billing portal and cancels subscriptions of deleted users.',
      ),
    STRIPE_WEBHOOK_SECRET: startingWith(/^whsec_/, 'whsec_')
      .optional()
      .describe('Signs the events that Stripe sends to PUBLIC_URL/api/billing/webhook.'),
    STRIPE_LINK_PRO_MONTHLY: httpUrl
      .optional()
      .describe('Payment links of the Premium plan. Without them, checkout is off.'),
    STRIPE_LINK_PRO_YEARLY: httpUrl.optional(),
    STRIPE_PRICE_PRO_MONTHLY: word.optional().describe('The prices (price_…) behind these links.'),
    STRIPE_PRICE_PRO_YEARLY: word.optional(),
    STRIPE_PORTAL_URL: httpUrl
      .optional()
      .describe('Customer portal link for users who paid with a different email address.'),
    STRIPE_API_BASE: httpUrl
      .optional()
      .describe('Where Stripe’s API is, for tests and proxies. Default: https://api.stripe.com'),
  },
  {
    SHORT_JOBS: slots
      .optional()
      .describe(
        'Concurrent short jobs (calls with captions, new recaps, sample calls). Default: by cores and memory, 1 to 4.',
      ),
    LONG_JOBS: slots
      .optional()
      .describe(
        'Concurrent long jobs (transcription, conversion), besides the short ones. Default: by cores and memory, 1 to 4.',
      ),
  },
  { FFMPEG_PATH: word.optional().describe('Paths of programs that aren’t on PATH.'), FFPROBE_PATH: word.optional() },
  {
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('debug, info, warn, error or silent.'),
  },
] as const satisfies readonly Settings[]

export const settingsSchema = z.object(Object.assign({}, ...SETTINGS) as Merged<(typeof SETTINGS)[number]>)
