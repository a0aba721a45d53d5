import { createTransport } from 'nodemailer'
import { TransientFailure } from '../kernel/errors.ts'
import type { Mailer } from './mailer.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** The contact form waits for the send, so nodemailer's two-minute default is too long. */
const TIMEOUT_MS = 15_000

/**
 * Sends emails through an SMTP server, one connection per email.
 * @param url `smtp://user:password@host:port` or `smtps://…`; nodemailer's options may follow as a query.
 * @param from the sender, as an address or `Name <address>`.
 * @returns a mailer whose `send` throws TransientFailure when the server can't be reached or refuses the email.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    sends: true,
    async send({ to, replyTo, subject, text }) {
      try {
        // RFC 3834: suppresses out-of-office replies.
        await transport.sendMail({
          from,
          // An object, because a string would be parsed as a list of addresses.
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          html: textToHtml(text),
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw new TransientFailure('unavailable', 'The mail server refused the email', { cause: error })
      }
    },
  }
}

/** The HTML part of a plain email: its paragraphs and line breaks, with http(s) addresses as links. */
function textToHtml(text: string): string {
  const paragraphs = text.trim().split(/\n{2,}/)
  return paragraphs
    .map((paragraph) => `<p>${linkAddresses(escapeHtml(paragraph)).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}

function linkAddresses(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)
}
