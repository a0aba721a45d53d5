import type { App } from '../../http/app.ts'
import { describePaths, given, maybe } from '../../http/describe-paths.ts'
import { z } from 'zod'
import { jsonBody } from '../../http/describe.ts'
import * as requests from './auth-requests.ts'
import { maybeGuardedSchema } from '../captcha/require-captcha.ts'

const gives = 'application/json'
const byId = { params: given('id') }
/** A body that may include a captcha token. */
const guarded = (schema: z.ZodType) => jsonBody(z.intersection(schema, maybeGuardedSchema))
const redirect = { query: maybe('redirect_to') }
const authorize = { query: maybe('provider', 'redirect_to', 'scopes', 'code_challenge') }
const tokenSchema = z.union([
  requests.credentialsSchema,
  requests.refreshSchema,
  requests.exchangeSchema,
  requests.idTokenSchema,
  requests.walletSchema,
])

/**
 * Describes the identity service, which responds as its client library expects. Paths are relative to its mount point.
 */
export function describeAuthRoutes(router: App): void {
  describePaths(
    router,
    { gives },
    {
      'get /.well-known/jwks.json': { means: 'The keys that verify access tokens' },
      'get /health': { means: 'The service is running' },
      'get /settings': { means: 'What the service offers' },
      'post /signup': {
        means: 'A session; if the server sends email, an account awaiting confirmation',
        request: { ...guarded(requests.signUpSchema), ...redirect },
      },
      'post /token': {
        means: 'A session for a password, refresh token, code, ID token or wallet',
        request: { query: maybe('grant_type'), ...guarded(tokenSchema) },
      },
      'post /recover': {
        means: 'An email was sent if the address has an account',
        request: { ...guarded(requests.recoverSchema), ...redirect },
      },
      'post /resend': {
        means: 'An email was sent if the address awaits confirmation',
        request: { ...guarded(requests.resendSchema), ...redirect },
      },
      'post /otp': { means: 'A sign-in code was sent', request: { ...guarded(requests.otpSchema), ...redirect } },
      'post /verify': { means: 'A session from an emailed link', request: jsonBody(requests.verifySchema) },
      'get /verify': {
        means: 'The page behind an emailed link, with the session or a code for it',
        status: 303,
        request: { query: maybe('token', 'type', 'redirect_to') },
      },
      'post /passkeys/authentication/options': {
        means: 'A challenge for any passkey',
        request: jsonBody(maybeGuardedSchema),
      },
      'post /passkeys/authentication/verify': {
        means: 'A session from a passkey',
        request: jsonBody(requests.passkeySchema),
      },
      'get /authorize': { means: 'Redirect to the provider’s sign-in page', status: 302, request: authorize },
      'get /callback/{provider}': {
        means: 'The page after a provider’s response',
        status: 303,
        request: { params: given('provider') },
      },
      'post /sso': { means: 'The company’s sign-in page', request: guarded(requests.ssoSchema) },
      'get /sso/saml/metadata': { means: 'This server’s SAML metadata', gives: 'application/samlmetadata+xml' },
      'post /sso/saml/acs': { means: 'The page after a SAML identity provider’s response', status: 303 },
    },
  )
  describePaths(
    router,
    { gives, signedIn: true },
    {
      'get /user': { means: 'The caller' },
      'put /user': { means: 'The changed user', request: jsonBody(requests.updateUserSchema) },
      'get /reauthenticate': { means: 'A code was sent to the caller' },
      'post /logout': { means: 'The sessions were ended', status: 204, request: { query: maybe('scope') } },
      'post /factors': {
        means: 'The new second factor, active once verified',
        request: jsonBody(requests.enrolSchema),
      },
      'post /factors/{id}/challenge': { means: 'The factor was challenged', request: byId },
      'post /factors/{id}/verify': {
        means: 'The session with its second factor',
        request: { ...jsonBody(requests.factorAnswerSchema), ...byId },
      },
      'delete /factors/{id}': { means: 'The factor was deleted', request: byId },
      'get /factors/recovery-codes': { means: 'How many codes are left' },
      'post /factors/recovery-codes': { means: 'The codes, shown once' },
      'delete /factors/recovery-codes': { means: 'The codes were deleted' },
      'post /factors/recovery-codes/regenerate': { means: 'New codes' },
      'post /factors/recovery-codes/verify': {
        means: 'The session with a code as second factor',
        request: jsonBody(requests.codeSchema),
      },
      'post /passkeys/registration/options': { means: 'A challenge for registering a passkey' },
      'post /passkeys/registration/verify': { means: 'The passkey', request: jsonBody(requests.passkeySchema) },
      'get /passkeys': { means: "The caller's passkeys" },
      'patch /passkeys/{id}': {
        means: 'The renamed passkey',
        request: { ...jsonBody(requests.passkeyNameSchema), ...byId },
      },
      'delete /passkeys/{id}': { means: 'The passkey was deleted', status: 204, request: byId },
      'get /user/identities/authorize': { means: 'The provider’s page for linking an identity', request: authorize },
      'delete /user/identities/{id}': { means: 'The identity was unlinked', request: byId },
    },
  )
}
