import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import type { PlanId } from '@callfolio/shared/contract/account.ts'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import type { z } from 'zod'
import { missingForEngines } from '../engines/settings.ts'
import { ConfigError } from '../kernel/errors.ts'
import { settingsSchema } from './settings.ts'

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
    ...(parsed.data.MODELS_FROM !== undefined && { MODELS_FROM: placeOf(parsed.data.MODELS_FROM) }),
  }
  const missing = missingForEngines(config)
  if (missing !== null) throw new ConfigError(missing)
  checkPayments(config)
  return config
}

/** An address as it is, a folder as an absolute path. */
function placeOf(from: string): string {
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

/** Reads `.env` of the working folder, if there is one, below the real environment. */
export function loadConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  return parseConfig(process.env)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')
}

/** The payment links that are set, in the form of the capabilities; undefined when there are none. */
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

/** The configured secret, or the one made once for this data folder (`secret.key`, readable by its owner only). */
export async function loadSecretKey(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured !== undefined) return configured
  const file = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true })
  // `wx`: of two processes that start at once only one writes, and both read the same key.
  await writeFile(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return (await readFile(file, 'utf8')).trim()
}
