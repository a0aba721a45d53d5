export interface MessageDraft {
  name: string
  email: string
  company: string
  message: string
}

export const EMPTY_DRAFT: MessageDraft = { name: '', email: '', company: '', message: '' }

/** A message's first error, as a sentence; null when it can be sent. The server checks it again. */
export function problemWithDraft({ name, email, message }: MessageDraft): string | null {
  if ([name, email, message].some((text) => text.trim() === '')) return 'Please fill in all required fields.'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : 'Enter a valid email address.'
}
