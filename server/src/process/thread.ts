import { Worker } from 'node:worker_threads'

interface ThreadOptions {
  /** Posts one answer for each message that it gets, in their order. */
  script: URL
  /** What the script finds as `workerData`. */
  data?: unknown
  /** It ends when it was asked nothing for so long. ms */
  idleMs: number
  /** What JavaScript may use in it. MB */
  heapMb?: number
}

/** A thread of this process; started by the first question, again after it ended. */
export interface Thread<Question, Answer> {
  /** @throws when it could not be started, ended before it answered, or the question can't be cloned. */
  ask(question: Question): Promise<Answer>
  end(): Promise<void>
}

/** For what would hold up the thread that answers requests, and needs no process of its own. */
export function createThread<Question, Answer>({
  script,
  data,
  idleMs,
  heapMb,
}: ThreadOptions): Thread<Question, Answer> {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  /** Questions that are not answered yet, in their order. */
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
    await fail(new Error('the thread was ended'))?.terminate()
  }

  return {
    async ask(question) {
      clearTimeout(idle)
      worker ??= start()
      try {
        // First: what can't be sent must not stand among the questions, or others got its answer.
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
