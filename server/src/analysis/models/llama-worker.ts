import { availableParallelism } from 'node:os'
import type { z } from 'zod'
import { PermanentFailure } from '../../kernel/errors.ts'
import { readJob, report } from '../../process/worker-side.ts'
import { createExtractiveAnalyst } from '../extractive/extractive.ts'
import { completeJson } from './llama-complete.ts'
import { llamaJobSchema, type LlamaReport } from './llama-job.ts'
import { openLlama, openModel } from './llama-model.ts'
import { analyseLocally } from './local/local-analyst.ts'

/** Runs as its own process: `node llama-worker.ts JOB.json`. A model that the library can't use crashes the process. */

const NEVER = new AbortController().signal

const job = await readJob(llamaJobSchema)
if (job === null) await openLlama(availableParallelism())
else await work(job)

async function work({ model: id, input, known, ...settings }: z.output<typeof llamaJobSchema>): Promise<void> {
  try {
    const model = await openModel(settings)
    const byRules = await createExtractiveAnalyst().analyse(input, { signal: NEVER, onProgress: () => {} })
    const draft = await analyseLocally(input, {
      model: {
        id,
        ask: ({ system, user, schema }, onUse) =>
          completeJson(model, { model: id, system, user, schema, signal: NEVER, onUse }, () => {}),
      },
      memory: {
        known: new Map(Object.entries(known)),
        remember: (question, answer) => send({ question, answer }),
      },
      byRules,
      onProgress: (done, detail) => send({ done, detail }),
    })
    send({ draft })
  } catch (error) {
    if (!(error instanceof PermanentFailure)) throw error
    send({ failed: error.message })
  }
}

function send(said: LlamaReport): void {
  report(said)
}
