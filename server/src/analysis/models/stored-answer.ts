import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { PermanentFailure } from '../../kernel/errors.ts'
import type { Analyst } from '../analyst.ts'

const keptSchema = z.object({
  /** The model's name as the page shows it. */
  model: z.string(),
  /** Version of the prompts that were answered. */
  prompts: z.string(),
  answer: z.unknown(),
})

/**
 * An analyst that returns a stored answer of a language model to our prompt for one call. The answer is parsed and
 * checked as usual, and nothing is sent.
 * @param path of the answer, as JSON.
 */
export function createStoredAnalyst(path: string): Analyst {
  return {
    name: 'openai',
    status: async () => ({ name: 'openai', ready: true, sends_to: null, note: null, cost_ratio: 0 }),
    async analyse(input, options) {
      const { model, prompts, answer } = keptSchema.parse(JSON.parse(await readFile(path, 'utf8')))
      const { createOpenAiAnalyst } = await import('./openai.ts')
      const analyst = createOpenAiAnalyst({
        client: {
          host: '',
          async completeJson({ schema, tidy }) {
            const { data, success } = schema.safeParse(tidy ? tidy(answer) : answer)
            if (!success) throw new PermanentFailure('recap_failed')
            return data
          },
        },
        model,
        atOnce: 1,
        secondReading: false,
      })
      const draft = await analyst.analyse(input, options)
      return { ...draft, use: { model, prompts, requests: 1, input_tokens: 0, output_tokens: 0 } }
    },
  }
}
