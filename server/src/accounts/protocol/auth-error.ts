import { isOrphan, isRefusedValue, REFUSED_VALUE_MESSAGE } from '../../db/refusals.ts'
import { cannotStore, getDiskTrouble } from '../../kernel/disk-trouble.ts'
import { AppError } from '../../kernel/errors.ts'
import { CONNECTION_LOST_MESSAGE, isConnectionLost } from '../../kernel/lost-connection.ts'

/** The error codes of the identity service, as its clients know them, each with its HTTP status. */
const AUTH_ERROR_STATUS = {
  bad_json: 400,
  validation_failed: 400,
  unsupported_grant_type: 400,
  invalid_credentials: 400,
  email_not_confirmed: 400,
  phone_not_confirmed: 400,
  reauthentication_needed: 400,
  reauthentication_not_valid: 400,
  bad_oauth_state: 400,
  bad_oauth_callback: 400,
  oauth_provider_not_supported: 400,
  provider_disabled: 400,
  unexpected_audience: 400,
  refresh_token_not_found: 400,
  refresh_token_already_used: 400,
  bad_code_verifier: 400,
  captcha_failed: 400,
  no_authorization: 401,
  bad_jwt: 403,
  /** Makes the client drop its session. */
  session_not_found: 403,
  otp_expired: 403,
  insufficient_aal: 403,
  flow_state_expired: 403,
  not_found: 404,
  flow_state_not_found: 404,
  request_too_large: 413,
  identity_not_found: 404,
  sso_provider_not_found: 404,
  saml_provider_disabled: 404,
  mfa_factor_not_found: 404,
  web3_provider_disabled: 422,
  signup_disabled: 422,
  anonymous_provider_disabled: 422,
  email_exists: 422,
  phone_exists: 422,
  sms_send_failed: 422,
  provider_email_needs_verification: 422,
  identity_already_exists: 422,
  single_identity_not_deletable: 422,
  mfa_factor_name_conflict: 422,
  mfa_verified_factor_exists: 422,
  mfa_recovery_codes_sole_factor: 422,
  mfa_challenge_expired: 422,
  mfa_verification_failed: 422,
  webauthn_challenge_expired: 422,
  too_many_enrolled_mfa_factors: 422,
  user_already_exists: 422,
  weak_password: 422,
  same_password: 422,
  over_request_rate_limit: 429,
  unexpected_failure: 500,
  insufficient_storage: 507,
  /** Clients keep their session and retry. */
  unavailable: 503,
} as const

type AuthErrorCode = keyof typeof AUTH_ERROR_STATUS

interface AuthErrorFacts {
  /** Why a password is weak. */
  reasons?: string[]
  /** Seconds until the limit allows the next attempt. */
  retryAfterSeconds?: number | undefined
}

/** A refusal of the identity service; `message` is shown to the user unchanged. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly code: AuthErrorCode
  readonly facts: AuthErrorFacts

  constructor(code: AuthErrorCode, message: string, { cause, ...facts }: AuthErrorFacts & ErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.facts = facts
  }
}

/** The identity service's response to anything thrown: `{code, error_code, msg}`, as its clients expect it. */
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
  if (getDiskTrouble(error) !== null && !(error instanceof AppError)) return toAuthError(cannotStore(error))
  // Thrown by the guard that all routes of this server share.
  if (error instanceof AppError && isAuthErrorCode(error.code))
    return new AuthError(error.code, error.message, { retryAfterSeconds: error.retryAfterSeconds })
  if (isRefusedValue(error)) return new AuthError('validation_failed', REFUSED_VALUE_MESSAGE)
  // It existed when the request arrived: a session that ended, a factor that was removed, an account that was deleted.
  if (isOrphan(error))
    return new AuthError('not_found', 'This account, session or sign-in method no longer exists. Sign in again.')
  if (isConnectionLost(error)) return new AuthError('unavailable', CONNECTION_LOST_MESSAGE)
  return new AuthError('unexpected_failure', 'An unexpected error occurred. Please try again.')
}

function isAuthErrorCode(code: string): code is AuthErrorCode {
  return Object.hasOwn(AUTH_ERROR_STATUS, code)
}
