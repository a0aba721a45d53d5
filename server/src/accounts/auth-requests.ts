import { z } from 'zod'
import { firstProblem } from '../http/app.ts'
import { AuthError } from './auth-error.ts'
import { userMetadataSchema } from './update-user.ts'

const email = z.string().trim().toLowerCase().max(320).pipe(z.email())
/** Hashing takes any length; this only bounds the work. */
const password = z.string().max(1024)

export const credentialsSchema = z.object({ email, password })
export const signUpSchema = z.object({ email, password, data: userMetadataSchema.nullish() })
export const refreshSchema = z.object({ refresh_token: z.string().min(1).max(512) })
export const exchangeSchema = z.object({
  auth_code: z.string().min(1).max(512),
  code_verifier: z.string().min(43).max(128),
})
export const recoverSchema = z.object({ email })
export const resendSchema = z.object({ email, type: z.literal('signup') })
export const updateUserSchema = z.object({
  password: password.optional(),
  email: email.optional(),
  data: userMetadataSchema.optional(),
})
export const scopeSchema = z.enum(['global', 'local', 'others']).default('global')
/** The client library may say `email` for the link of a sign-up. */
export const verifySchema = z.object({
  type: z.enum(['signup', 'email', 'recovery']).transform((type) => (type === 'email' ? 'signup' : type)),
  token_hash: z.string().min(1).max(512),
})

/** Validates a value that a client sent. @throws {AuthError} validation_failed, naming the first problem. */
export function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new AuthError('validation_failed', problemOf(parsed.error))
  return parsed.data
}

/** This sentence is shown as it is, so it is the one that people know from other services. */
function problemOf(error: z.core.$ZodError): string {
  return error.issues[0]?.path[0] === 'email' ? 'Unable to validate email address: invalid format' : firstProblem(error)
}
