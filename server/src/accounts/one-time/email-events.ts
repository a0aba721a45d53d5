import type { RecordedEvent } from '../../db/events.ts'
import { isOrphan } from '../../db/refusals.ts'
import type { UserRow } from '../../db/schema.ts'
import type { Mail } from '../../mail/mailer.ts'
import type { Accounts } from '../accounts.ts'
import * as emails from './emails.ts'
import { oldSideAgrees } from './request-email.ts'
import { createOneTimeCode, createOneTimeLink, type LinkPurpose } from './one-time-tokens.ts'

type ChangeRequested = Extract<RecordedEvent['event'], { kind: 'account.email_change_requested' }>
type MailDeps = Pick<Accounts, 'users' | 'oneTimeTokens' | 'keyedHash' | 'mailer' | 'publicUrl' | 'clock'>

/**
 * Sends the emails for an account event, if any. Creates links and codes here, so no secret is stored for later and
 * their one-hour lifetime starts when the email is sent.
 * @throws TransientFailure when the mail server rejected one (mail/smtp.ts).
 */
export async function mailEvent(deps: MailDeps, { event }: RecordedEvent): Promise<void> {
  const user = await deps.users.byId(event.userId)
  for (const mail of user ? await getMails(deps, event, user) : [])
    await deps.mailer.send({ ...mail, accountId: event.userId })
}

async function getMails(deps: MailDeps, event: RecordedEvent['event'], user: UserRow): Promise<Mail[]> {
  if (event.kind === 'account.email_change_requested') return changeMails(deps, event, user)
  const { email } = user
  const content = email === null ? null : await getContent(deps, event, { ...user, email })
  return email !== null && content !== null ? [{ to: email, ...content }] : []
}

async function getContent(
  deps: MailDeps,
  event: Exclude<RecordedEvent['event'], ChangeRequested>,
  { id, email, confirmedAt, deletionDueAt }: UserRow & { email: string },
): Promise<emails.Content | null> {
  const settings = `${deps.publicUrl()}/dashboard?tab=settings`
  const link = (
    purpose: LinkPurpose,
    wanted: { redirectTo?: string | undefined; codeChallenge?: string | undefined },
  ) =>
    createOneTimeLink(deps, {
      userId: id,
      target: email,
      purpose,
      redirectTo: wanted.redirectTo,
      codeChallenge: wanted.codeChallenge,
    })
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- of other areas' events others send the mails
  switch (event.kind) {
    case 'account.signed_up':
    case 'account.confirmation_requested':
      return confirmedAt === null ? emails.confirmation(await link('signup', event)) : null
    case 'account.recovery_requested':
      return emails.recovery(await link('recovery', event))
    case 'account.sign_in_requested':
      return emails.signIn(await link('magiclink', event))
    case 'account.reauthentication_requested':
      return emails.reauthentication(
        await createOneTimeCode(deps, { userId: id, purpose: 'reauthentication', target: email }),
      )
    case 'account.sign_up_repeated':
      return emails.alreadyRegistered(`${deps.publicUrl()}/auth`)
    case 'account.password_changed':
    case 'account.email_changed':
      return emails.changed(event.kind === 'account.password_changed' ? 'password' : 'email address', settings)
    case 'account.factor_added':
    case 'account.factor_removed':
    case 'account.identity_linked':
    case 'account.identity_unlinked':
      return emails.entranceChanged(event, settings)
    case 'account.guessing_stopped':
      return confirmedAt === null ? null : emails.guessingStopped(event, settings)
    // A request canceled before delivery sends no email.
    case 'account.deletion_requested':
      return deletionDueAt && emails.deletion(deletionDueAt, settings)
    case 'account.deletion_cancelled':
      return deletionDueAt === null ? emails.kept() : null
    default:
      return null
  }
}

/**
 * Both mailboxes must confirm a change, the old one only if the user ever verified it. The old one is asked even when
 * the new address already has an account: only someone who reads email there may learn that.
 */
async function changeMails(
  deps: MailDeps,
  { redirectTo, codeChallenge, mailsNewSide, endsWithSession }: ChangeRequested,
  user: UserRow,
): Promise<Mail[]> {
  const { id, email, newEmail } = user
  if (newEmail === null) return []
  const wanted = { userId: id, redirectTo, codeChallenge }
  const toNew = async (): Promise<emails.Content | null> => {
    if (await deps.users.byEmail(newEmail)) return emails.alreadyRegistered(`${deps.publicUrl()}/auth`)
    const link = { ...wanted, purpose: 'email_change' as const, target: newEmail, sessionId: endsWithSession }
    return createOneTimeLink(deps, link).then(emails.newAddress, (error: unknown) => {
      // The session has ended in the meantime.
      if (!isOrphan(error)) throw error
      return null
    })
  }
  const content = mailsNewSide ? await toNew() : null
  const changed = content === null ? [] : [{ to: newEmail, ...content }]
  if (email === null || !oldSideAgrees(user)) return changed
  const toOld = await createOneTimeLink(deps, { ...wanted, purpose: 'email_change_old', target: email })
  return [...changed, { to: email, ...emails.oldAddress(newEmail, toOld) }]
}
