import type { DraftItem } from '../analyst.ts'
import type { Candidate } from './candidates.ts'
import { shortName } from './speakers.ts'
import { thirdPerson } from './third-person.ts'
import { wordsOf } from './words.ts'

const SPEAKS_OF_SELF = /\b(?:I|me|my|we|us|our|you|your|(?:I|we|you)'\w+|let's)\b/i

/**
 * A chosen sentence as a report tells it: about the speaker where that is safe, in the speaker's mouth where it speaks of
 * "we" and "you", else as it is. Quotation marks only around an unchanged run of words.
 */
export function reported(candidate: Candidate): DraftItem {
  const { sentence, text } = candidate
  return { text: sentence.speaker === null ? text : told(text, sentence.speaker, sentence.text), segmentIds: sentence.segmentIds }
}

function told(text: string, speaker: string, spoken: string): string {
  if (!SPEAKS_OF_SELF.test(text)) return text
  const retold = thirdPerson(text, speaker)
  if (retold !== null) return retold
  const name = shortName(speaker)
  return isRunOf(text, spoken) ? `${name} ${text.endsWith('?') ? 'asked' : 'said'}: "${text}"` : `${name}: ${text}`
}

function isRunOf(text: string, spoken: string): boolean {
  return ` ${wordsOf(spoken).join(' ')} `.includes(` ${wordsOf(text).join(' ')} `)
}
