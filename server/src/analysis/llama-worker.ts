import { availableParallelism } from 'node:os'
import type { z } from 'zod'
import { PermanentFailure } from '../kernel/errors.ts'
import { readJob, report } from '../process/worker-side.ts'
import { completeJson } from './llama-complete.ts'
import { llamaJobSchema, type LlamaReport } from './llama-job.ts'
import { openLlama, openModel } from './llama-model.ts'
import { windowCharactersOf } from './llama-window.ts'
import { createOpenAiAnalyst } from './openai.ts'

/**
 * Run as a process of its own: `node llama-worker.ts JOB.json`. A model that the library can't use ends the process it is
 * in. The analysis is the one for AI servers: here a model in this process answers.
 */

/** A change of the progress that is worth a line. */
const STEP = 0.01

const job = await readJob(llamaJobSchema)
if (job === null) await openLlama(availableParallelism())
else await work(job)

async function work({ model: id, input, ...settings }: z.output<typeof llamaJobSchema>): Promise<void> {
  try {
    const model = await openModel(settings)
    const progress = createProgress()
    const analyst = createOpenAiAnalyst({
      client: {
        host: '',
        completeJson: (request) => completeJson(model, request, (fraction) => progress.within(fraction)),
      },
      model: id,
      atOnce: 1,
      // It would take half as long again.
      secondReading: false,
      windowCharacters: windowCharactersOf(model, input),
    })
    progress.expect(analyst.estimate?.(input)?.requests ?? 1)
    send({
      draft: await analyst.analyse(input, {
        signal: new AbortController().signal,
        onProgress: (_, detail) => progress.say(detail ?? null),
      }),
    })
  } catch (error) {
    if (!(error instanceof PermanentFailure)) throw error
    send({ failed: error.message })
  }
}

/** How far all requests together are; it never falls. */
function createProgress() {
  let [requests, finished, reported] = [1, 0, 0]
  let detail: string | null = null
  return {
    expect(count: number) {
      requests = count
    },
    within(fraction: number) {
      const done = Math.min(1, (finished + fraction) / requests)
      if (fraction === 1) finished += 1
      if (done < reported + STEP) return
      reported = done
      send({ done, detail })
    },
    say(words: string | null) {
      detail = words
    },
  }
}

function send(said: LlamaReport): void {
  report(said)
}
