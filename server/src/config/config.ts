import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { z } from 'zod'
import { BRAND } from '@callfolio/shared/brand.ts'
import { PLAN_IDS } from '@callfolio/shared/contract/account.ts'

/** A wrong setting; the message is one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const optional = z.string().trim().min(1).optional()
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')
/** Words that are put into a sentence. */
const phrase = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    .regex(/^[^\p{Cc}]+$/u, 'must be one line of text')
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

/** Two numbers of US dollars. */
const tokenPrice = z
  .string()
  .regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/, 'must be two prices like 0.15/0.60')
  .transform((prices) => prices.split('/').map(Number))
  .transform(([input = 0, output = 0]) => ({ input, output }))

/** Addresses that a browser gives to an extension, as a list of origins. */
const extensionOrigins = z.string().transform((list, context) => {
  const addresses = list.split(',').map((address) => URL.parse(address.trim()))
  const wrong = addresses.some((url) => url?.protocol !== 'https:' || url.href !== `${url.origin}/`)
  if (wrong)
    context.addIssue(
      'must list addresses like https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/, separated by commas',
    )
  return addresses.flatMap((url) => (url === null ? [] : [url.origin]))
})

const settingsSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().trim().min(1).default('./data'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUST_PROXY: flag.default(false),
  EXTENSION_REDIRECTS: extensionOrigins.default([]),
  SIGNUP: z.enum(['open', 'closed']).default('open'),
  DEFAULT_PLAN: z.enum(PLAN_IDS).default('free'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  OPENAI_API_KEY: optional,
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_TRANSCRIBE_MODEL: z.string().trim().min(1).default('whisper-1'),
  OPENAI_ANALYSIS_MODEL: z.string().trim().min(1).default('gpt-4o-mini'),
  OPENAI_TRANSCRIBE_PRICE: z.coerce.number('must be a number of US dollars').nonnegative().optional(),
  OPENAI_ANALYSIS_PRICE: tokenPrice.optional(),
  OPENAI_SECOND_READING: z.enum(['on', 'off']).default('on'),
  OPENAI_AT_ONCE: z.coerce.number().int().min(1).max(32).default(3),
  TRANSCRIBER: z.enum(['auto', 'openai', 'sherpa', 'sphinx', 'none']).default('auto'),
  ANALYST: z.enum(['auto', 'openai', 'llama', 'extractive']).default('auto'),
  OPERATOR_NAME: phrase(120).optional(),
  CONTACT_ANSWER_TIME: phrase(60).default('24 hours'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().trim().min(3).default(`${BRAND.name} <no-reply@localhost>`),
  CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must start with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must start with whsec_')
    .optional(),
  STRIPE_LINK_PRO_MONTHLY: httpUrl.optional(),
  STRIPE_LINK_PRO_YEARLY: httpUrl.optional(),
  STRIPE_PRICE_PRO_MONTHLY: optional,
  STRIPE_PRICE_PRO_YEARLY: optional,
  STRIPE_PORTAL_URL: httpUrl.optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  MODELS_DIR: optional,
  FFMPEG_PATH: optional,
  FFPROBE_PATH: optional,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** Everything the operator can set, parsed. Paths are absolute; `publicUrl` is null until the port is known. */
export interface Config extends Omit<z.infer<typeof settingsSchema>, 'DATA_DIR' | 'MODELS_DIR'> {
  DATA_DIR: string
  MODELS_DIR: string
}

/**
 * Parses the settings once.
 * @throws {ConfigError} naming the wrong setting in one sentence.
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  // An empty value in a .env file means "not set".
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = settingsSchema.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue?.path[0] ?? 'settings')
    throw new ConfigError(`The setting ${name} is wrong: ${lowerFirst(issue?.message ?? 'it cannot be read')}.`)
  }
  const dataDir = resolve(parsed.data.DATA_DIR)
  const config = {
    ...parsed.data,
    DATA_DIR: dataDir,
    MODELS_DIR: resolve(parsed.data.MODELS_DIR ?? join(dataDir, 'models')),
  }
  if (config.TRANSCRIBER === 'openai' && !hasOpenAi(config))
    throw new ConfigError('The setting TRANSCRIBER is openai, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is set.')
  if (config.ANALYST === 'openai' && !hasOpenAi(config))
    throw new ConfigError('The setting ANALYST is openai, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is set.')
  checkPayments(config)
  return config
}

/** Settings without which money would come in and nobody would get what they paid for. */
function checkPayments(config: Config): void {
  if (config.STRIPE_WEBHOOK_SECRET === undefined) return
  if (config.STRIPE_SECRET_KEY === undefined)
    throw new ConfigError('The setting STRIPE_WEBHOOK_SECRET is set, but STRIPE_SECRET_KEY is not.')
  for (const period of ['MONTHLY', 'YEARLY'] as const) {
    if (config[`STRIPE_LINK_PRO_${period}`] === undefined || config[`STRIPE_PRICE_PRO_${period}`] !== undefined)
      continue
    throw new ConfigError(`The setting STRIPE_LINK_PRO_${period} is set, but STRIPE_PRICE_PRO_${period} is not.`)
  }
}

/** True when an OpenAI-compatible server is configured; one on the own network may need no key. */
export function hasOpenAi(config: Pick<Config, 'OPENAI_API_KEY' | 'OPENAI_BASE_URL'>): boolean {
  return config.OPENAI_API_KEY !== undefined || config.OPENAI_BASE_URL !== undefined
}

/** Reads `.env` of the working folder, if there is one, below the real environment. */
export function loadConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  return parseConfig(process.env)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')
}
