import { AppError } from '../kernel/errors.ts'
import { AUTH_ERROR_STATUS, AuthError, type AuthErrorCode } from './auth-error.ts'

/** The identity service's answer to anything thrown: `{code, error_code, msg}`, as its clients expect it. */
export function authErrorResponse(error: Error): Response {
  const { code, message, facts } = toAuthError(error)
  const status = AUTH_ERROR_STATUS[code]
  const body = {
    code: status,
    error_code: code,
    msg: message,
    ...(facts.reasons && { weak_password: { reasons: facts.reasons } }),
  }
  const headers = facts.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(facts.retryAfterSeconds) }
  return Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
}

function toAuthError(error: Error): AuthError {
  if (error instanceof AuthError) return error
  // Thrown by the guard that all routes of this server share.
  if (error instanceof AppError && isAuthErrorCode(error.code)) return new AuthError(error.code, error.message)
  return new AuthError('unexpected_failure', 'An unexpected error occurred. Please try again.')
}

function isAuthErrorCode(code: string): code is AuthErrorCode {
  return Object.hasOwn(AUTH_ERROR_STATUS, code)
}
