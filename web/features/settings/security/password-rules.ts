import type { AuthError } from '@supabase/auth-js'

export const PASSWORD_TEXTS = {
  required: 'Please fill in all fields.',
  mismatch: 'New passwords do not match.',
  noUser: 'User not found or email missing.',
  wrong: 'Current password is incorrect.',
  failed: 'Failed to update password.',
  unexpected: 'An error occurred. Please try again.',
  success: 'Password updated successfully!',
} as const

export interface PasswordChange {
  current: string
  next: string
  confirm: string
}

/** The form's first error, as a sentence; null when it can be sent. */
export function changeProblem({ current, next, confirm }: PasswordChange): string | null {
  if (current === '' || next === '' || confirm === '') return PASSWORD_TEXTS.required
  return next === confirm ? null : PASSWORD_TEXTS.mismatch
}

/** Message when the current password was not accepted: only a wrong one is called wrong. */
export function verificationProblem({ code, status, message }: Pick<AuthError, 'code' | 'status' | 'message'>): string {
  if (code === 'invalid_credentials') return PASSWORD_TEXTS.wrong
  return isAnswer(status) ? message : PASSWORD_TEXTS.unexpected
}

/** Message when the new password was not accepted, with the service's reason if it gave one. */
export function updateProblem({ status, message }: Pick<AuthError, 'status' | 'message'>): string {
  return isAnswer(status) ? `${PASSWORD_TEXTS.failed} ${message}` : PASSWORD_TEXTS.failed
}

/** Whether the service rejected it, and did not just fail or time out. */
function isAnswer(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500
}
