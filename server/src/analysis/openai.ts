import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { AnalysisUse } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { z } from 'zod'
import type { OpenAiClient, TokenUse } from '../openai/client.ts'
import { severalAtOnce } from '../kernel/several-at-once.ts'
import type { AnalyseInput, AnalyseOptions, AnalysisDraft, Analyst } from './analyst.ts'
import { mergeInstructions, PROMPT_VERSION, recapInstructions } from './openai-prompts.ts'
import { overlapWindows, packWindows } from './windows.ts'

/** Characters a request may hold: about 8,000 tokens, which small local models take too and no model skims over. */
const WINDOW_CHARACTERS = 30_000
/** Of the window before: about a minute of talk. */
export const OVERLAP_CHARACTERS = 1500
/** What a model counts as one token of English, and what an hour of talk comes to as lines. */
const CHARACTERS_PER_TOKEN = 4
const CHARACTERS_PER_HOUR = 80_000
const ANSWER_TOKENS = 1200

const entries = z.array(z.object({ text: z.string(), lines: z.array(z.string()) }))
const recapSchema = z.object({
  title: z.string().nullable(),
  summary: entries,
  quotes: entries,
  action_points: entries,
  important_points: entries,
  todo_list: entries,
  chapters: entries,
})
type Recap = z.infer<typeof recapSchema>
const EMPTY: Recap = { title: null, summary: [], quotes: [], action_points: [], important_points: [], todo_list: [], chapters: [] }

type Counting = AnalyseOptions & { language: string | null; onUse: (use: TokenUse) => void }

export interface OpenAiAnalystParts {
  client: Pick<OpenAiClient, 'host' | 'completeJson'>
  model: string
  /** Requests at the same time. */
  atOnce: number
  /** US dollars for a million tokens; null when the operator set none. */
  price?: TokenPrice | null
  /** Characters that a request may hold, instructions apart. */
  windowCharacters?: number
}

export interface TokenPrice {
  input: number
  output: number
}

/** Analysis by any OpenAI-compatible chat model. A long call is read in windows whose recaps are then put together. */
export function createOpenAiAnalyst({ client, model, atOnce, price = null, windowCharacters = WINDOW_CHARACTERS }: OpenAiAnalystParts): Analyst {
  return {
    name: 'openai',
    status: async () => ({
      name: 'openai',
      ready: true,
      sends_to: client.host,
      note: `Model ${model}, prompts ${PROMPT_VERSION}.`,
      cost_ratio: 0.02,
      hour: hourOf(model, price, windowCharacters),
    }),
    estimate({ segments }) {
      const windows = windowsOf(segments, windowCharacters)
      return expectedUse(windows.length, windows.flat().reduce((sum, line) => sum + line.length, 0))
    },
    analyse: async (input, options) => {
      const windows = windowsOf(input.segments, windowCharacters)
      if (windows.length === 0) return draftOf(EMPTY, input.segments)
      const use: AnalysisUse = { model, prompts: PROMPT_VERSION, requests: 0, input_tokens: 0, output_tokens: 0 }
      const counting: Counting = { ...options, language: input.language ?? null, onUse: ({ inputTokens, outputTokens }) => {
        use.requests += 1
        use.input_tokens += inputTokens
        use.output_tokens += outputTokens
      } }
      const recaps = await readWindows(windows, input, counting)
      return { ...draftOf(await merge(recaps, counting), input.segments), use }
    },
  }

  async function readWindows(windows: readonly string[][], input: AnalyseInput, options: Counting): Promise<Recap[]> {
    let done = 0
    return severalAtOnce(windows, atOnce, options.signal, async (window, index, signal) => {
      const part = windows.length === 1 ? null : { number: index + 1, of: windows.length }
      const about = JSON.stringify({ given_title: input.title, given_description: input.description })
      const system = recapInstructions({ part, draft: input.draft, language: options.language })
      const recap = await client.completeJson({ model, system, user: `${about}\n${window.join('\n')}`, schema: recapSchema, signal, onUse: options.onUse })
      options.onProgress(++done / (windows.length + 1))
      return recap
    })
  }

  /** Joins recaps until one is left; each round reads all of them, in groups that fit one request. */
  async function merge(recaps: readonly Recap[], options: Counting): Promise<Recap> {
    const [first] = recaps
    if (recaps.length === 1 && first !== undefined) {
      options.onProgress(1)
      return first
    }
    const packed = packWindows(recaps, (recap) => JSON.stringify(recap).length, windowCharacters)
    // Recaps too large to be read two at a time are paired all the same: every round has to leave fewer.
    const groups = packed.length < recaps.length ? packed : packWindows(recaps, () => 1, 2)
    const merged = await severalAtOnce(groups, atOnce, options.signal, async (group, _, signal) => {
      const [only] = group
      if (group.length === 1 && only !== undefined) return only
      return client.completeJson({ model, system: mergeInstructions(options.language), user: JSON.stringify(group), schema: recapSchema, signal, onUse: options.onUse })
    })
    return merge(merged, options)
  }
}

/** What reading so many windows of so many characters together asks of a model, roughly. */
function expectedUse(windows: number, characters: number): { requests: number; inputTokens: number; outputTokens: number } {
  const requests = windows + (windows > 1 ? 1 : 0)
  const instructions = requests * recapInstructions({ part: null, draft: false, language: null }).length
  const merged = windows > 1 ? windows * ANSWER_TOKENS : 0
  return { requests, inputTokens: Math.ceil((characters + instructions) / CHARACTERS_PER_TOKEN) + merged, outputTokens: requests * ANSWER_TOKENS }
}

/** What an hour of call asks of a model that reads so many characters at once. */
export function hourOf(model: string, price: TokenPrice | null, windowCharacters: number): NonNullable<EngineStatus['hour']> {
  const { inputTokens, outputTokens } = expectedUse(Math.ceil(CHARACTERS_PER_HOUR / windowCharacters), CHARACTERS_PER_HOUR)
  const dollars = price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000
  const least = expectedUse(1, 0)
  return { model, tokens: inputTokens + outputTokens, least_tokens: least.inputTokens + least.outputTokens, dollars }
}

/** The call in windows that fit a request, as the lines a model sees. */
function windowsOf(segments: readonly Segment[], windowCharacters: number): string[][] {
  const lines = segments.flatMap((segment, index) => (segment.text.trim() === '' ? [] : [lineText(lineId(index), segment)]))
  const sizeOf = (line: string) => line.length
  return overlapWindows(packWindows(lines, sizeOf, windowCharacters), sizeOf, OVERLAP_CHARACTERS)
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
    chapters: items(recap.chapters),
  }
}
