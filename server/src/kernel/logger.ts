import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { describeError, loggableError } from './loggable-error.ts'

export type { Logger } from 'pino'
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/**
 * A structured logger; omits secrets in known fields, and reduces errors to what `loggableError` returns.
 * @param destination for the lines; default: standard output.
 */
export function createLogger(level: LogLevel, destination: DestinationStream = pino.destination(1)): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['*.authorization', '*.password', '*.token', '*.refresh_token', '*.access_token'],
    serializers: { err: errorsOnly, error: errorsOnly },
    hooks: {
      // Without a message pino would log the error's own.
      logMethod(args, method) {
        const [first, ...rest]: unknown[] = args
        const error = first instanceof Error ? first : errorIn(first)
        return method.apply(this, error === null || rest.length > 0 ? args : [first, describeError(error)])
      },
    },
  }
  return pino(options, destination)
}

/** Serializes the fields `err` and `error`, which contain an error or its description. */
function errorsOnly(value: unknown): unknown {
  return value instanceof Error ? loggableError(value) : value
}

function errorIn(fields: unknown): Error | null {
  return typeof fields === 'object' && fields !== null && 'err' in fields && fields.err instanceof Error
    ? fields.err
    : null
}
