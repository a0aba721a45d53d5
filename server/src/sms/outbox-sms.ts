import type { Mailer } from '../mail/mailer.ts'
import type { SmsSender } from './sms.ts'

/** Keeps text messages on a server that sends none: beside its mails, for the operator. @param outbox mail/outbox.ts. */
export function createOutboxSms(outbox: Mailer): SmsSender {
  return {
    sends: false,
    async send({ to, text }) {
      await outbox.send({ to, subject: 'Text message', text })
      return { id: null }
    },
  }
}
