import type { RecordedEvent } from '../db/events.ts'
import type { Mail } from '../mail/mailer.ts'
import type { Accounts } from './accounts.ts'
import { alreadyRegisteredMail, confirmationMail, recoveryMail } from './mails.ts'
import { createOneTimeLink } from './one-time-link.ts'

export type MailDeps = Pick<Accounts, 'users' | 'oneTimeTokens' | 'mailer' | 'publicUrl' | 'clock'>

/**
 * Sends the mail that follows on an event of an account, if one does. Its link is made here, so that no secret waits in
 * the database, and its hour begins when it is sent.
 * @throws TransientFailure when the mail server did not take it (mail/smtp.ts).
 */
export async function mailEvent(deps: MailDeps, { event }: RecordedEvent): Promise<void> {
  const user = await deps.users.byId(event.userId)
  const content = user && (await contentOf(deps, event, user.confirmedAt !== null))
  if (content) await deps.mailer.send({ to: user.email, ...content })
}

async function contentOf(
  deps: MailDeps,
  event: RecordedEvent['event'],
  confirmed: boolean,
): Promise<Omit<Mail, 'to'> | null> {
  const { kind } = event
  if (kind === 'account.recovery_requested')
    return recoveryMail(await createOneTimeLink(deps, { ...event, purpose: 'recovery' }))
  if (kind === 'account.sign_up_repeated') return alreadyRegisteredMail(`${deps.publicUrl()}/auth`)
  if (confirmed || (kind !== 'account.signed_up' && kind !== 'account.confirmation_requested')) return null
  return confirmationMail(await createOneTimeLink(deps, { ...event, purpose: 'signup' }))
}
