import { BRAND } from '@callfolio/shared/brand.ts'
import type { RecordedEvent } from '../db/events.ts'
import type { UserRow } from '../db/schema.ts'
import type { Mail } from '../mail/mailer.ts'
import type { Accounts } from './accounts.ts'
import { createOneTimeLink } from './one-time-links.ts'

type Content = Omit<Mail, 'to'>
type MailDeps = Pick<Accounts, 'users' | 'oneTimeTokens' | 'mailer' | 'publicUrl' | 'clock'>

/**
 * Sends the mail that follows from an account's event, if any. Its link is made here, so that no secret is stored for later
 * and its hour begins when the mail is sent.
 * @throws TransientFailure when the mail server did not take it (mail/smtp.ts).
 */
export async function mailEvent(deps: MailDeps, { event }: RecordedEvent): Promise<void> {
  const user = await deps.users.byId(event.userId)
  const content = user && (await contentOf(deps, event, user))
  if (content) await deps.mailer.send({ to: user.email, ...content })
}

async function contentOf(
  deps: MailDeps,
  event: RecordedEvent['event'],
  { confirmedAt, deletionDueAt }: UserRow,
): Promise<Content | null> {
  const { kind } = event
  const settings = `${deps.publicUrl()}/dashboard?tab=settings`
  // What was taken back before the mail went is none.
  if (kind === 'account.deletion_requested') return deletionDueAt && deletionMail(deletionDueAt, settings)
  if (kind === 'account.deletion_cancelled') return deletionDueAt === null ? keptMail() : null
  if (kind === 'account.recovery_requested')
    return recoveryMail(await createOneTimeLink(deps, { ...event, purpose: 'recovery' }))
  if (kind === 'account.sign_up_repeated') return alreadyRegisteredMail(`${deps.publicUrl()}/auth`)
  if (confirmedAt !== null || (kind !== 'account.signed_up' && kind !== 'account.confirmation_requested')) return null
  return confirmationMail(await createOneTimeLink(deps, { ...event, purpose: 'signup' }))
}

function deletionMail(dueAt: Date, settings: string): Content {
  return {
    subject: `Your ${BRAND.name} account will be deleted`,
    text: `Your ${BRAND.name} account will be deleted on ${dueAt.toISOString().slice(0, 10)}, with all recordings, microsites and links.

Until then everything works as before, and you can keep the account here:
${settings}

If it was not you who asked for this, keep the account and change your password.`,
  }
}

function keptMail(): Content {
  return {
    subject: `Your ${BRAND.name} account stays`,
    text: `Your ${BRAND.name} account will not be deleted: the request was taken back.`,
  }
}

function confirmationMail(link: string): Content {
  return {
    subject: `Confirm your ${BRAND.name} account`,
    text: `Welcome to ${BRAND.name}.

Confirm your e-mail address here, within one hour:
${link}

If you did not sign up, ignore this mail: nobody can enter the account without the link.`,
  }
}

function recoveryMail(link: string): Content {
  return {
    subject: `Reset your ${BRAND.name} password`,
    text: `Someone, probably you, asked to reset the password of your ${BRAND.name} account.

Choose a new one here, within one hour:
${link}

If it was not you, ignore this mail: your password stays as it is.`,
  }
}

/** For a sign-up with an address that has an account: only the address's owner may learn that. */
function alreadyRegisteredMail(signInUrl: string): Content {
  return {
    subject: `You already have a ${BRAND.name} account`,
    text: `Someone, probably you, tried to sign up at ${BRAND.name} with this address. It has an account already.

Sign in here; if you forgot the password, you can reset it there:
${signInUrl}

If it was not you, there is nothing to do.`,
  }
}
