export const RESET_TEXTS = {
  required: 'Please fill in all fields.',
  mismatch: 'Passwords do not match.',
  noToken: 'Invalid or expired reset link.',
  success: 'Password reset successful! Redirecting to login...',
} as const

/** The first error in a new password, as a sentence; null when it can be sent. */
export function resetProblem(password: string, confirm: string): string | null {
  if (password === '' || confirm === '') return RESET_TEXTS.required
  return password === confirm ? null : RESET_TEXTS.mismatch
}

/** Message when the service rejects it. */
export function resetRefusal(message: string): string {
  return `Failed to reset password: ${message}`
}
