import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Notices } from '../db/processes/notices.ts'
import { AppError, PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { parseJson } from '../kernel/parse-json.ts'

/** A live worker responds at once. ms */
const SILENT_MS = 5000
/** Longer than any request to a worker takes. ms */
const LIMIT_MS = 330_000
const SILENT = 'The worker isn’t responding. Try again in a minute.'
/** A notice is limited to 8000 bytes. */
export const MOST_CHARACTERS = 1000
const BROKEN = 'The worker failed. See its log for the reason.'

/** `look`: rereads the other workers' reports. The others are operator actions. */
const whatSchema = z.enum(['fetch', 'pause', 'try', 'look'])
export type WorkerTask = z.infer<typeof whatSchema>

const askedSchema = z.object({ call: z.string(), worker: z.string(), what: whatSchema })
const answerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('begun') }),
  z.object({ outcome: z.literal('done'), result: z.unknown() }),
  z.object({ outcome: z.literal('refused'), sentence: z.string() }),
])
type Answer = z.infer<typeof answerSchema>
const answeredSchema = z.object({ call: z.string(), answer: answerSchema })

/** Calls workers through notices: an unreachable worker never gets the call. */
export interface WorkerCalls {
  /**
   * Calls a worker, which may be this process.
   * @returns its result, whose texts have MOST_CHARACTERS at most.
   * @throws AppError conflict with the worker's sentence, or when it doesn't respond.
   */
  ask(worker: string, what: WorkerTask): Promise<unknown>
  /** @param run carries it out when this process is called. */
  serve(what: WorkerTask, run: () => Promise<unknown>): void
}

interface WorkerCallsOptions {
  /** Of this process, as a worker. */
  id: string
  notices: Notices
  log: Logger
  /** After this time a silent worker counts as unreachable. */
  silentMs?: number
}

/** @returns the calls that this process makes, and its own handler as a worker. */
export function createWorkerCalls({ id, notices, log, silentMs = SILENT_MS }: WorkerCallsOptions): WorkerCalls {
  const served = new Map<WorkerTask, () => Promise<unknown>>()

  notices.on('worker.asked', (text) => {
    const asked = askedSchema.safeParse(parseJson(text ?? ''))
    if (!asked.success || asked.data.worker !== id) return
    const { call, what } = asked.data
    const run = served.get(what)
    const reply = (answer: Answer) => notices.send('worker.answered', JSON.stringify({ call, answer }))
    if (run !== undefined) void answer(run, reply)
  })

  async function answer(run: () => Promise<unknown>, reply: (answer: Answer) => void): Promise<void> {
    reply({ outcome: 'begun' })
    try {
      reply({ outcome: 'done', result: (await run()) ?? null })
    } catch (error) {
      const isForPeople =
        error instanceof AppError || error instanceof PermanentFailure || error instanceof TransientFailure
      if (!isForPeople) log.error({ err: error }, 'a call from another process failed')
      reply({ outcome: 'refused', sentence: isForPeople ? error.message.slice(0, MOST_CHARACTERS) : BROKEN })
    }
  }

  return {
    async ask(worker, what) {
      const call = randomUUID()
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const refuse = (sentence: string) => reject(new AppError('conflict', sentence))
      const refuseIn = (ms: number) => setTimeout(() => refuse(SILENT), ms).unref()
      let timer = refuseIn(silentMs)
      const forget = notices.on('worker.answered', (text) => {
        const answered = answeredSchema.safeParse(parseJson(text ?? ''))
        if (!answered.success || answered.data.call !== call) return
        const { answer: reply } = answered.data
        clearTimeout(timer)
        if (reply.outcome === 'begun') timer = refuseIn(LIMIT_MS)
        else if (reply.outcome === 'done') resolve(reply.result)
        else refuse(reply.sentence)
      })
      notices.send('worker.asked', JSON.stringify({ call, worker, what }))
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        forget()
      }
    },
    serve: (what, run) => void served.set(what, run),
  }
}
