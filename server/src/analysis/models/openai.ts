import type { AnalysisUse } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { severalAtOnce } from '../../kernel/concurrency.ts'
import { PermanentFailure, TransientFailure } from '../../kernel/errors.ts'
import type { OpenAiClient } from '../../openai/client.ts'
import type { JsonRequest } from '../../openai/complete-json.ts'
import type { AnswerProgress } from '../../openai/request-answer.ts'
import type { AnalyseInput, AnalyseOptions, AnalysisDraft, Analyst } from '../analyst.ts'
import { aboutCall, getLines, WINDOW_CHARACTERS, getWindows, type Line } from './openai-lines.ts'
import { mergeInstructions, PROMPT_VERSION, recapInstructions, REVIEW_INSTRUCTIONS } from './openai-prompts.ts'
import { getDraft, recapSchema, tidyRecap, type Recap } from './openai-recap.ts'
import { afterReview, getReviews, tidyVerdicts, verdictsSchema } from './openai-review.ts'
import { expectedUse, getHour, type TokenPrice } from './openai-use.ts'
import type { findFaults } from '../verification/verify.ts'
import { packWindows } from './windows.ts'

const EMPTY: Recap = {
  changes: [],
  title: null,
  summary: [],
  quotes: [],
  steps: [],
  important_points: [],
  chapters: [],
  speakers: [],
  private: [],
}
const MOST_POINTS = 7
/** First window for a server in a private network, to measure its reading speed. Characters. */
const PROBE_CHARACTERS = 6000
/** Target time for later windows. */
const READING_SECONDS = 120
const FEWEST_CHARACTERS = 2000
/** Shares of a request spent reading the question and writing the answer; a typical answer has this many characters. */
const READING_SHARE = 0.6
const USUAL_ANSWER_CHARACTERS = 6000

/** A call being analyzed. */
interface Running {
  input: AnalyseInput
  about: string
  options: AnalyseOptions
  use: AnalysisUse
  /** Progress, 0–1. */
  done: number
}

export interface OpenAiAnalystParts {
  client: Pick<OpenAiClient, 'host' | 'completeJson'> & { isPrivate?: boolean }
  model: string
  /** Maximum concurrent requests. */
  atOnce: number
  /** Null when the operator set none. */
  price?: TokenPrice | null
  /** Whether the model reviews every claim, or only those that failed a check. */
  secondReading: boolean
  /** Checks a draft; absent: the model isn't asked for corrections. */
  check?: (input: CheckInput, signal: AbortSignal) => Promise<ReturnType<typeof findFaults>>
  /** Maximum characters of a call, or of recaps, in one request. */
  windowCharacters?: number
  /** Target time for a server in a private network to read a window, s. */
  readingSeconds?: number
}

interface CheckInput {
  draft: AnalysisDraft
  segments: readonly Segment[]
  /** Language code of the recap; null: the call's language. */
  writtenIn: string | null
  /** `YYYY-MM-DD`; null: unknown. */
  date: string | null
}

/**
 * Analysis by any OpenAI-compatible chat model. A long call is read in windows whose recaps are then merged; claims are
 * reviewed with the lines they cite, and corrected where they don't hold.
 */
export function createOpenAiAnalyst({
  client,
  model,
  atOnce,
  price = null,
  secondReading,
  check,
  windowCharacters: mostCharacters = WINDOW_CHARACTERS,
  readingSeconds = READING_SECONDS,
}: OpenAiAnalystParts): Analyst {
  const asker = createAsker({ client, model, mostCharacters, readingSeconds })
  const { ask, windowCharacters } = asker
  const { readCall, merge } = createReader(asker, client.isPrivate === true, atOnce)

  return {
    name: 'openai',
    status: async () => ({
      name: 'openai',
      ready: true,
      sends_to: client.host,
      note: `Model ${model}, prompt version ${PROMPT_VERSION}${secondReading ? '. It checks its items a second time' : ''}.`,
      cost_ratio: 0.02,
      hour: getHour(model, price, secondReading, windowCharacters()),
    }),
    estimate({ segments }) {
      const windows = getWindows(getLines(segments), windowCharacters())
      return expectedUse(
        windows.length,
        windows.flat().reduce((sum, line) => sum + line.length, 0),
        secondReading,
      )
    },
    analyse: async (input, options) => {
      const lines = getLines(input.segments)
      if (lines.length === 0) return getDraft(EMPTY, lines)
      const use: AnalysisUse = { model, prompts: PROMPT_VERSION, requests: 0, input_tokens: 0, output_tokens: 0 }
      const running: Running = { input, about: aboutCall(input), options, use, done: 0 }
      const recap = await merge(await readCall(lines, running), running)
      const draft = getDraft(recap, lines)
      const important = { ...draft, importantPoints: draft.importantPoints.slice(0, MOST_POINTS) }
      const reviewed = await review(important, recap.changes, lines, running)
      options.onProgress(1)
      return { ...reviewed, use }
    },
  }

  /** Asks again about all claims or those that failed a check, and applies the corrections. */
  async function review(
    draft: AnalysisDraft,
    changed: Recap['changes'],
    lines: readonly Line[],
    running: Running,
  ): Promise<AnalysisDraft> {
    if (check === undefined) return draft
    const { segments, language = null, date = null } = running.input
    const { signal } = running.options
    const { faults, unreliable } = await check({ draft, segments, writtenIn: language, date }, signal)
    const reviews = getReviews(draft, lines, {
      faults,
      all: secondReading,
      changes: getDraft({ ...EMPTY, quotes: changed }, lines).quotes.flatMap(({ segmentIds }) => segmentIds),
      windowCharacters: windowCharacters(),
    })
    if (reviews.length > 0) reportProgress(running, running.done, 'checking the recap')
    const answers = await severalAtOnce(reviews, atOnce, signal, ({ text }, _, stop) =>
      ask(running, stop, {
        system: REVIEW_INSTRUCTIONS,
        user: text,
        schema: verdictsSchema,
        tidy: tidyVerdicts,
      }).catch((error: unknown) => {
        // The recap exists: if the review fails, its items wait for the owner.
        if (error instanceof PermanentFailure || error instanceof TransientFailure) return { verdicts: [] }
        throw error
      }),
    )
    const verdicts = answers.flatMap((answer) => answer.verdicts)
    return { ...afterReview(draft, { reviews, verdicts, lines }), unreliable }
  }
}

type Asker = ReturnType<typeof createAsker>

/** Sends the requests about a call, in a size that the server reads in time. */
function createAsker({
  client,
  model,
  mostCharacters,
  readingSeconds,
}: Pick<OpenAiAnalystParts, 'client' | 'model'> & { mostCharacters: number; readingSeconds: number }) {
  /** Characters that the server reads per second; null: not measured. */
  let speed: number | null = null

  /** The size of one request; for a server in a private network, what it reads in about two minutes. */
  function windowCharacters(): number {
    if (client.isPrivate !== true) return mostCharacters
    const readable = speed === null ? PROBE_CHARACTERS : Math.round(speed * readingSeconds)
    return Math.min(mostCharacters, Math.max(FEWEST_CHARACTERS, readable))
  }

  /** Starts every request with what is known about the call, counts it, and reports what it waits for. */
  function ask<T>(
    running: Running,
    signal: AbortSignal,
    request: Pick<JsonRequest<T>, 'system' | 'user' | 'schema' | 'tidy' | 'onProgress'>,
  ): Promise<T> {
    const { use } = running
    return client.completeJson({
      ...request,
      model,
      user: `${running.about}\n${request.user}`,
      signal,
      onUse: ({ inputTokens, outputTokens, readMs }) => {
        use.requests += 1
        use.input_tokens += inputTokens
        use.output_tokens += outputTokens
        // Servers cache the instructions from one request to the next.
        if (readMs !== null) speed = (request.user.length / Math.max(1, readMs)) * 1000
      },
      onWait: (leftMs) =>
        reportProgress(
          running,
          running.done,
          leftMs === 0 ? null : `Waiting for the AI server, retrying in ${Math.ceil(leftMs / 1000)} s`,
        ),
    })
  }

  return { ask, windowCharacters, isMeasured: () => speed !== null }
}

/** Reads a call in windows, and merges what was read. @param atOnce maximum concurrent requests. */
function createReader({ ask, windowCharacters, isMeasured }: Asker, isPrivate: boolean, atOnce: number) {
  async function readCall(lines: readonly Line[], running: Running): Promise<Recap[]> {
    const windows = getWindows(lines, windowCharacters())
    const [first] = windows
    if (!isPrivate || isMeasured() || windows.length === 1 || first === undefined) return readWindows(windows, running)
    const [probed] = await readWindows(windows, running, { only: 1 })
    const others = getWindows(lines, windowCharacters(), first.length)
    return [...(probed ? [probed] : []), ...(await readWindows(others, running, { from: 1 }))]
  }

  /** Reads the windows of a call from a given one, optionally at most a number of them. */
  async function readWindows(
    windows: readonly string[][],
    running: Running,
    { from = 0, only = windows.length }: { from?: number; only?: number } = {},
  ): Promise<Recap[]> {
    const { input, options } = running
    const of = windows.length
    const shares = Array.from({ length: of }, (_, i): number => (i < from ? 1 : 0))
    return severalAtOnce(windows.slice(from, from + only), atOnce, options.signal, async (window, i, signal) => {
      const index = from + i
      const part = of === 1 ? null : { number: index + 1, of }
      const report = (share: number, doing: string | null) => {
        shares[index] = share
        const done = shares.reduce((sum, each) => sum + each, 0) / (of + 2)
        reportProgress(running, Math.max(running.done, done), doing)
      }
      const recap = await ask(running, signal, {
        system: recapInstructions({ part, draft: input.draft, language: input.language ?? null }),
        user: window.join('\n'),
        schema: recapSchema,
        tidy: tidyRecap,
        onProgress: (progress) => report(getShare(progress), getDoing(progress, part)),
      })
      report(1, part && `read ${shares.filter((share) => share === 1).length} of ${of} parts`)
      return recap
    })
  }

  /** Merges recaps until one is left; each round reads all of them, in groups that fit one request. */
  async function merge(recaps: readonly Recap[], running: Running): Promise<Recap> {
    const [first] = recaps
    if (recaps.length === 1 && first !== undefined) return first
    const packed = packWindows(recaps, (recap) => JSON.stringify(recap).length, windowCharacters())
    // Recaps too large to be merged two at a time are still paired, as every round has to leave fewer.
    const groups = packed.length < recaps.length ? packed : packWindows(recaps, () => 1, 2)
    const merged = await severalAtOnce(groups, atOnce, running.options.signal, async (group, _, signal) => {
      const [only] = group
      if (group.length === 1 && only !== undefined) return only
      const joined = await ask(running, signal, {
        system: mergeInstructions(running.input.language ?? null),
        user: JSON.stringify(group.map(({ speakers: _, private: __, ...part }) => part)),
        schema: recapSchema,
        tidy: tidyRecap,
      })
      const speakers = group.flatMap((part) => part.speakers)
      return { ...joined, speakers, private: group.flatMap((part) => part.private) }
    })
    return merge(merged, running)
  }

  return { readCall, merge }
}

function getShare({ read, written }: AnswerProgress): number {
  return written === 0
    ? (read ?? 0) * READING_SHARE
    : READING_SHARE + (1 - READING_SHARE) * Math.min(0.95, written / USUAL_ANSWER_CHARACTERS)
}

/** "reading part 2 of 5, 62 %" */
function getDoing({ read, written }: AnswerProgress, part: { number: number; of: number } | null): string {
  const what = part === null ? 'the call' : `part ${part.number} of ${part.of}`
  return written > 0 ? `summarizing ${what}` : `reading ${what}, ${Math.floor((read ?? 0) * 100)}%`
}

function reportProgress(running: Running, done: number, detail: string | null): void {
  running.done = done
  running.options.onProgress(done, detail)
}
