import { setImmediate } from 'node:timers/promises'
import { and, eq, inArray, lt, notExists, or, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { deliveryIds, deliveryKind, EVENT_HANDLERS, eventSchema, type RecordedEvent } from '../db/events.ts'

/** Rows deleted per batch. */
const AT_ONCE = 500

/** Recorded events (db/events.ts), for delivery. */
export function createEventsRepo(db: Database) {
  const { events, jobs } = db.schema
  return {
    /**
     * @returns null when the event was deleted with its account. @throws ZodError when this version doesn't know its
     * type.
     */
    async find(id: string): Promise<RecordedEvent | null> {
      const [row] = await db.select().from(events).where(eq(events.id, id))
      return row ? { id, at: row.createdAt, event: eventSchema.parse(row.event) } : null
    },

    /** Removes fully delivered events older than that time. Events with a failed delivery stay. */
    async removeDelivered(before: Date): Promise<void> {
      const delivered = and(
        inArray(jobs.kind, EVENT_HANDLERS.map(deliveryKind)),
        eq(jobs.status, 'done'),
        lt(jobs.createdAt, before),
      )
      const someDelivered = db.select({ id: jobs.id }).from(jobs).where(delivered).limit(AT_ONCE)
      await untilNoneLeft(() =>
        db
          .delete(jobs)
          .where(and(inArray(jobs.id, someDelivered), delivered))
          .returning({ id: jobs.id }),
      )
      const deliveries = db
        .select({ one: sql`1` })
        .from(jobs)
        .where(or(...deliveryIds(events).map((delivery) => eq(jobs.id, delivery))))
      const someDone = db
        .select({ id: events.id })
        .from(events)
        .where(and(lt(events.createdAt, before), notExists(deliveries)))
        .limit(AT_ONCE)
      await untilNoneLeft(() => db.delete(events).where(inArray(events.id, someDone)).returning({ id: events.id }))
    },
  }
}
export type EventsRepo = ReturnType<typeof createEventsRepo>

/** Deletes in batches and yields between them: SQLite blocks the whole process. */
async function untilNoneLeft(removeSome: () => PromiseLike<unknown[]>): Promise<void> {
  while ((await removeSome()).length > 0) await setImmediate()
}
