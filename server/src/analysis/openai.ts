import type { AnalysisUse } from '@callfolio/shared/contract/microsite.ts'
import type { OpenAiClient } from '../openai/client.ts'
import type { JsonRequest } from '../openai/complete-json.ts'
import { severalAtOnce } from '../kernel/concurrency.ts'
import type { AnalyseInput, AnalyseOptions, AnalysisDraft, Analyst } from './analyst.ts'
import { aboutCall, linesOf, WINDOW_CHARACTERS, windowsOf, type Line } from './openai-lines.ts'
import { mergeInstructions, PROMPT_VERSION, recapInstructions, SECOND_READING_INSTRUCTIONS } from './openai-prompts.ts'
import { draftOf, recapSchema, tidyRecap, type Recap } from './openai-recap.ts'
import { afterReading, readingsOf, tidyVerdicts, verdictsSchema } from './openai-second-reading.ts'
import { expectedUse, hourOf, type TokenPrice } from './openai-use.ts'
import { packWindows } from './windows.ts'

const EMPTY: Recap = {
  changes: [],
  title: null,
  summary: [],
  quotes: [],
  action_points: [],
  important_points: [],
  todo_list: [],
  chapters: [],
}
const MOST_POINTS = 7

/** A call that is being analysed. */
interface Running {
  input: AnalyseInput
  about: string
  options: AnalyseOptions
  use: AnalysisUse
  /** 0–1. */
  done: number
}

export interface OpenAiAnalystParts {
  client: Pick<OpenAiClient, 'host' | 'completeJson'>
  model: string
  /** Requests at the same time. */
  atOnce: number
  /** Null when the operator set none. */
  price?: TokenPrice | null
  /** Whether the model is asked of each claim if it holds. */
  secondReading: boolean
  /** Characters of a call, or of recaps, that a request may hold. */
  windowCharacters?: number
}

/**
 * Analysis by any OpenAI-compatible chat model. A long call is read in windows whose recaps are then put together; what
 * they claim is read a second time, with the lines it stands on.
 */
export function createOpenAiAnalyst({
  client,
  model,
  atOnce,
  price = null,
  secondReading,
  windowCharacters = WINDOW_CHARACTERS,
}: OpenAiAnalystParts): Analyst {
  return {
    name: 'openai',
    status: async () => ({
      name: 'openai',
      ready: true,
      sends_to: client.host,
      note: `Model ${model}, prompts ${PROMPT_VERSION}${secondReading ? '; what it claims is read a second time' : ''}.`,
      cost_ratio: 0.02,
      hour: hourOf(model, price, secondReading, windowCharacters),
    }),
    estimate({ segments }) {
      const windows = windowsOf(linesOf(segments), windowCharacters)
      return expectedUse(
        windows.length,
        windows.flat().reduce((sum, line) => sum + line.length, 0),
        secondReading,
      )
    },
    analyse: async (input, options) => {
      const lines = linesOf(input.segments)
      if (lines.length === 0) return draftOf(EMPTY, lines)
      const use: AnalysisUse = { model, prompts: PROMPT_VERSION, requests: 0, input_tokens: 0, output_tokens: 0 }
      const running: Running = { input, about: aboutCall(input), options, use, done: 0 }
      const windows = windowsOf(lines, windowCharacters)
      const recaps = await readWindows(windows, running)
      const recap = await merge(recaps, running)
      const draft = secondReading ? await readAgain(recap, lines, running) : draftOf(recap, lines)
      options.onProgress(1)
      return { ...draft, importantPoints: draft.importantPoints.slice(0, MOST_POINTS), use }
    },
  }

  async function readWindows(windows: readonly string[][], running: Running): Promise<Recap[]> {
    const { input, options } = running
    let read = 0
    return severalAtOnce(windows, atOnce, options.signal, async (window, index, signal) => {
      const part = windows.length === 1 ? null : { number: index + 1, of: windows.length }
      const system = recapInstructions({ part, draft: input.draft, language: input.language ?? null })
      const recap = await ask(running, signal, {
        system,
        user: window.join('\n'),
        schema: recapSchema,
        tidy: tidyRecap,
      })
      read += 1
      reportProgress(running, read / (windows.length + 2), part && `read ${read} of ${windows.length} parts`)
      return recap
    })
  }

  /** Joins recaps until one is left; each round reads all of them, in groups that fit one request. */
  async function merge(recaps: readonly Recap[], running: Running): Promise<Recap> {
    const [first] = recaps
    if (recaps.length === 1 && first !== undefined) return first
    const packed = packWindows(recaps, (recap) => JSON.stringify(recap).length, windowCharacters)
    // Recaps too large to be read two at a time are paired all the same: every round has to leave fewer.
    const groups = packed.length < recaps.length ? packed : packWindows(recaps, () => 1, 2)
    const merged = await severalAtOnce(groups, atOnce, running.options.signal, async (group, _, signal) => {
      const [only] = group
      if (group.length === 1 && only !== undefined) return only
      return ask(running, signal, {
        system: mergeInstructions(running.input.language ?? null),
        user: JSON.stringify(group),
        schema: recapSchema,
        tidy: tidyRecap,
      })
    })
    return merge(merged, running)
  }

  /** Asks of each claim whether its lines bear it out and nothing later takes it back. */
  async function readAgain(recap: Recap, lines: readonly Line[], running: Running): Promise<AnalysisDraft> {
    const draft = draftOf(recap, lines)
    const changes = draftOf({ ...EMPTY, quotes: recap.changes }, lines).quotes.flatMap(({ segmentIds }) => segmentIds)
    const readings = readingsOf(draft, lines, changes)
    reportProgress(running, running.done, 'reading what it claims a second time')
    const answers = await severalAtOnce(readings, atOnce, running.options.signal, (reading, _, signal) =>
      ask(running, signal, {
        system: SECOND_READING_INSTRUCTIONS,
        user: reading.text,
        schema: verdictsSchema,
        tidy: tidyVerdicts,
      }),
    )
    return afterReading(
      draft,
      readings,
      answers.flatMap(({ verdicts }) => verdicts),
    )
  }

  /** Every request begins with what is known of the call, is counted, and reports what it waits for. */
  function ask<T>(
    running: Running,
    signal: AbortSignal,
    request: Pick<JsonRequest<T>, 'system' | 'user' | 'schema' | 'tidy'>,
  ): Promise<T> {
    const { use } = running
    return client.completeJson({
      ...request,
      model,
      user: `${running.about}\n${request.user}`,
      signal,
      onUse: ({ inputTokens, outputTokens }) => {
        use.requests += 1
        use.input_tokens += inputTokens
        use.output_tokens += outputTokens
      },
      onWait: (leftMs) =>
        reportProgress(
          running,
          running.done,
          leftMs === 0 ? null : `Waiting for the AI server, ${Math.ceil(leftMs / 1000)} s`,
        ),
    })
  }
}

function reportProgress(running: Running, done: number, detail: string | null): void {
  running.done = done
  running.options.onProgress(done, detail)
}
