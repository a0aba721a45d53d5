import { z } from 'zod'

export type Read<T> = { success: true; value: T } | { success: false; problem: string }

/** Reasoning that some models write before the answer; a template may have removed the opening tag. */
const THOUGHTS = /^[\s\S]*<\/(?:think|thinking)>|<(?:think|thinking)>[\s\S]*$/gi
const FENCE = /```[\w-]*\s*\n?([\s\S]*?)```/g
/** Maximum braces to try as the start of the object in an answer with prose. */
const MOST_BEGINNINGS = 20

/**
 * Extracts the JSON object from a model's answer: alone, in a code fence, or with prose or reasoning around it.
 * @param tidy corrects common mistakes of models in the object, before it is validated.
 */
export function readAnswer<T>(
  content: string,
  schema: z.ZodType<T>,
  tidy: (value: unknown) => unknown = (value) => value,
): Read<T> {
  let problem = 'it is not JSON'
  for (const text of candidates(content.replace(THOUGHTS, ''))) {
    const value = parsed(text)
    if (value === undefined) continue
    const fits = schema.safeParse(tidy(value))
    if (fits.success) return { success: true, value: fits.data }
    problem = z.prettifyError(fits.error).replace(/\s+/g, ' ')
  }
  return { success: false, problem }
}

/** Candidate positions of the object, the likeliest first. */
function* candidates(content: string): Generator<string> {
  yield content
  for (const [, inside = ''] of content.matchAll(FENCE)) yield inside
  let from = content.indexOf('{')
  for (let tried = 0; from !== -1 && tried < MOST_BEGINNINGS; tried++) {
    const end = objectEnd(content, from)
    if (end !== -1) yield content.slice(from, end)
    from = content.indexOf('{', end === -1 ? from + 1 : end)
  }
}

/** Offset after the brace that closes the one at `from`; -1 without one. */
function objectEnd(text: string, from: number): number {
  let depth = 0
  let inString = false
  for (let i = from; i < text.length; i++) {
    const character = text[i]
    if (inString && character === '\\') i++
    else if (character === '"') inString = !inString
    else if (!inString && character === '{') depth++
    else if (!inString && character === '}' && --depth === 0) return i + 1
  }
  return -1
}

function parsed(text: string): unknown {
  for (const tried of [text, withoutTrailingCommas(text)]) {
    try {
      const value: unknown = JSON.parse(tried)
      return typeof value === 'object' && value !== null ? value : undefined
    } catch {
      // Try the next form, or the next position.
    }
  }
  return undefined
}

function withoutTrailingCommas(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (found) => (found === ',' ? '' : found))
}
