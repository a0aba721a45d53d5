import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queries } from './database.ts'
import type { Schema } from './schema.ts'

/** The user the event is about. */
const userId = z.string()
const micrositeId = z.string()
const wanted = { redirectTo: z.string().optional(), codeChallenge: z.string().optional() }

/**
 * What happened, as IDs only: handlers read the rest when the event is delivered. Events therefore hold no secrets and
 * no personal data that would have to be deleted with an account.
 */
export const eventSchema = z.discriminatedUnion('kind', [
  /** A microsite's page, or its page with another transcript, is ready, or processing failed permanently. */
  z.object({ kind: z.enum(['microsite.ready', 'microsite.failed']), userId, micrositeId }),
  /** The speech model's transcript replaced a draft after it arrived. */
  z.object({ kind: z.literal('microsite.transcribed_again'), userId, micrositeId }),
  /** A link was created, viewed by a visitor, or deactivated. */
  z.object({ kind: z.enum(['link.created', 'link.viewed', 'link.revoked']), userId, micrositeId, linkId: z.string() }),
  /**
   * A user signed up, or requested another confirmation, a new password, or a sign-in email. `redirectTo`: where to
   * redirect afterwards, on this server; `codeChallenge`: from the client that started the request.
   */
  z.object({
    kind: z.enum([
      'account.signed_up',
      'account.confirmation_requested',
      'account.recovery_requested',
      'account.sign_in_requested',
    ]),
    userId,
    ...wanted,
  }),
  /**
   * A user requested another email address. `mailsNewSide`: false when the new address already reached its email limit.
   */
  z.object({
    kind: z.literal('account.email_change_requested'),
    userId,
    ...wanted,
    mailsNewSide: z.boolean().default(true),
    /** The session whose end invalidates the link, where no earlier mailbox has to confirm. */
    endsWithSession: z.string().optional(),
  }),
  /**
   * A sign-up repeated the address of an account; an account got a new password or address; its owner has to
   * reauthenticate, requested its deletion, or canceled the deletion.
   */
  z.object({
    kind: z.enum([
      'account.sign_up_repeated',
      'account.password_changed',
      'account.email_changed',
      'account.reauthentication_requested',
      'account.deletion_requested',
      'account.deletion_cancelled',
      'account.data_exported',
    ]),
    userId,
  }),
  /**
   * Parts of a user's microsites will be deleted within a week because their retention period is over: those recorded
   * at this event's time.
   */
  z.object({ kind: z.literal('retention.warned'), userId }),
  /** A user signed in (`what`: how), or a stolen refresh token ended a session. */
  z.object({
    kind: z.enum(['account.signed_in', 'account.session_stolen']),
    userId,
    what: z.string(),
    sessionId: z.string(),
  }),
  /**
   * A wrong password or code was entered (`what`: which of them), or a user signed out (`what`: here, elsewhere,
   * everywhere).
   */
  z.object({ kind: z.enum(['account.sign_in_failed', 'account.signed_out']), userId, what: z.string() }),
  /** After too many wrong guesses in a day, unknown devices are blocked; `what` was guessed. */
  z.object({
    kind: z.literal('account.guessing_stopped'),
    userId,
    what: z.enum(['code', 'factor', 'password']),
  }),
  /** A way to sign in was added or removed; `what`: the kind of factor, or the provider's name. */
  z.object({
    kind: z.enum([
      'account.factor_added',
      'account.factor_removed',
      'account.identity_linked',
      'account.identity_unlinked',
    ]),
    userId,
    what: z.string(),
  }),
])

/** A change that handlers are notified of. */
export type DomainEvent = z.infer<typeof eventSchema>

/** An event as it is delivered to a handler, at least once; `id` identifies repeated deliveries. */
export interface RecordedEvent {
  id: string
  at: Date
  event: DomainEvent
}

/** The handlers that are notified of events. */
export const EVENT_HANDLERS = ['audit', 'mail', 'failure_mail', 'better_mail', 'retention_mail'] as const
export type EventHandlerName = (typeof EVENT_HANDLERS)[number]

/** The handlers that each kind of event is delivered to. */
const HANDLERS_OF = {
  'microsite.ready': ['audit'],
  'microsite.failed': ['audit', 'failure_mail'],
  'microsite.transcribed_again': ['audit', 'better_mail'],
  'link.created': ['audit'],
  'link.viewed': ['audit'],
  'link.revoked': ['audit'],
  'account.signed_up': ['audit', 'mail'],
  'account.confirmation_requested': ['audit', 'mail'],
  'account.recovery_requested': ['audit', 'mail'],
  'account.sign_up_repeated': ['audit', 'mail'],
  'account.sign_in_requested': ['audit', 'mail'],
  'account.email_change_requested': ['audit', 'mail'],
  'account.signed_in': ['audit'],
  'account.sign_in_failed': ['audit'],
  'account.signed_out': ['audit'],
  'account.guessing_stopped': ['audit', 'mail'],
  'account.session_stolen': ['audit'],
  'account.data_exported': ['audit'],
  'account.password_changed': ['audit', 'mail'],
  'account.email_changed': ['audit', 'mail'],
  'account.reauthentication_requested': ['audit', 'mail'],
  'account.factor_added': ['audit', 'mail'],
  'account.factor_removed': ['audit', 'mail'],
  'account.identity_linked': ['audit', 'mail'],
  'account.identity_unlinked': ['audit', 'mail'],
  'account.deletion_requested': ['audit', 'mail'],
  'account.deletion_cancelled': ['audit', 'mail'],
  'retention.warned': ['audit', 'retention_mail'],
} as const satisfies Record<DomainEvent['kind'], readonly EventHandlerName[]>

/** The kinds of events that send an email to an account's address. */
export type MailedKind = {
  [Kind in DomainEvent['kind']]: 'mail' extends (typeof HANDLERS_OF)[Kind][number] ? Kind : never
}[DomainEvent['kind']]

/** The job that delivers an event to a handler: one per handler, so that no handler waits for another's retries. */
function deliveryJob(handler: EventHandlerName, eventId: string): { id: string; kind: string } {
  return { id: `${handler}:${eventId}`, kind: deliveryKind(handler) }
}

/** The queue's name for jobs that deliver to this handler. */
export function deliveryKind(handler: EventHandlerName): string {
  return `event.${handler}`
}

/**
 * The writes that record an event and queue its deliveries. They belong in the batch of the change itself, so that all
 * or none are written.
 */
export function recordEvent(tx: Queries, { events, jobs }: Schema, event: DomainEvent, at: Date) {
  const id = randomUUID()
  const queued = { status: 'queued' as const, runAt: at, createdAt: at }
  return [
    tx.insert(events).values({ id, userId: event.userId, event, createdAt: at }),
    tx.insert(jobs).values(HANDLERS_OF[event.kind].map((handler) => ({ ...deliveryJob(handler, id), ...queued }))),
  ]
}

/** The writes that remove the deliveries of a user's events; the events themselves are deleted with the account. */
export function removeDeliveries(tx: Queries, { events, jobs }: Schema, ofUser: string) {
  return EVENT_HANDLERS.map((handler) =>
    tx.delete(jobs).where(
      inArray(
        jobs.id,
        tx
          .select({ id: deliveryId(handler, events) })
          .from(events)
          .where(eq(events.userId, ofUser)),
      ),
    ),
  )
}

/** `deliveryJob`'s id of a row of events, in SQL. */
function deliveryId(handler: EventHandlerName, events: Schema['events']) {
  return sql<string>`${`${handler}:`} || ${events.id}`
}

/** Every `deliveryJob` id of a row of events, in SQL. */
export function deliveryIds(events: Schema['events']) {
  return EVENT_HANDLERS.map((handler) => deliveryId(handler, events))
}
