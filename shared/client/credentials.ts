import { isAuthRetryableFetchError, type AuthError } from '@supabase/auth-js'

const MIN_PASSWORD_LENGTH = 6

export const AUTH_TEXTS = {
  required: 'Please fill in all required fields.',
  name: 'Please enter your full name',
  mismatch: 'Passwords do not match',
  short: 'Password must be at least 6 characters long',
  unexpected: 'An unexpected error occurred. Please try again.',
  captcha: 'Complete the captcha first.',
  verify: 'Please check your email to verify your account before signing in.',
} as const

export type AuthMode = 'sign-in' | 'sign-up'

export interface Credentials {
  name: string
  email: string
  password: string
  confirm: string
}

export const EMPTY_CREDENTIALS: Credentials = { name: '', email: '', password: '', confirm: '' }

/** The form's first error, as a sentence; null when it can be sent. */
export function problemWith(mode: AuthMode, { name, email, password, confirm }: Credentials): string | null {
  if (email.trim() === '' || password === '') return AUTH_TEXTS.required
  if (mode === 'sign-in') return null
  if (name.trim() === '') return AUTH_TEXTS.name
  if (password !== confirm) return AUTH_TEXTS.mismatch
  return password.length < MIN_PASSWORD_LENGTH ? AUTH_TEXTS.short : null
}

/** Message for an error from the identity client: the service's own words, if it answered at all. */
export function sentenceFor(error: AuthError): string {
  return isAuthRetryableFetchError(error) ? AUTH_TEXTS.unexpected : error.message
}
