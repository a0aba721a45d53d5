import { APIError } from 'openai'

/** How an answer is asked for. */
export interface AnswerManner {
  /** Kept to a schema by the server, kept to JSON, or only asked for in words. */
  format: 'schema' | 'json' | 'text'
  /** The name under which the server takes the longest answer; null: it takes none. */
  limit: 'max_completion_tokens' | 'max_tokens' | null
}

export const FULL_MANNER: AnswerManner = { format: 'schema', limit: 'max_completion_tokens' }

const ABOUT_LIMIT = /max_(?:completion_)?tokens/i
const ABOUT_CONTEXT = /context (?:length|size|window)|maximum context/i

/**
 * What to ask for instead after a refusal (400, 422): servers differ in what they know of OpenAI's API, and few say it in
 * the same words.
 * @returns null when nothing less can be asked for, or it was refused for something else.
 */
export function lesserManner(manner: AnswerManner, refusal: unknown): AnswerManner | null {
  if (!(refusal instanceof APIError) || (refusal.status !== 400 && refusal.status !== 422)) return null
  if (ABOUT_CONTEXT.test(refusal.message)) return manner.limit === null ? null : { ...manner, limit: null }
  if (ABOUT_LIMIT.test(refusal.message)) {
    return manner.limit === null
      ? null
      : { ...manner, limit: manner.limit === 'max_completion_tokens' ? 'max_tokens' : null }
  }
  if (manner.format === 'text') return null
  return { ...manner, format: manner.format === 'schema' ? 'json' : 'text' }
}
