import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** The server's own default. */
const DEFAULT_PORT = '3000'

/**
 * The port of a server started in a folder, read like the setting: from the environment, else from the folder's
 * `.env`; an empty value counts as unset.
 * @param environment the server's environment.
 */
export function readPort(folder: string, environment: Record<string, string | undefined>): string {
  const file = join(folder, '.env')
  const settings = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  // The environment overrides the file, even when empty.
  return (environment['PORT'] ?? settings['PORT'])?.trim() || DEFAULT_PORT
}
