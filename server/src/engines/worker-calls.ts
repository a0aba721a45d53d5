import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Notices } from '../db/processes/notices.ts'
import { AppError, PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { parseJson } from '../kernel/parse-json.ts'

/** A worker that is there says so at once. ms */
const SILENT_MS = 5000
/** Longer than anything takes that a worker is asked for. ms */
const LIMIT_MS = 330_000
const SILENT = 'The worker isn’t responding. Try again in a minute.'
/** A notice takes 8000 bytes. */
export const MOST_CHARACTERS = 1000
const BROKEN = 'The worker failed. See its log for the reason.'

/** `look`: reads what the other workers have. The others are what operators ask for. */
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

/** What processes have a worker do at once, by notices: nothing is kept for a worker that is away. */
export interface WorkerCalls {
  /**
   * Has a worker do it, which may be this process.
   * @returns what came of it, whose texts have MOST_CHARACTERS at most.
   * @throws AppError conflict with the worker's sentence, or when it does not answer.
   */
  ask(worker: string, what: WorkerTask): Promise<unknown>
  /** @param run does it here when this process is asked. */
  serve(what: WorkerTask, run: () => Promise<unknown>): void
}

interface WorkerCallsOptions {
  /** Of this process, as a worker. */
  id: string
  notices: Notices
  log: Logger
  /** After which one that says nothing is taken for away. */
  silentMs?: number
}

/** @returns what this process asks workers for, and does as one. */
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
      if (!isForPeople) log.error({ err: error }, 'what another process asked for failed')
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
