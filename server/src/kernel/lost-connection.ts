/** What the system says of a connection that can't be made or is gone. */
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** PostgreSQL's classes of lost connections and of a server that ends, starts or has no room for one more. */
const POSTGRES = /^(08\w{3}|57P0[1-5]|53300)$/
/** What node-postgres throws has no code. */
const CLIENT =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|timeout expired)/

/**
 * True when something failed because this server and a part that it stands on (its database) don't reach each other: the
 * same may work in a moment.
 * @param error anything thrown; causes count.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some((one) => isConnectionLost(one))) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // A socket in the file system that is not there; a file that is not there is something else.
  const isNoSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return (
    SYSTEM.has(code) || POSTGRES.test(code) || isNoSocket || CLIENT.test(error.message) || isConnectionLost(error.cause)
  )
}

/** What people read then. */
export const CONNECTION_LOST_MESSAGE = 'The server can’t reach its data. Try again in a minute.'
