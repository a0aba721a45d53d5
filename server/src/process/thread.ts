import { Worker } from 'node:worker_threads'

interface ThreadOptions {
  /** Posts one response to each message, in order. */
  script: URL
  /** The script's `workerData`. */
  data?: unknown
  /** Ends after being idle for this long. ms */
  idleMs: number
  /** JavaScript heap limit. MB */
  heapMb?: number
}

/** A thread of this process; started by the first request, and again after it ended. */
export interface Thread<Question, Answer> {
  /** @throws when it could not be started, ended before it answered, or the request can't be cloned. */
  ask(question: Question): Promise<Answer>
  end(): Promise<void>
}

/** For work that would block the main thread and needs no separate process. */
export function createThread<Question, Answer>({
  script,
  data,
  idleMs,
  heapMb,
}: ThreadOptions): Thread<Question, Answer> {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  /** Pending requests, in order. */
  let asked: PromiseWithResolvers<Answer>[] = []

  function start(): Worker {
    const started = new Worker(script, {
      workerData: data,
      ...(heapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
    })
    started.unref()
    const forget = (error: Error) => {
      if (worker === started) fail(error)
    }
    started.on('message', (answer: Answer) => {
      if (worker === started) asked.shift()?.resolve(answer)
    })
    started.on('error', forget)
    started.on('exit', (code) => forget(new Error(`the thread ended with ${code}`)))
    return started
  }

  function fail(error: Error): Worker | null {
    const ended = worker
    worker = null
    for (const { reject } of asked) reject(error)
    asked = []
    return ended
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    await fail(new Error('the thread was stopped'))?.terminate()
  }

  return {
    async ask(question) {
      clearTimeout(idle)
      worker ??= start()
      try {
        // Sends first: a request that can't be cloned must not be queued, or others would get its response.
        worker.postMessage(question)
        const answered = Promise.withResolvers<Answer>()
        asked.push(answered)
        return await answered.promise
      } finally {
        clearTimeout(idle)
        idle = setTimeout(() => {
          if (asked.length === 0) void end()
        }, idleMs).unref()
      }
    },
    end,
  }
}
