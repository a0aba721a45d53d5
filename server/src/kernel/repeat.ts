import type { Logger } from './logger.ts'

/** Periodic work: at the start and then every `everyMs`, one run at a time; a failed run is logged. */
export function repeat({ everyMs, run, log }: { everyMs: number; run: () => Promise<void>; log: Logger }) {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const next = () => {
    running = running.then(run).catch((error: unknown) => log.error({ err: error }, 'housekeeping failed'))
    return running
  }
  return {
    start() {
      void next()
      timer = setInterval(() => void next(), everyMs)
    },
    /** One extra run, after those already started. Resolves when it has ended. */
    again: next,
    /** Resolves when the current run has ended. */
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
