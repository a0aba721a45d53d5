import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queries } from './database.ts'
import type { Schema } from './schema.ts'

/** Whose account it happened to, or in. */
const userId = z.string()
const micrositeId = z.string()

/**
 * What happened, by ids alone: a handler reads the rest when it is told, so that events need no care when a person's data
 * goes, and none of them holds a secret.
 */
export const eventSchema = z.discriminatedUnion('kind', [
  /** A microsite's page, or its page of another transcript, can be read; or its making failed for good. */
  z.object({ kind: z.enum(['microsite.ready', 'microsite.failed']), userId, micrositeId }),
  /** A link was made, a visitor read it, or it leads nowhere any more. */
  z.object({ kind: z.enum(['link.created', 'link.viewed', 'link.revoked']), userId, micrositeId, linkId: z.string() }),
  /** Somebody signed up, or asked for the confirmation again, or for a new password; `redirectTo`: where they want to go then, on this server. */
  z.object({
    kind: z.enum(['account.signed_up', 'account.confirmation_requested', 'account.recovery_requested']),
    userId,
    redirectTo: z.string().optional(),
  }),
  /** Somebody signed up with the address of an account, or the account has a new password. */
  z.object({ kind: z.enum(['account.sign_up_repeated', 'account.password_changed']), userId }),
])

/** A change that others may want to know of. */
export type DomainEvent = z.infer<typeof eventSchema>

/** An event as it is handed to a handler, perhaps more than once: `id` tells that it is the same. */
export interface RecordedEvent {
  id: string
  at: Date
  event: DomainEvent
}

/** Who is told of events. */
export const EVENT_HANDLERS = ['audit', 'mail', 'failure_mail'] as const
export type EventHandlerName = (typeof EVENT_HANDLERS)[number]

/** The kinds of event that a handler gets; one that is not named here gets all of them. */
const KINDS: Partial<Record<EventHandlerName, readonly DomainEvent['kind'][]>> = {
  mail: [
    'account.signed_up',
    'account.confirmation_requested',
    'account.recovery_requested',
    'account.sign_up_repeated',
  ],
  failure_mail: ['microsite.failed'],
}

/** The job that tells a handler of an event: one for each, so that none waits for another's tries. */
function deliveryJob(handler: EventHandlerName, eventId: string): { id: string; kind: string } {
  return { id: `${handler}:${eventId}`, kind: deliveryKind(handler) }
}

/** The queue's name for jobs that tell this handler. */
export function deliveryKind(handler: EventHandlerName): string {
  return `event.${handler}`
}

/** The writes that record an event and queue its deliveries, for the batch of the change itself: one is never without the other. */
export function recordEvent(tx: Queries, { events, jobs }: Schema, event: DomainEvent, at: Date) {
  const id = randomUUID()
  const handlers = EVENT_HANDLERS.filter((handler) => KINDS[handler]?.includes(event.kind) ?? true)
  const queued = { status: 'queued' as const, runAt: at, createdAt: at }
  return [
    tx.insert(events).values({ id, userId: event.userId, event, createdAt: at }),
    tx.insert(jobs).values(handlers.map((handler) => ({ ...deliveryJob(handler, id), ...queued }))),
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
