export const RESET_TEXTS = {
  required: 'Please fill in all fields.',
  mismatch: 'Passwords do not match.',
  noToken: 'Invalid or expired reset link.',
  success: 'Password reset successful! Redirecting to login...',
} as const

/** The first thing that is wrong with a new password, as a sentence; null when it can be sent. */
export function resetProblem(password: string, confirm: string): string | null {
  if (password === '' || confirm === '') return RESET_TEXTS.required
  return password === confirm ? null : RESET_TEXTS.mismatch
}

/** What the page says when the service refuses. */
export function resetRefusal(message: string): string {
  return `Failed to reset password: ${message}`
}
