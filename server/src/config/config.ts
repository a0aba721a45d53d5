import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import type { PlanId } from '@callfolio/shared/contract/accounts/account.ts'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import type { z } from 'zod'
import { missingForEngines } from '../engines/settings.ts'
import { ConfigError } from '../kernel/errors.ts'
import { getCredentials } from '../storage/bucket-address.ts'
import type { S3Settings } from '../storage/s3-client.ts'
import { settingsSchema } from './settings.ts'

/** All settings, parsed. Paths are absolute; `publicUrl` is null until the port is known. */
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
    throw new ConfigError(`The setting ${name} is invalid: ${lowerFirst(issue?.message ?? 'it cannot be read')}.`)
  }
  const dataDir = resolve(parsed.data.DATA_DIR)
  const config = {
    ...parsed.data,
    DATA_DIR: dataDir,
    MODELS_DIR: resolve(parsed.data.MODELS_DIR ?? join(dataDir, 'models')),
    ...(parsed.data.MODELS_FROM !== undefined && { MODELS_FROM: getPlace(parsed.data.MODELS_FROM) }),
  }
  const missing = missingForEngines(config)
  if (missing !== null) throw new ConfigError(missing)
  checkPayments(config)
  checkBucket(config)
  checkRole(config)
  return config
}

/** Leaves an address unchanged; makes a folder's path absolute. */
function getPlace(from: string): string {
  return /^https?:\/\//.test(from) ? from : resolve(from)
}

/** @throws {ConfigError} for settings by which customers could pay without getting their plan. */
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

/** @throws {ConfigError} for incomplete bucket settings. */
function checkBucket(config: Config): void {
  const needs = [
    ['S3_ENDPOINT', 'S3_BUCKET'],
    ['S3_ENCRYPTION', 'S3_BUCKET'],
    ['S3_KMS_KEY', 'S3_ENCRYPTION'],
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID'],
    ['AWS_SESSION_TOKEN', 'AWS_ACCESS_KEY_ID'],
  ] as const
  for (const [name, other] of needs)
    if (config[name] !== undefined && config[other] === undefined)
      throw new ConfigError(`The setting ${name} is set, but ${other} is not.`)
}

/** Per-process resources that multiple processes can't share. */
const SHARED = ['DATABASE_URL', 'S3_BUCKET', 'SECRET_KEY'] as const
const DRAIN_SECONDS = 20

/** @throws {ConfigError} for one of several processes that would share nothing with the others. */
function checkRole(config: Config): void {
  if (config.ROLE === 'all') return
  for (const name of SHARED)
    if (config[name] === undefined)
      throw new ConfigError(
        `The setting ROLE is ${config.ROLE}, but ${name} is not set. Set it to the same value in all processes.`,
      )
}

/** How long running work may take at shutdown, ms. */
export function getDrainMs({
  ROLE: role,
  DRAIN_SECONDS: seconds = role === 'all' ? 0 : DRAIN_SECONDS,
}: Config): number {
  return seconds * 1000
}

/** The bucket. @returns null when recordings are stored in the data folder. */
export function getBucket(config: Config): S3Settings | null {
  const { S3_BUCKET: bucket } = config
  if (bucket === undefined) return null
  const { S3_ENCRYPTION: algorithm, S3_KMS_KEY: kmsKey = null } = config
  return {
    bucket,
    endpoint: config.S3_ENDPOINT ?? null,
    region: config.S3_REGION,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
    checksums: config.S3_CHECKSUMS,
    encryption: algorithm === undefined ? null : { algorithm, kmsKey },
    credentials: getCredentials(config),
  }
}

/** Reads `.env` of the working folder, if it exists; the real environment takes precedence. */
export function loadConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  return parseConfig(process.env)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')
}

/** Folder for files on their way to or from a bucket; none outlives the process that wrote it. */
export function getTransferFolder({ DATA_DIR }: Config): string {
  return join(DATA_DIR, 'transfers')
}

/** The configured payment links, in the capabilities' form; undefined when there are none. */
export function checkoutLinks({
  STRIPE_LINK_PRO_MONTHLY: monthly,
  STRIPE_LINK_PRO_YEARLY: yearly,
}: Config): Capabilities['checkout'] {
  if (monthly === undefined && yearly === undefined) return undefined
  return { ...(monthly !== undefined && { pro_monthly: monthly }), ...(yearly !== undefined && { pro_yearly: yearly }) }
}

/** The plan of each price. */
export function pricesOfPlans({
  STRIPE_PRICE_PRO_MONTHLY: monthly,
  STRIPE_PRICE_PRO_YEARLY: yearly,
}: Config): Map<string, PlanId> {
  return new Map([monthly, yearly].flatMap((price) => (price === undefined ? [] : [[price, 'pro'] as const])))
}

/** A shorter file was truncated by a power cut. */
const LEAST_CHARACTERS = 32

/**
 * The configured secret, or the one generated once for this data folder (`secret.key`, readable by its owner only),
 * which is flushed to disk before anything is signed with it.
 * @throws {ConfigError} when the file is damaged: anyone could sign with an empty secret.
 */
export async function loadSecretKey(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured !== undefined) return configured
  const file = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true })
  if (!existsSync(file)) await createSecretKey(file, dataDir)
  const secret = (await readFile(file, 'utf8')).trim()
  if (secret.length < LEAST_CHARACTERS)
    throw new ConfigError(
      `The file ${file} is damaged. Restore it from a backup. Removing it invalidates access tokens and breaks authenticator apps and recovery codes.`,
    )
  return secret
}

async function createSecretKey(file: string, dataDir: string): Promise<void> {
  const temporary = `${file}.${randomBytes(8).toString('hex')}`
  try {
    await writeFile(temporary, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
    // When two processes start at once, only one's key is stored, and both read it.
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(temporary, { force: true })
  }
  const folder = await open(dataDir)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
