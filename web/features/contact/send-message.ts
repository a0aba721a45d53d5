import { ApiError } from '@callfolio/shared/api-client.ts'
import { CONTACT_PATH, contactReplySchema, type ContactMessage } from '@callfolio/shared/contract/contact.ts'
import { requestPublicly } from '../../lib/public-api.ts'
import type { MessageDraft } from './message-rules.ts'

/**
 * Result of a message: emailed, kept in the outbox of an operator whose server sends no email, or rejected with a
 * sentence.
 */
export type Delivery = { outcome: 'sent' | 'kept' } | { outcome: 'refused'; problem: string }

/** Sends a message from the contact form. Never throws. */
export async function sendMessage({ name, email, company, message }: MessageDraft): Promise<Delivery> {
  const body: ContactMessage = { name, email: email.trim(), message, ...(company.trim() === '' ? {} : { company }) }
  try {
    const { delivered } = await requestPublicly(CONTACT_PATH, contactReplySchema, { method: 'POST', body })
    return { outcome: delivered ? 'sent' : 'kept' }
  } catch (error) {
    return {
      outcome: 'refused',
      problem: error instanceof ApiError ? error.message : 'We couldn’t send your message. Try again.',
    }
  }
}
