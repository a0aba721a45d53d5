import { getPort } from '../kernel/egress.ts'

/** node-postgres' own default. */
const HERE = 'localhost'

/**
 * The database's location as node-postgres resolves it: the query's host and port override those of the address,
 * which are optional.
 * @param url as in DATABASE_URL.
 * @returns null when it is behind a socket on this machine.
 */
export function databasePlace(url: string): { host: string; port: number | null } | null {
  // A `URL` can't have a user without a host.
  const parsed = URL.parse(url) ?? new URL(url.replace('@/', `@${HERE}/`))
  const { searchParams, hostname } = parsed
  const host = searchParams.get('host') ?? decodeURIComponent(hostname || HERE)
  if (host.startsWith('/')) return null
  const port = searchParams.get('port')
  return { host, port: port === null ? getPort(parsed) : Number(port) }
}
