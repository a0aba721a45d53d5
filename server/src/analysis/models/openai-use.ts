import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { WINDOW_CHARACTERS } from './openai-lines.ts'
import { recapInstructions, REVIEW_INSTRUCTIONS } from './openai-prompts.ts'

/** Average tokens of English text, and lines in an hour of talk. */
const CHARACTERS_PER_TOKEN = 4
const CHARACTERS_PER_HOUR = 80_000
const ANSWER_TOKENS = 1500
/** Review per recap: the number of claims, the size of one, and of its lines with the context after them. */
const MOST_CLAIMS = 35
const FEWEST_CLAIMS = 4
const CHARACTERS_PER_CLAIM = 700
const CLAIM_CHARACTERS = 220
const CLAIM_LINES_CHARACTERS = 2300
const VERDICT_TOKENS = 45

/** US dollars per million tokens. */
export interface TokenPrice {
  input: number
  output: number
}

export interface ExpectedUse {
  requests: number
  inputTokens: number
  outputTokens: number
}

/** Rough model usage for reading this many windows of this many characters in total. */
export function expectedUse(windows: number, characters: number, secondReading: boolean): ExpectedUse {
  const requests = windows + (windows > 1 ? 1 : 0)
  const instructions = requests * recapInstructions({ part: null, draft: false, language: null }).length
  const merged = windows > 1 ? windows * ANSWER_TOKENS : 0
  const again = secondReading ? readingUse(characters) : { requests: 0, inputTokens: 0, outputTokens: 0 }
  return {
    requests: requests + again.requests,
    inputTokens: Math.ceil((characters + instructions) / CHARACTERS_PER_TOKEN) + merged + again.inputTokens,
    outputTokens: requests * ANSWER_TOKENS + again.outputTokens,
  }
}

function readingUse(characters: number): ExpectedUse {
  const claims = Math.min(MOST_CLAIMS, FEWEST_CLAIMS + Math.floor(characters / CHARACTERS_PER_CLAIM))
  const read = Math.min(characters, claims * CLAIM_LINES_CHARACTERS) + claims * CLAIM_CHARACTERS
  const requests = Math.ceil(read / WINDOW_CHARACTERS)
  return {
    requests,
    inputTokens: Math.ceil((read + requests * REVIEW_INSTRUCTIONS.length) / CHARACTERS_PER_TOKEN),
    outputTokens: claims * VERDICT_TOKENS,
  }
}

/** Model usage of an hour of call, for the screens that show the estimate. */
export function getHour(
  model: string,
  price: TokenPrice | null,
  secondReading: boolean,
  windowCharacters: number,
): NonNullable<EngineStatus['hour']> {
  const { inputTokens, outputTokens } = expectedUse(
    Math.ceil(CHARACTERS_PER_HOUR / windowCharacters),
    CHARACTERS_PER_HOUR,
    secondReading,
  )
  const dollars = price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000
  const least = expectedUse(1, 0, secondReading)
  return {
    model,
    tokens: inputTokens + outputTokens,
    least_tokens: least.inputTokens + least.outputTokens,
    dollars,
    ...(secondReading && { second_reading: true }),
  }
}
