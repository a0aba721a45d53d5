import { BRAND } from '@callfolio/shared/brand.ts'
import type { ContactMessage } from '@callfolio/shared/contract/contact.ts'
import { AppError } from '../kernel/errors.ts'
import type { Mailer } from '../mail/mailer.ts'

export interface ContactDeps {
  mailer: Mailer
  /** Who reads the messages; null when the operator named nobody. */
  recipient: string | null
}

/**
 * Mails a visitor's message to the operator, so that an answer goes to the visitor.
 * @throws AppError not_found where no contact address is set, unavailable when the mail server did not take it.
 */
export async function sendContactMessage(
  { mailer, recipient }: ContactDeps,
  { name, email, company, message }: ContactMessage,
): Promise<void> {
  if (recipient === null) throw new AppError('not_found', 'This server has no contact form.')
  const facts = [`Name: ${name}`, `E-mail: ${email}`, ...(company ? [`Company: ${company}`] : [])]
  const mail = {
    to: recipient,
    replyTo: email,
    subject: `Message from ${name} by the ${BRAND.name} contact form`,
    text: `${message}\n\n${facts.join('\n')}`,
  }
  await mailer.send(mail).catch((cause: unknown) => {
    throw new AppError('unavailable', 'Your message could not be sent. Please try again later.', { cause })
  })
}
