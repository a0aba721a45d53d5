import type { Sentence } from './sentences.ts'

/** Where somebody works, as they said, and the lines of it. */
export interface Organisation {
  name: string
  segmentIds: string[]
}

/** People say it when they meet. */
const OPENING = 0.25
const NAME = String.raw`((?:\p{Lu}[\p{L}\p{N}&'’-]*)(?: (?:of |and |& )?\p{Lu}[\p{L}\p{N}&'’-]*){0,3})`
const WORKS = new RegExp(String.raw`\bI(?:['’]m (?:\p{Ll}+,? )?(?:the|an?|in|head|chief|responsible|with|from)\b| am (?:the|an?|head)\b| run\b| manage\b| lead\b| head\b| look after\b| work\b| own\b| do\b)[^.?!]*? (?:here )?(?:at|for) ${NAME}`, 'u')

/** The organisation that a speaker says to work at, at the beginning of a call; null where it is not said. */
export function organisationOf(speaker: string, sentences: readonly Sentence[]): Organisation | null {
  for (const sentence of sentences.slice(0, Math.ceil(OPENING * sentences.length))) {
    const name = sentence.speaker === speaker ? WORKS.exec(sentence.text)?.[1] : undefined
    if (name !== undefined) return { name, segmentIds: sentence.segmentIds }
  }
  return null
}
