/** The error codes of the identity service, as its clients know them, each with its HTTP status. */
export const AUTH_ERROR_STATUS = {
  bad_json: 400,
  validation_failed: 400,
  unsupported_grant_type: 400,
  invalid_credentials: 400,
  email_not_confirmed: 400,
  refresh_token_not_found: 400,
  refresh_token_already_used: 400,
  bad_code_verifier: 400,
  no_authorization: 401,
  bad_jwt: 403,
  /** Makes the client drop its session. */
  session_not_found: 403,
  otp_expired: 403,
  flow_state_expired: 403,
  not_found: 404,
  flow_state_not_found: 404,
  request_too_large: 413,
  signup_disabled: 422,
  user_already_exists: 422,
  weak_password: 422,
  same_password: 422,
  over_request_rate_limit: 429,
  unexpected_failure: 500,
} as const

export type AuthErrorCode = keyof typeof AUTH_ERROR_STATUS

interface AuthErrorFacts {
  /** Why a password is weak. */
  reasons?: string[]
  /** When a limit lets the next try through, seconds. */
  retryAfterSeconds?: number
}

/** A refusal of the identity service; `message` is shown to the person as it is. */
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
