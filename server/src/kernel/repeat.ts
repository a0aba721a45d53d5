import type { Logger } from './logger.ts'

/** Work that comes back: at the start and then every so often, one run at a time; a failed run is logged. */
export function repeat({ everyMs, run, log }: { everyMs: number; run: () => Promise<void>; log: Logger }) {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const next = () => {
    running = running.then(run).catch((error: unknown) => log.error({ err: error }, 'housekeeping failed'))
  }
  return {
    start() {
      next()
      timer = setInterval(next, everyMs)
    },
    /** Resolves when the run under way is over. */
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
