import { pino, type Logger } from 'pino'

export type { Logger } from 'pino'
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** A structured logger on standard output; secrets in well-known places are never written. */
export function createLogger(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['*.authorization', '*.password', '*.token', '*.refresh_token', '*.access_token'],
  })
}
