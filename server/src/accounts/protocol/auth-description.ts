import type { App } from '../../http/app.ts'
import { describePaths, given, maybe, type PlainRoute } from '../../http/describe-paths.ts'
import { z } from 'zod'
import { jsonBody } from '../../http/describe.ts'
import * as requests from './auth-requests.ts'
import { maybeGuardedSchema } from '../captcha/require-captcha.ts'

const gives = 'application/json'
const byId = { params: given('id') }
/** A body that may include a captcha token. */
const guarded = (schema: z.ZodType) => jsonBody(z.intersection(schema, maybeGuardedSchema))
const redirect = { query: maybe('redirect_to') }

const describedMessages: PlainRoute[] = [
  { method: 'get', path: '/health', means: 'The service is running', gives },
  { method: 'get', path: '/settings', means: 'What the service offers', gives },
  { method: 'get', path: '/reauthenticate', means: 'A code was sent to the caller', gives, signedIn: true },
  {
    method: 'post',
    path: '/otp',
    means: 'A sign-in code was sent',
    gives,
    request: { ...guarded(requests.otpSchema), ...redirect },
  },
  {
    method: 'get',
    path: '/verify',
    means: 'The page behind an emailed link, with the session or a code for it',
    status: 303,
    request: { query: maybe('token', 'type', 'redirect_to') },
  },
]

const describedFactors: PlainRoute[] = [
  {
    method: 'post',
    path: '/factors',
    means: 'The new second factor, active once verified',
    gives,
    signedIn: true,
    request: jsonBody(requests.enrolSchema),
  },
  {
    method: 'post',
    path: '/factors/{id}/challenge',
    means: 'The factor was challenged',
    gives,
    signedIn: true,
    request: byId,
  },
  {
    method: 'post',
    path: '/factors/{id}/verify',
    means: 'The session with its second factor',
    gives,
    signedIn: true,
    request: { ...jsonBody(requests.factorAnswerSchema), ...byId },
  },
  { method: 'delete', path: '/factors/{id}', means: 'The factor was deleted', gives, signedIn: true, request: byId },
  { method: 'get', path: '/factors/recovery-codes', means: 'How many codes are left', gives, signedIn: true },
  { method: 'post', path: '/factors/recovery-codes', means: 'The codes, shown once', gives, signedIn: true },
  { method: 'delete', path: '/factors/recovery-codes', means: 'The codes were deleted', gives, signedIn: true },
  { method: 'post', path: '/factors/recovery-codes/regenerate', means: 'New codes', gives, signedIn: true },
  {
    method: 'post',
    path: '/factors/recovery-codes/verify',
    means: 'The session with a code as second factor',
    gives,
    signedIn: true,
    request: jsonBody(requests.codeSchema),
  },
  {
    method: 'post',
    path: '/passkeys/registration/options',
    means: 'A challenge for registering a passkey',
    gives,
    signedIn: true,
  },
  {
    method: 'post',
    path: '/passkeys/registration/verify',
    means: 'The passkey',
    gives,
    signedIn: true,
    request: jsonBody(requests.passkeySchema),
  },
  {
    method: 'post',
    path: '/passkeys/authentication/options',
    means: 'A challenge for any passkey',
    gives,
    request: jsonBody(maybeGuardedSchema),
  },
  {
    method: 'post',
    path: '/passkeys/authentication/verify',
    means: 'A session from a passkey',
    gives,
    request: jsonBody(requests.passkeySchema),
  },
  { method: 'get', path: '/passkeys', means: "The caller's passkeys", gives, signedIn: true },
  {
    method: 'patch',
    path: '/passkeys/{id}',
    means: 'The renamed passkey',
    gives,
    signedIn: true,
    request: { ...jsonBody(requests.passkeyNameSchema), ...byId },
  },
  {
    method: 'delete',
    path: '/passkeys/{id}',
    means: 'The passkey was deleted',
    status: 204,
    signedIn: true,
    request: byId,
  },
]

const describedProviders: PlainRoute[] = [
  {
    method: 'get',
    path: '/authorize',
    means: 'Redirect to the provider’s sign-in page',
    status: 302,
    request: { query: maybe('provider', 'redirect_to', 'scopes', 'code_challenge') },
  },
  {
    method: 'get',
    path: '/callback/{provider}',
    means: 'The page after a provider’s response',
    status: 303,
    request: { params: given('provider') },
  },
  {
    method: 'post',
    path: '/sso',
    means: 'The company’s sign-in page',
    gives,
    request: guarded(requests.ssoSchema),
  },
  {
    method: 'get',
    path: '/sso/saml/metadata',
    means: 'This server’s SAML metadata',
    gives: 'application/samlmetadata+xml',
  },
  {
    method: 'post',
    path: '/sso/saml/acs',
    means: 'The page after a SAML identity provider’s response',
    status: 303,
  },
  {
    method: 'get',
    path: '/user/identities/authorize',
    means: 'The provider’s page for linking an identity',
    gives,
    signedIn: true,
    request: { query: maybe('provider', 'redirect_to', 'scopes', 'code_challenge') },
  },
  {
    method: 'delete',
    path: '/user/identities/{id}',
    means: 'The identity was unlinked',
    gives,
    signedIn: true,
    request: byId,
  },
]

/**
 * Describes the identity service, which responds as its client library expects. Paths are relative to its mount point.
 */
export function describeAuthRoutes(router: App): void {
  describePaths(router, [
    { method: 'get', path: '/.well-known/jwks.json', means: 'The keys that verify access tokens', gives },
    {
      method: 'post',
      path: '/signup',
      means: 'A session; if the server sends email, an account awaiting confirmation',
      gives,
      request: { ...guarded(requests.signUpSchema), ...redirect },
    },
    {
      method: 'post',
      path: '/token',
      means: 'A session by a password, a refresh token, a code, an id token or a wallet',
      gives,
      request: {
        query: maybe('grant_type'),
        ...guarded(
          z.union([
            requests.credentialsSchema,
            requests.refreshSchema,
            requests.exchangeSchema,
            requests.idTokenSchema,
            requests.walletSchema,
          ]),
        ),
      },
    },
    { method: 'get', path: '/user', means: 'The caller', gives, signedIn: true },
    {
      method: 'put',
      path: '/user',
      means: 'The changed user',
      gives,
      signedIn: true,
      request: jsonBody(requests.updateUserSchema),
    },
    {
      method: 'post',
      path: '/logout',
      means: 'The sessions were ended',
      status: 204,
      signedIn: true,
      request: { query: maybe('scope') },
    },
    {
      method: 'post',
      path: '/recover',
      means: 'An email was sent if the address has an account',
      gives,
      request: { ...guarded(requests.recoverSchema), ...redirect },
    },
    {
      method: 'post',
      path: '/resend',
      means: 'An email was sent if the address awaits confirmation',
      gives,
      request: { ...guarded(requests.resendSchema), ...redirect },
    },
    {
      method: 'post',
      path: '/verify',
      means: 'A session from an emailed link',
      gives,
      request: jsonBody(requests.verifySchema),
    },
    ...describedMessages,
    ...describedFactors,
    ...describedProviders,
  ])
}
