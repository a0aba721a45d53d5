import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queries } from './database.ts'
import type { Schema } from './schema.ts'

/** Whose account it happened to, or in. */
const userId = z.string()
const micrositeId = z.string()
const wanted = { redirectTo: z.string().optional(), codeChallenge: z.string().optional() }

/**
 * What happened, as ids only: a handler reads the rest when the event is delivered. So events hold no secrets, and no
 * personal data that would have to be removed with an account.
 */
export const eventSchema = z.discriminatedUnion('kind', [
  /** A microsite's page, or its page of another transcript, can be read; or its making failed for good. */
  z.object({ kind: z.enum(['microsite.ready', 'microsite.failed']), userId, micrositeId }),
  /** A draft gave way to the transcript of the speech model, which arrived after it. */
  z.object({ kind: z.literal('microsite.transcribed_again'), userId, micrositeId }),
  /** A link was made, a visitor read it, or it leads nowhere any more. */
  z.object({ kind: z.enum(['link.created', 'link.viewed', 'link.revoked']), userId, micrositeId, linkId: z.string() }),
  /**
   * Somebody signed up, or asked for the confirmation again, for a new password, or for a mail to sign in with; `redirectTo`: where they want to go then, on this server; `codeChallenge`: of the client that began it.
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
  /** Somebody asked for another address. `mailsNewSide`: whether a mail goes there too, which has had as many as it gets else. */
  z.object({
    kind: z.literal('account.email_change_requested'),
    userId,
    ...wanted,
    mailsNewSide: z.boolean().default(true),
    /** The session that the link ends with, where no earlier mailbox has to agree. */
    endsWithSession: z.string().optional(),
  }),
  /**
   * Somebody signed up with the address of an account; the account has a new password or address; its owner shall say again who they are, asked for its deletion, or thought again.
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
  /** Parts of a user's microsites will be removed within a week, because their time is over: those recorded at this event's time. */
  z.object({ kind: z.literal('retention.warned'), userId }),
  /** Somebody came in (`what`: how), or a stolen refresh token ended a session. */
  z.object({
    kind: z.enum(['account.signed_in', 'account.session_stolen']),
    userId,
    what: z.string(),
    sessionId: z.string(),
  }),
  /** Somebody gave a wrong password or code (`what`: of what), or signed out (`what`: here, elsewhere, everywhere). */
  z.object({ kind: z.enum(['account.sign_in_failed', 'account.signed_out']), userId, what: z.string() }),
  /** So many were wrong in a day that devices the account was never entered from can't try more; `what` was guessed at. */
  z.object({
    kind: z.literal('account.guessing_stopped'),
    userId,
    what: z.enum(['code', 'factor', 'password']),
  }),
  /** What an account is entered with was added to it or taken away; `what`: the kind of factor, or the provider's name. */
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

/** The kinds of events that mails to an account's address follow from. */
export type MailedKind = {
  [Kind in DomainEvent['kind']]: 'mail' extends (typeof HANDLERS_OF)[Kind][number] ? Kind : never
}[DomainEvent['kind']]

/** The job that delivers an event to a handler: one for each handler, so that none waits for another's retries. */
function deliveryJob(handler: EventHandlerName, eventId: string): { id: string; kind: string } {
  return { id: `${handler}:${eventId}`, kind: deliveryKind(handler) }
}

/** The queue's name for jobs that deliver to this handler. */
export function deliveryKind(handler: EventHandlerName): string {
  return `event.${handler}`
}

/** The writes that record an event and queue its deliveries, for the batch of the change itself, so that all or none are written. */
export function recordEvent(tx: Queries, { events, jobs }: Schema, event: DomainEvent, at: Date) {
  const id = randomUUID()
  const queued = { status: 'queued' as const, runAt: at, createdAt: at }
  return [
    tx.insert(events).values({ id, userId: event.userId, event, createdAt: at }),
    tx.insert(jobs).values(HANDLERS_OF[event.kind].map((handler) => ({ ...deliveryJob(handler, id), ...queued }))),
  ]
}

/** The writes that remove the deliveries of a user's events; the events themselves go with the account. */
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
