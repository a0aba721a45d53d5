import type { Egress } from '../kernel/egress.ts'
import { allowsEgress, getPort } from '../kernel/egress.ts'
import { ConfigError } from '../kernel/errors.ts'
import type { Config } from './config.ts'
import { databasePlace } from './database-place.ts'

/** An external service named in the settings. */
export interface Destination {
  /** The setting that names it. */
  setting: string
  /** Its purpose. */
  use: 'recordings' | 'mail' | 'texts' | 'payments' | 'sign_in' | 'captcha' | 'ai' | 'models'
  host: string
  port: number | null
}

/**
 * Verification endpoint of each provider (https://developers.cloudflare.com/turnstile, https://docs.hcaptcha.com).
 */
export const CAPTCHA_URLS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
}

/**
 * Every service that this server will connect to by its settings. The database is not included, because it counts as
 * part of this server.
 */
export function getDestinations(config: Config): Destination[] {
  const places: [setting: string, use: Destination['use'], url: string | undefined][] = [
    [config.S3_ENDPOINT === undefined ? 'S3_BUCKET' : 'S3_ENDPOINT', 'recordings', bucketUrl(config)],
    ['SMTP_URL', 'mail', config.SMTP_URL],
    ['TWILIO_ACCOUNT_SID', 'texts', config.TWILIO_ACCOUNT_SID && (config.TWILIO_API_BASE ?? 'https://api.twilio.com')],
    ['STRIPE_SECRET_KEY', 'payments', config.STRIPE_SECRET_KEY && (config.STRIPE_API_BASE ?? 'https://api.stripe.com')],
    ['AUTH_GOOGLE_CLIENT_ID', 'sign_in', config.AUTH_GOOGLE_CLIENT_ID && 'https://accounts.google.com'],
    ['AUTH_GOOGLE_CLIENT_ID', 'sign_in', config.AUTH_GOOGLE_CLIENT_ID && 'https://oauth2.googleapis.com'],
    ['AUTH_GOOGLE_CLIENT_ID', 'sign_in', config.AUTH_GOOGLE_CLIENT_ID && 'https://www.googleapis.com'],
    ['AUTH_MICROSOFT_CLIENT_ID', 'sign_in', config.AUTH_MICROSOFT_CLIENT_ID && 'https://login.microsoftonline.com'],
    ['AUTH_GITHUB_CLIENT_ID', 'sign_in', config.AUTH_GITHUB_CLIENT_ID && 'https://github.com'],
    ['AUTH_GITHUB_CLIENT_ID', 'sign_in', config.AUTH_GITHUB_CLIENT_ID && 'https://api.github.com'],
    ['AUTH_OIDC_ISSUER', 'sign_in', config.AUTH_OIDC_CLIENT_ID && config.AUTH_OIDC_ISSUER],
    [
      'AUTH_CAPTCHA_PROVIDER',
      'captcha',
      config.AUTH_CAPTCHA_PROVIDER && (config.AUTH_CAPTCHA_URL ?? CAPTCHA_URLS[config.AUTH_CAPTCHA_PROVIDER]),
    ],
    [
      config.OPENAI_BASE_URL === undefined ? 'OPENAI_API_KEY' : 'OPENAI_BASE_URL',
      'ai',
      config.OPENAI_BASE_URL ?? (config.OPENAI_API_KEY && 'https://api.openai.com'),
    ],
    ['MODELS_FROM', 'models', config.MODELS_FROM?.startsWith('http') ? config.MODELS_FROM : undefined],
  ]
  return places.flatMap(([setting, use, url]) => (url ? [{ setting, use, ...getPlace(url) }] : []))
}

/**
 * The services that this server may use: those that EGRESS allows, and its own database.
 * @throws {ConfigError} naming a setting that needs a service that EGRESS forbids.
 */
export function getEgress(config: Config): Egress {
  if (config.EGRESS === null) return null
  const database = config.DATABASE_URL === undefined ? null : databasePlace(config.DATABASE_URL)
  const egress = [...config.EGRESS, ...(database === null ? [] : [database])]
  const refused = getDestinations(config).find(({ host, port }) => !allowsEgress(egress, host, port))
  if (refused !== undefined)
    throw new ConfigError(
      `EGRESS doesn’t allow ${refused.host}, which ${refused.setting} needs. Add it to EGRESS, or remove ${refused.setting}.`,
    )
  return egress
}

function getPlace(url: string): { host: string; port: number | null } {
  const parsed = new URL(url)
  return { host: parsed.hostname, port: getPort(parsed) }
}

function bucketUrl({ S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region, ...rest }: Config) {
  if (bucket === undefined) return undefined
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  if (!rest.S3_FORCE_PATH_STYLE) url.hostname = `${bucket}.${url.hostname}`
  return url.href
}
