import type { EventHandlerName, RecordedEvent } from '../db/events.ts'
import type { JobHandler } from '../jobs/handler.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { EventsRepo } from './events-repo.ts'

/**
 * Gets an event at least once: a process that dies between its work and the queue's record of it gets it again, with the
 * same id. When it throws, the event is delivered again later.
 */
export type EventHandler = (recorded: RecordedEvent) => Promise<void>

/** Waits grow to an hour: a mail server that is away for five hours costs no mail. */
const ATTEMPTS = 12
/** A delivery ends no process; it only runs beside work that does. */
const STOPS = 20
/** How long what was delivered can still be looked up. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000

/** The queue's side of an event handler. What could not be delivered is logged and stays in the tables. */
export function eventJobs(
  { events, log }: { events: EventsRepo; log: Logger },
  name: EventHandlerName,
  handle: EventHandler,
): JobHandler {
  const eventOf = (job: string) => job.slice(name.length + 1)
  return {
    attempts: ATTEMPTS,
    stops: STOPS,
    async run({ id }) {
      const recorded = await events.find(eventOf(id))
      if (recorded) await handle(recorded)
    },
    async onFailed(id, reason) {
      log.error({ event: eventOf(id), handler: name, reason }, 'an event could not be delivered and is kept')
    },
  }
}

/** The trail of what happened, one line of the log for each event. @param keep what shall be there longer. */
export function auditLog(log: Logger, keep: EventHandler = async () => {}): EventHandler {
  return async (recorded) => {
    const { id, at, event } = recorded
    const { kind, ...ids } = event
    await keep(recorded)
    log.info({ audit: kind, event: id, at: at.toISOString(), ...ids }, 'audit')
  }
}

/** Clears away what was delivered thirty days ago; to be run now and then. */
export async function sweepEvents({ events, clock }: { events: EventsRepo; clock: Clock }): Promise<void> {
  await events.removeDelivered(new Date(clock().getTime() - KEEP_MS))
}
