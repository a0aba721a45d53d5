import { portOf } from '../kernel/egress.ts'

/** node-postgres' own default. */
const HERE = 'localhost'

/**
 * Where node-postgres finds a database: the query's host and port come before those of the address, which need not have any.
 * @param url as in DATABASE_URL.
 * @returns null when it is behind a socket of this machine.
 */
export function databasePlace(url: string): { host: string; port: number | null } | null {
  // No `URL` has a user and no host.
  const parsed = URL.parse(url) ?? new URL(url.replace('@/', `@${HERE}/`))
  const { searchParams, hostname } = parsed
  const host = searchParams.get('host') ?? decodeURIComponent(hostname || HERE)
  if (host.startsWith('/')) return null
  const port = searchParams.get('port')
  return { host, port: port === null ? portOf(parsed) : Number(port) }
}
