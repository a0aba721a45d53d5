import type { Logger } from '../kernel/logger.ts'

/** Work that an answer does not wait for, so that its duration tells nothing. */
export interface Background {
  run(what: string, task: () => Promise<void>): void
  /** Resolves when everything begun so far has ended; for a shutdown. */
  settled(): Promise<void>
}

export function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>()
  return {
    run(what, task) {
      const run: Promise<void> = task()
        .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
        .finally(() => running.delete(run))
      running.add(run)
    },
    async settled() {
      await Promise.all(running)
    },
  }
}
