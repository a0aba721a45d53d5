/** The parts of an error that may be logged. */
export interface LoggableError {
  /** The error's class. */
  type: string
  message: string
  /** A driver's or the system's code. */
  code?: string
  /** The stack frames, without the first line, which is the message. */
  stack?: string
  cause?: LoggableError
  /** The parts of an AggregateError, as for a host that is unreachable at all of its addresses. */
  errors?: LoggableError[]
}

/** Shorter parameters occur in too many words by chance. */
const SHORTEST_PARAMETER = 4
const LONGEST_MESSAGE = 2000
const ADDRESS = /[^\s<>"'(),:]+@[^\s<>"'(),:]+/g

/**
 * The loggable parts of anything thrown: the messages of an error and its causes without query parameters and email
 * addresses. Of other properties only the code is used, because drivers put whole rows into theirs.
 */
export function loggableError(error: unknown): LoggableError {
  return toLoggable(error, getParameters(error))
}

/**
 * Anything thrown in one line, with its causes after colons, for logs and the operator's terminal; the same parts as
 * `loggableError`.
 */
export function describeError(error: unknown): string {
  return inOneLine(loggableError(error))
}

function toLoggable(error: unknown, secrets: readonly string[]): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error), secrets) }
  const message = withoutSecrets(error.message, secrets)
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? String(error.code) : null
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: message === '' && code !== null ? code : message,
    ...(code !== null && { code }),
    ...(frames.length > 0 && { stack: frames.join('\n') }),
    ...(error.cause !== undefined && { cause: toLoggable(error.cause, secrets) }),
    ...(error instanceof AggregateError && { errors: error.errors.map((each: unknown) => toLoggable(each, secrets)) }),
  }
}

/** The text parameters of failed queries, from an error and all its causes. */
function getParameters(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own =
    'params' in error && Array.isArray(error.params)
      ? error.params.filter((value: unknown) => typeof value === 'string')
      : []
  // Longest first, because one may be part of another.
  return [...own, ...getParameters(error.cause)]
    .filter(({ length }) => length >= SHORTEST_PARAMETER)
    .toSorted((a, b) => b.length - a.length)
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const query = text.startsWith('Failed query: ') ? text.replace(/\nparams: [\s\S]*$/, '') : text
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[parameter]'), query)
  return hidden.replaceAll(ADDRESS, '[address]').slice(0, LONGEST_MESSAGE)
}

function inOneLine({ message, cause, errors = [] }: LoggableError): string {
  const below = [...(cause ? [inOneLine(cause)] : []), ...(errors.length > 0 ? [errors.map(inOneLine).join(', ')] : [])]
  return [message, ...below].join(': ')
}
