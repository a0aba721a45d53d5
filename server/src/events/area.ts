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
  /** Keeps what shall be there longer than the log's lines. */
  keep: EventHandler
  /** How many processes deliver. */
  processes: () => number
  /** Besides the audit log's. */
  handlers: Record<Exclude<EventHandlerName, 'audit'>, EventHandler>
}

/** A mail that somebody waits for shall not wait for us. */
const DELIVERY_POLL_MS = 500

/** What happened, handed at least once to each handler. */
export function createEventsArea({ db, queue, log, disk, clock, keep, processes, handlers }: EventsParts) {
  const events = createEventsRepo(db)
  const all: Record<EventHandlerName, EventHandler> = { ...handlers, audit: auditLog(log, keep) }
  return {
    /** A runner for each handler, so that none waits for another's work. */
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
