import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { z } from 'zod'
import type { OpenAiClient } from '../openai/client.ts'
import { severalAtOnce } from '../kernel/several-at-once.ts'
import type { AnalyseInput, AnalyseOptions, AnalysisDraft, Analyst } from './analyst.ts'
import { mergeInstructions, PROMPT_VERSION, recapInstructions } from './openai-prompts.ts'
import { packWindows } from './windows.ts'

/** Characters a request may hold: about 8,000 tokens, which small local models take too and no model skims over. */
const WINDOW_CHARACTERS = 30_000
const AT_ONCE = 3

const entries = z.array(z.object({ text: z.string(), lines: z.array(z.string()) }))
const recapSchema = z.object({
  title: z.string().nullable(),
  summary: entries,
  quotes: entries,
  action_points: entries,
  important_points: entries,
  todo_list: entries,
})
type Recap = z.infer<typeof recapSchema>
const EMPTY: Recap = { title: null, summary: [], quotes: [], action_points: [], important_points: [], todo_list: [] }

export interface OpenAiAnalystParts {
  client: OpenAiClient
  model: string
}

/** Analysis by any OpenAI-compatible chat model. A long call is read in windows whose recaps are then put together. */
export function createOpenAiAnalyst({ client, model }: OpenAiAnalystParts): Analyst {
  return {
    name: 'openai',
    status: async () => ({
      name: 'openai',
      ready: true,
      sends_to: client.host,
      note: `Model ${model}, prompts ${PROMPT_VERSION}.`,
      cost_ratio: 0.02,
    }),
    analyse: async (input, options) => {
      const lines = input.segments.flatMap((segment, index) => (segment.text.trim() === '' ? [] : [{ id: lineId(index), segment }]))
      if (lines.length === 0) return draftOf(EMPTY, input.segments)
      const windows = packWindows(lines.map(({ id, segment }) => lineText(id, segment)), (line) => line.length, WINDOW_CHARACTERS)
      const recaps = await readWindows(windows, input, options)
      return draftOf(await merge(recaps, options), input.segments)
    },
  }

  async function readWindows(windows: readonly string[][], input: AnalyseInput, options: AnalyseOptions): Promise<Recap[]> {
    let done = 0
    return severalAtOnce(windows, AT_ONCE, options.signal, async (window, index, signal) => {
      const part = windows.length === 1 ? null : { number: index + 1, of: windows.length }
      const about = JSON.stringify({ given_title: input.title, given_description: input.description })
      const system = recapInstructions({ part, draft: input.draft })
      const recap = await client.completeJson({ model, system, user: `${about}\n${window.join('\n')}`, schema: recapSchema, signal })
      options.onProgress(++done / (windows.length + 1))
      return recap
    })
  }

  /** Joins recaps until one is left; each round reads all of them, in groups that fit one request. */
  async function merge(recaps: readonly Recap[], options: AnalyseOptions): Promise<Recap> {
    const [first] = recaps
    if (recaps.length === 1 && first !== undefined) {
      options.onProgress(1)
      return first
    }
    const packed = packWindows(recaps, (recap) => JSON.stringify(recap).length, WINDOW_CHARACTERS)
    // Recaps too large to be read two at a time are paired all the same: every round has to leave fewer.
    const groups = packed.length < recaps.length ? packed : packWindows(recaps, () => 1, 2)
    const merged = await severalAtOnce(groups, AT_ONCE, options.signal, async (group, _, signal) => {
      const [only] = group
      if (group.length === 1 && only !== undefined) return only
      return client.completeJson({ model, system: mergeInstructions(), user: JSON.stringify(group), schema: recapSchema, signal })
    })
    return merge(merged, options)
  }
}

/** Short ids of our own: a caption file's may be as long as the line. */
function lineId(index: number): string {
  return `L${index + 1}`
}

/** As JSON, so that nothing somebody said can end the line or pass for another one. */
function lineText(id: string, segment: Segment): string {
  return JSON.stringify([id, segment.speaker, segment.text.trim()])
}

function draftOf(recap: Recap, segments: readonly Segment[]): AnalysisDraft {
  const ids = new Map(segments.map((segment, index) => [lineId(index), segment.id]))
  const items = (list: Recap['summary']) =>
    list.flatMap(({ text, lines }) => {
      const segmentIds = lines.flatMap((line) => ids.get(line) ?? [])
      // An entry that names a line which doesn't exist stands on nothing.
      return segmentIds.length < lines.length ? [] : [{ text, segmentIds }]
    })
  return {
    title: recap.title,
    summary: items(recap.summary),
    quotes: items(recap.quotes),
    actionPoints: items(recap.action_points),
    importantPoints: items(recap.important_points),
    todoList: items(recap.todo_list),
  }
}
