import type { EventHandlerName, RecordedEvent } from '../db/events.ts'
import type { JobHandler } from '../jobs/handler.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { EventsRepo } from './events-repo.ts'

/**
 * Gets each event at least once: if the process dies before the queue records the delivery, the event is redelivered
 * with the same id. When the handler throws, the event is retried later.
 */
export type EventHandler = (recorded: RecordedEvent) => Promise<void>

/** Retry delays grow to an hour: a five-hour mail server outage loses no email. */
const ATTEMPTS = 12
/** A delivery doesn't keep the process alive; it runs next to work that does. */
const STOPS = 20
/** How long delivered events are kept. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000

/** The queue's side of an event handler. Failed deliveries are logged and stay in the tables. */
export function eventJobs(
  { events, log }: { events: EventsRepo; log: Logger },
  name: EventHandlerName,
  handle: EventHandler,
): JobHandler {
  const getEvent = (job: string) => job.slice(name.length + 1)
  return {
    attempts: ATTEMPTS,
    stops: STOPS,
    async run({ id }) {
      const recorded = await events.find(getEvent(id))
      if (recorded) await handle(recorded)
    },
    async onFailed(id, reason) {
      log.error(
        { event: getEvent(id), handler: name, reason },
        'an event could not be delivered: retry it in Settings → Failed jobs',
      )
    },
  }
}

/** The audit trail: one log line per event. @param keep for records that outlive the log. */
export function auditLog(log: Logger, keep: EventHandler = async () => {}): EventHandler {
  return async (recorded) => {
    const { id, at, event } = recorded
    const { kind, ...ids } = event
    await keep(recorded)
    log.info({ audit: kind, event: id, at: at.toISOString(), ...ids }, 'audit')
  }
}

/** Removes events delivered thirty days ago; called periodically. */
export async function sweepEvents({ events, clock }: { events: EventsRepo; clock: Clock }): Promise<void> {
  await events.removeDelivered(new Date(clock().getTime() - KEEP_MS))
}
