/** System error codes of a failed or lost connection. */
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
/** PostgreSQL's error classes for lost connections and for a server that stops, starts or has no free connection. */
const POSTGRES = /^(08\w{3}|57P0[1-5]|53300)$/
/** node-postgres throws errors without a code. */
const CLIENT =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|timeout expired)/

/**
 * True when a failure means that this server lost its connection to a service it depends on, such as the database, so
 * a retry may succeed.
 * @param error anything thrown; causes count.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some((one) => isConnectionLost(one))) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // A missing socket file counts; any other missing file doesn't.
  const isNoSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return (
    SYSTEM.has(code) || POSTGRES.test(code) || isNoSocket || CLIENT.test(error.message) || isConnectionLost(error.cause)
  )
}

/** The user-facing message. */
export const CONNECTION_LOST_MESSAGE = 'The server is temporarily unavailable. Try again in a minute.'
