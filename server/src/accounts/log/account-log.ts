import type { DomainEvent, RecordedEvent } from '../../db/events.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { AccountLogRepo } from './account-log-repo.ts'
import type { Sessions } from '../sessions/sessions.ts'

/** The events kept in the log for the user and the operator. */
const KEPT = new Set<DomainEvent['kind']>([
  'account.signed_up',
  'account.signed_in',
  'account.sign_in_failed',
  'account.signed_out',
  'account.guessing_stopped',
  'account.session_stolen',
  'account.recovery_requested',
  'account.email_change_requested',
  'account.password_changed',
  'account.email_changed',
  'account.factor_added',
  'account.factor_removed',
  'account.identity_linked',
  'account.identity_unlinked',
  'account.data_exported',
  'account.deletion_requested',
  'account.deletion_cancelled',
])
/** Older entries are deleted. */
const KEEP_MS = 365 * 24 * 60 * 60 * 1000

/** Stores an event in its account's log; an event delivered twice is stored once. */
export async function keepEvent(
  { accountLog, sessions }: { accountLog: AccountLogRepo; sessions: Pick<Sessions, 'getUserAgent'> },
  { id, at, event }: RecordedEvent,
): Promise<void> {
  if (!KEPT.has(event.kind)) return
  const userAgent = 'sessionId' in event ? await sessions.getUserAgent(event.sessionId) : null
  const what = 'what' in event ? event.what : null
  await accountLog.keep({ id, userId: event.userId, kind: event.kind, what, userAgent, createdAt: at })
}

/** Deletes entries older than a year. */
export function forgetOldEvents({ accountLog, clock }: { accountLog: AccountLogRepo; clock: Clock }): Promise<void> {
  return accountLog.removeBefore(new Date(clock().getTime() - KEEP_MS))
}
