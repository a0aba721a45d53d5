import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** The server's own default. */
const DEFAULT_PORT = '3000'

/**
 * The port on which a server that is started in a folder listens, read as it reads the setting: from the environment,
 * else from the folder's `.env`; an empty value is not set.
 * @param environment the one that the server is given.
 */
export function readPort(folder: string, environment: Record<string, string | undefined>): string {
  const file = join(folder, '.env')
  const settings = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  // What is in the environment hides what is in the file, also when it is empty.
  return (environment['PORT'] ?? settings['PORT'])?.trim() || DEFAULT_PORT
}
