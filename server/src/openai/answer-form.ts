import { APIError } from 'openai'

/** The form in which an answer is requested. */
export interface AnswerForm {
  /** Constrained by the server to a schema or to JSON, or only described in the prompt. */
  format: 'schema' | 'json' | 'text'
  /** The server's parameter for the longest answer; null: it accepts none. */
  limit: 'max_completion_tokens' | 'max_tokens' | null
  /**
   * Streaming: `progress`: also how far the server has read (a llama.cpp extension); `usage`: the parts as they are
   * written, and the tokens used; `parts`: without these; null: the whole answer at once.
   */
  stream: 'progress' | 'usage' | 'parts' | null
}

export const FULL_FORM: AnswerForm = { format: 'schema', limit: 'max_completion_tokens', stream: 'usage' }
const LESSER_STREAM = { progress: 'usage', usage: 'parts', parts: null } as const

const ABOUT_LIMIT = /max_(?:completion_)?tokens/i
const ABOUT_STREAM = /stream|include_usage|return_progress/i
const ABOUT_CONTEXT = /context (?:length|size|window)|maximum context/i

/**
 * The simpler form to use after a refusal (400, 422): servers support different parts of OpenAI's API, and word their
 * refusals differently.
 * @returns null when there is no simpler form, or the refusal has another reason.
 */
export function lesserForm(form: AnswerForm, refusal: unknown): AnswerForm | null {
  if (!(refusal instanceof APIError) || (refusal.status !== 400 && refusal.status !== 422)) return null
  if (ABOUT_CONTEXT.test(refusal.message)) return form.limit === null ? null : { ...form, limit: null }
  if (ABOUT_LIMIT.test(refusal.message)) {
    return form.limit === null ? null : { ...form, limit: form.limit === 'max_completion_tokens' ? 'max_tokens' : null }
  }
  if (form.stream !== null && ABOUT_STREAM.test(refusal.message)) return { ...form, stream: LESSER_STREAM[form.stream] }
  if (form.format === 'text') return null
  return { ...form, format: form.format === 'schema' ? 'json' : 'text' }
}
