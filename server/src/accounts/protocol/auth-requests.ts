import { canonicalEmail } from '@callfolio/shared/contract/email.ts'
import { nameSchema } from '@callfolio/shared/contract/name.ts'
import { z } from 'zod'
import { firstProblem } from '../../http/app.ts'
import { accountEmailSchema as email } from '../account-email.ts'
import { AuthError } from './auth-error.ts'
import { VERIFY_TYPES, type Proof } from '../one-time/verify.ts'
import { credentialSchema } from '../factors/webauthn.ts'
import type { Login } from '../sign-in.ts'
import { userMetadataSchema } from './user-metadata.ts'
import { WALLET_CHAINS } from '../wallets/wallet-signatures.ts'

/** E.164; users omit the plus and add spaces. */
const phone = z
  .string()
  .max(40)
  .transform((number) => `+${number.replaceAll(/[\s()./-]|^\+/g, '')}`)
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'Invalid phone number format (E.164 required)'))
/** Hashing accepts any length; this only limits the work. */
const password = z.string().max(1024)
const code = z.string().trim().min(1).max(64)
/** Base64url of a SHA-256 (RFC 7636). */
const challenge = z
  .string()
  .regex(/^[\w-]{43}$/)
  .nullish()
  .transform((value) => value ?? undefined)
const challengeMethod = z
  .string()
  .toLowerCase()
  .pipe(z.literal('s256', 'Only the code challenge method s256 is offered'))
  .nullish()
const pkce = { code_challenge: challenge, code_challenge_method: challengeMethod }

/** The sign-in name: an address or a number. */
const loginSchema = z
  .object({ email: email.optional(), phone: phone.optional() })
  .transform((given, context): { login: Login } => {
    if (given.email !== undefined) return { login: { email: given.email } }
    if (given.phone !== undefined) return { login: { phone: given.phone } }
    context.addIssue({ code: 'custom', message: 'You must provide either an email or phone number' })
    return z.NEVER
  })

export const credentialsSchema = z.intersection(loginSchema, z.object({ password }))
export const signUpSchema = z.intersection(
  loginSchema,
  z.object({ password, data: userMetadataSchema.nullish(), ...pkce }),
)
/** A sign-up without address, number and password is a guest's. */
export const guestSchema = z.object({
  email: z.undefined().optional(),
  phone: z.undefined().optional(),
  password: z.undefined().optional(),
  data: userMetadataSchema.nullish(),
})
export const otpSchema = z.intersection(
  loginSchema,
  z.object({
    create_user: z.boolean().default(true),
    data: userMetadataSchema.nullish(),
    channel: z.literal('sms').nullish(),
    ...pkce,
  }),
)
export const refreshSchema = z.object({ refresh_token: z.string().min(1).max(512) })
export const exchangeSchema = z.object({
  auth_code: z.string().min(1).max(512),
  code_verifier: z.string().min(43).max(128),
})
export const recoverSchema = z.object({ email, ...pkce })
export const resendSchema = z.union([
  z.object({ email, type: z.enum(['signup', 'email_change']), ...pkce }),
  z.object({ phone, type: z.enum(['sms', 'phone_change']) }),
])
export const updateUserSchema = z.object({
  password: password.optional(),
  current_password: password.optional(),
  nonce: code.optional(),
  email: email.optional(),
  phone: phone.optional(),
  data: userMetadataSchema.optional(),
  ...pkce,
})
export const scopeSchema = z.enum(['global', 'local', 'others']).default('global')
const types = Object.keys(VERIFY_TYPES) as [Proof['type'], ...Proof['type'][]]
const proofType = { type: z.enum(types) }
const token = z.string().min(1).max(512)
export const verifySchema = z.union(
  [
    z.object({ ...proofType, token_hash: token }).transform(({ type, token_hash }) => ({ type, token: token_hash })),
    z
      .object({ ...proofType, email, token: code })
      .transform((it) => ({ type: it.type, target: it.email, code: it.token })),
    z
      .object({ ...proofType, phone, token: code })
      .transform((it) => ({ type: it.type, target: it.phone, code: it.token })),
  ],
  'Verify needs a type, and a token_hash or a token with the email or phone it was sent to',
)
/** A link that a browser follows. */
export const verifyLinkSchema = z.object({ ...proofType, token, redirect_to: z.string().max(2048).optional() })

const friendlyName = nameSchema().check(z.trim(), z.minLength(1), z.maxLength(100))
export const enrolSchema = z.discriminatedUnion('factor_type', [
  z.object({
    factor_type: z.literal('totp'),
    friendly_name: z.optional(friendlyName),
    /** Part of a URL, which can't contain half a character. */
    issuer: z
      .string()
      .max(100)
      .refine((name) => name.isWellFormed())
      .optional(),
  }),
  z.object({ factor_type: z.literal('phone'), friendly_name: z.optional(friendlyName), phone }),
  z.object({ factor_type: z.literal('webauthn'), friendly_name: z.optional(friendlyName) }),
])
export const factorAnswerSchema = z.object({
  challenge_id: z.string().min(1).max(100),
  code: code.optional(),
  webauthn: z.object({ credential_response: credentialSchema }).optional(),
})
export const recoveryCodesSchema = z.object({ friendly_name: z.optional(friendlyName) })
export const codeSchema = z.object({ code })
export const passkeySchema = z.object({ challenge_id: z.string().min(1).max(100), credential: credentialSchema })
export const passkeyNameSchema = z.object({ friendly_name: friendlyName })

const providerName = z.string().min(1).max(100)
export const authorizeSchema = z.object({
  provider: providerName,
  redirect_to: z.string().max(2048).optional(),
  scopes: z
    .string()
    .max(500)
    .default('')
    .transform((list) => list.split(/\s+/).filter((scope) => scope !== '')),
  ...pkce,
})
export const idTokenSchema = z.object({
  provider: providerName,
  id_token: z.string().min(1).max(16_384),
  nonce: z.string().max(512).optional(),
  link_identity: z.boolean().default(false),
})

export const ssoSchema = z
  .object({
    provider_id: z.string().min(1).max(100).optional(),
    domain: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .transform((name) => canonicalEmail(`any@${name}`)?.slice('any@'.length) ?? '')
      .optional(),
    redirect_to: z.string().max(2048).nullish(),
    skip_http_redirect: z.boolean().default(false),
    ...pkce,
  })
  .refine(({ provider_id, domain }) => (provider_id === undefined) !== (domain === undefined), {
    error: 'A provider_id or a domain is needed',
  })
export const samlAnswerSchema = z.object({
  SAMLResponse: z.string().min(1),
  RelayState: z.string().max(512).default(''),
})
export const walletSchema = z.object({
  chain: z.enum(WALLET_CHAINS),
  message: z.string().min(1).max(8192),
  signature: z.string().min(1).max(512),
})

/** Validates a client's value. @throws {AuthError} validation_failed, naming the first problem. */
export function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new AuthError('validation_failed', getProblem(parsed.error))
  return parsed.data
}

/** Shown unchanged, so it is the message users know from other services. */
function getProblem(error: z.core.$ZodError): string {
  const [first] = error.issues
  return first?.path[0] === 'email' && first.code !== 'custom'
    ? 'Unable to validate email address: invalid format'
    : firstProblem(error)
}
