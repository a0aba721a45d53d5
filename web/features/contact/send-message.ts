import type { CONTACT_PATH, ContactMessage } from '@callfolio/shared/contract/contact.ts'
import type { MessageDraft } from './message-rules.ts'

/**
 * Result of a message: emailed, kept in the outbox of an operator whose server sends no email, or rejected with a
 * sentence.
 */
export type Delivery = { outcome: 'sent' | 'kept' } | { outcome: 'refused'; problem: string }

/** A literal, because the contract's module would load the schema library. */
const PATH: typeof CONTACT_PATH = '/api/contact'
const TIMEOUT_MS = 30_000

/** Sends a message from the contact form. Never throws. */
export async function sendMessage({ name, email, company, message }: MessageDraft): Promise<Delivery> {
  const body: ContactMessage = { name, email: email.trim(), message, ...(company.trim() === '' ? {} : { company }) }
  try {
    const reply = await fetch(PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = (await reply.json()) as { delivered?: boolean; error?: { message?: string } }
    if (reply.ok) return { outcome: answer.delivered === true ? 'sent' : 'kept' }
    return { outcome: 'refused', problem: answer.error?.message ?? FAILED }
  } catch {
    return { outcome: 'refused', problem: FAILED }
  }
}

const FAILED = 'We couldn’t send your message. Try again.'
