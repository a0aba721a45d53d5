import { and, eq, inArray, lt, notExists, or, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { deliveryIds, deliveryKind, EVENT_HANDLERS, eventSchema, type RecordedEvent } from '../db/events.ts'

/** What was recorded (db/events.ts), for those who deliver it. */
export function createEventsRepo(db: Database) {
  const { events, jobs } = db.schema
  return {
    /** @returns null when it went with its account. @throws ZodError when it is of no kind that this version knows. */
    async find(id: string): Promise<RecordedEvent | null> {
      const [row] = await db.select().from(events).where(eq(events.id, id))
      return row ? { id, at: row.createdAt, event: eventSchema.parse(row.event) } : null
    },

    /** Removes events of before that time whose deliveries have all been made. One that could not be delivered stays. */
    async removeDelivered(before: Date): Promise<void> {
      const kinds = EVENT_HANDLERS.map(deliveryKind)
      await db.delete(jobs).where(and(inArray(jobs.kind, kinds), eq(jobs.status, 'done'), lt(jobs.createdAt, before)))
      const open = db
        .select({ one: sql`1` })
        .from(jobs)
        .where(or(...deliveryIds(events).map((delivery) => eq(jobs.id, delivery))))
      await db.delete(events).where(and(lt(events.createdAt, before), notExists(open)))
    },
  }
}
export type EventsRepo = ReturnType<typeof createEventsRepo>
