import type { Mailer } from '../mail/mailer.ts'
import type { SmsSender } from './sms.ts'

/**
 * Stores text messages on a server that sends none: next to its emails, for the operator. @param outbox
 * mail/outbox.ts.
 */
export function createOutboxSms(outbox: Mailer): SmsSender {
  return {
    sends: false,
    async send({ to, text }) {
      await outbox.send({ to, subject: 'Text message', text })
      return { id: null }
    },
  }
}
