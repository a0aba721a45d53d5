import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import type { z } from 'zod'
import { missingForEngines } from '../engines/settings.ts'
import { ConfigError } from '../kernel/config-error.ts'
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
  }
  const missing = missingForEngines(config)
  if (missing !== null) throw new ConfigError(missing)
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

/** Reads `.env` of the working folder, if there is one, below the real environment. */
export function loadConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  return parseConfig(process.env)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')
}
