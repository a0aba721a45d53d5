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
  { method: 'get', path: '/health', means: 'The service lives', gives },
  { method: 'get', path: '/settings', means: 'What is offered', gives },
  { method: 'get', path: '/reauthenticate', means: 'A code is on its way to the caller', gives, signedIn: true },
  {
    method: 'post',
    path: '/otp',
    means: 'A code to sign in with is on its way',
    gives,
    request: { ...guarded(requests.otpSchema), ...redirect },
  },
  {
    method: 'get',
    path: '/verify',
    means: 'The page that follows a mailed link, with the session or a code for it',
    status: 303,
    request: { query: maybe('token', 'type', 'redirect_to') },
  },
]

const describedFactors: PlainRoute[] = [
  {
    method: 'post',
    path: '/factors',
    means: 'A second factor that counts once it answered',
    gives,
    signedIn: true,
    request: jsonBody(requests.enrolSchema),
  },
  {
    method: 'post',
    path: '/factors/{id}/challenge',
    means: 'The factor is asked',
    gives,
    signedIn: true,
    request: byId,
  },
  {
    method: 'post',
    path: '/factors/{id}/verify',
    means: 'The session with the second factor',
    gives,
    signedIn: true,
    request: { ...jsonBody(requests.factorAnswerSchema), ...byId },
  },
  { method: 'delete', path: '/factors/{id}', means: 'The factor is gone', gives, signedIn: true, request: byId },
  { method: 'get', path: '/factors/recovery-codes', means: 'How many codes are left', gives, signedIn: true },
  { method: 'post', path: '/factors/recovery-codes', means: 'The codes, this once', gives, signedIn: true },
  { method: 'delete', path: '/factors/recovery-codes', means: 'The codes are gone', gives, signedIn: true },
  { method: 'post', path: '/factors/recovery-codes/regenerate', means: 'Other codes', gives, signedIn: true },
  {
    method: 'post',
    path: '/factors/recovery-codes/verify',
    means: 'The session with a code as second factor',
    gives,
    signedIn: true,
    request: jsonBody(requests.codeSchema),
  },
  { method: 'post', path: '/passkeys/registration/options', means: 'A passkey is asked for', gives, signedIn: true },
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
    means: 'Any passkey is asked',
    gives,
    request: jsonBody(maybeGuardedSchema),
  },
  {
    method: 'post',
    path: '/passkeys/authentication/verify',
    means: 'A session by a passkey',
    gives,
    request: jsonBody(requests.passkeySchema),
  },
  { method: 'get', path: '/passkeys', means: "The caller's passkeys", gives, signedIn: true },
  {
    method: 'patch',
    path: '/passkeys/{id}',
    means: 'The passkey with its name',
    gives,
    signedIn: true,
    request: { ...jsonBody(requests.passkeyNameSchema), ...byId },
  },
  {
    method: 'delete',
    path: '/passkeys/{id}',
    means: 'The passkey is gone',
    status: 204,
    signedIn: true,
    request: byId,
  },
]

const describedProviders: PlainRoute[] = [
  {
    method: 'get',
    path: '/authorize',
    means: 'The provider that says who somebody is',
    status: 302,
    request: { query: maybe('provider', 'redirect_to', 'scopes', 'code_challenge') },
  },
  {
    method: 'get',
    path: '/callback/{provider}',
    means: 'The page that follows the answer of a provider',
    status: 303,
    request: { params: given('provider') },
  },
  {
    method: 'post',
    path: '/sso',
    means: "Where a company's people sign in",
    gives,
    request: guarded(requests.ssoSchema),
  },
  {
    method: 'get',
    path: '/sso/saml/metadata',
    means: 'What this server is for SAML identity providers',
    gives: 'application/samlmetadata+xml',
  },
  {
    method: 'post',
    path: '/sso/saml/acs',
    means: 'The page that follows the answer of a SAML identity provider',
    status: 303,
  },
  {
    method: 'get',
    path: '/user/identities/authorize',
    means: 'Where an identity is linked',
    gives,
    signedIn: true,
    request: { query: maybe('provider', 'redirect_to', 'scopes', 'code_challenge') },
  },
  {
    method: 'delete',
    path: '/user/identities/{id}',
    means: 'The identity is gone',
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
    { method: 'get', path: '/.well-known/jwks.json', means: 'The keys that access tokens are checked with', gives },
    {
      method: 'post',
      path: '/signup',
      means: 'A session; where mails are sent, an account that waits for its confirmation',
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
      means: 'The caller, with the changes',
      gives,
      signedIn: true,
      request: jsonBody(requests.updateUserSchema),
    },
    {
      method: 'post',
      path: '/logout',
      means: 'The sessions have ended',
      status: 204,
      signedIn: true,
      request: { query: maybe('scope') },
    },
    {
      method: 'post',
      path: '/recover',
      means: 'A mail is on its way if the address has an account',
      gives,
      request: { ...guarded(requests.recoverSchema), ...redirect },
    },
    {
      method: 'post',
      path: '/resend',
      means: 'A mail is on its way if the address waits for its confirmation',
      gives,
      request: { ...guarded(requests.resendSchema), ...redirect },
    },
    {
      method: 'post',
      path: '/verify',
      means: 'A session by a mailed link',
      gives,
      request: jsonBody(requests.verifySchema),
    },
    ...describedMessages,
    ...describedFactors,
    ...describedProviders,
  ])
}
