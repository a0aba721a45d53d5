import type { Database } from '../db/database.ts'
import { deliveryKind, EVENT_HANDLERS, type EventHandlerName } from '../db/events.ts'
import type { Queue } from '../jobs/queue.ts'
import { createRunner } from '../jobs/runner.ts'
import type { Clock } from '../kernel/clock.ts'
import type { DiskWatch } from '../kernel/disk-watch.ts'
import type { Logger } from '../kernel/logger.ts'
import { auditLog, eventJobs, sweepEvents, type EventHandler } from './deliver-events.ts'
import { createEventsRepo } from './events-repo.ts'

interface EventsParts {
  db: Database
  queue: Queue
  log: Logger
  disk: DiskWatch
  clock: Clock
  /** Stores records that must outlive the log's lines. */
  keep: EventHandler
  /** How many processes deliver. */
  processes: () => number
  /** Handlers besides the audit log. */
  handlers: Record<Exclude<EventHandlerName, 'audit'>, EventHandler>
}

/** Polls often enough for emails that users wait for. */
const DELIVERY_POLL_MS = 500

/** Events, delivered at least once to each handler. */
export function createEventsArea({ db, queue, log, disk, clock, keep, processes, handlers }: EventsParts) {
  const events = createEventsRepo(db)
  const all: Record<EventHandlerName, EventHandler> = { ...handlers, audit: auditLog(log, keep) }
  return {
    /** One runner per handler, so that none waits for another. */
    runners: EVENT_HANDLERS.map((name) =>
      createRunner({
        queue,
        log,
        disk,
        concurrency: 1,
        handlers: { [deliveryKind(name)]: eventJobs({ events, log }, name, all[name]) },
        pollMs: DELIVERY_POLL_MS,
        processes,
      }),
    ),
    /** Housekeeping. */
    tidy: () => sweepEvents({ events, clock }),
  }
}
