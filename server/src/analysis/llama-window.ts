import type { LlamaModel } from 'node-llama-cpp'
import { PermanentFailure } from '../kernel/errors.ts'
import type { AnalyseInput } from './analyst.ts'
import type { OpenModel } from './llama-model.ts'
import { aboutCall, OVERLAP_CHARACTERS } from './openai-lines.ts'
import { mergeInstructions, recapInstructions } from './openai-prompts.ts'

/** Characters of the call by which it is seen how many of them a token holds: one in some scripts, four in English. */
const SAMPLE = 20_000
const CARE = 0.9
/** What stands around instructions and lines. */
const FORM_TOKENS = 64
const LEAST_CHARACTERS = 500

/**
 * How many characters of this call fit one question, beside the instructions, the end of the window before and the answer.
 * @throws {PermanentFailure} when there is no room left.
 */
export function windowCharactersOf({ model, contextTokens, answerTokens }: OpenModel, input: AnalyseInput): number {
  const { segments, draft, language = null } = input
  const instructions = Math.max(
    ...[recapInstructions({ part: { number: 10, of: 10 }, draft, language }), mergeInstructions(language)].map((text) =>
      countTokens(model, text),
    ),
  )
  const tokens = contextTokens - answerTokens - instructions - countTokens(model, aboutCall(input)) - FORM_TOKENS
  const sample = segments
    .map(({ speaker, text }) => JSON.stringify(['L1000', speaker, text]))
    .join('\n')
    .slice(0, SAMPLE)
  const characters =
    Math.floor((tokens * CARE * sample.length) / Math.max(1, countTokens(model, sample))) - OVERLAP_CHARACTERS
  if (sample !== '' && characters < LEAST_CHARACTERS)
    throw new PermanentFailure(
      'model_unusable',
      'The writing model of this server can look at too little at once for this call.',
    )
  return Math.max(LEAST_CHARACTERS, characters)
}

function countTokens(model: LlamaModel, text: string): number {
  return model.tokenize(text).length
}
