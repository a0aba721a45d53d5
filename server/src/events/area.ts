import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { deliveryKind, EVENT_HANDLERS, type EventHandlerName } from '../db/events.ts'
import type { Queue } from '../jobs/queue.ts'
import { createRunner, pauseMs, type Runner } from '../jobs/runner.ts'
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

/** Often enough for emails that users wait for. */
const WATCH_MS = 500
/** For deliveries whose process was killed. */
const DELIVERY_POLL_MS = 10_000

/** Events, delivered at least once to each handler. */
export function createEventsArea({ db, queue, log, disk, clock, keep, processes, handlers }: EventsParts) {
  const events = createEventsRepo(db)
  const all: Record<EventHandlerName, EventHandler> = { ...handlers, audit: auditLog(log, keep) }
  return {
    /** One runner per handler, so that none waits for another, and one watch instead of a poll by each. */
    runners: [
      watchDeliveries(queue, processes),
      ...EVENT_HANDLERS.map((name) =>
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
    ],
    /** Housekeeping. */
    tidy: () => sweepEvents({ events, clock }),
  }
}

/** Wakes the runners of deliveries that are ready. */
function watchDeliveries(queue: Queue, processes: () => number): Runner {
  const kinds = EVENT_HANDLERS.map(deliveryKind)
  const stopping = new AbortController()
  let watching = Promise.resolve()
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The runners' own polls report a database that fails.
      await queue.announceReady(kinds).catch(() => {})
      await delay(pauseMs(WATCH_MS, processes()), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  return {
    start() {
      watching = watch()
    },
    async stop() {
      stopping.abort()
      await watching
    },
  }
}
