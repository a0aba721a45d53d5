import type { DraftItem } from '../analyst.ts'
import type { Candidate } from './candidates.ts'
import { oneOf } from './phrases.ts'
import { retold } from './retell.ts'
import { shortName } from './speakers.ts'
import { thirdPerson } from './third-person.ts'
import { wordsOf } from './words.ts'

const SPEAKS_OF_SELF = /\b(?:I|me|my|we|us|our|you|your|(?:I|we|you)'\w+|let's)\b/i
const SPEAKS_TO_SOMEBODY = /\b(?:you|your|yours|you'\w+|let's|let me)\b/i
/** What can follow "said that". */
const STATES = new RegExp(
  String.raw`^${oneOf(String.raw`(?:I|we|it|they|he|she|there|this|that)(?:'\w+)?, the, a, an, our, my, their, these, those, if (?:I|we|it|they|the), when (?:I|we|they|the),
  in (?:the|our|my), for (?:us|the|our), most of, some of, all of, both, every, each, at the moment, right now, currently`)}\s`,
  'i',
)
const OPINES = /^I (think|believe|guess|hope|feel|suggest|suppose)(?: that)?,? (?=(?:we|I|it|they|the|a|our|my|there|that|this|if)\b)/i

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
  const retoldByName = thirdPerson(text, speaker)
  if (retoldByName !== null) return retoldByName
  const name = shortName(speaker)
  if (!SPEAKS_TO_SOMEBODY.test(text) && !text.endsWith('?')) {
    const roles = { speaker, listener: null, doer: speaker }
    const opinion = OPINES.exec(text)
    if (opinion !== null) return `${name} ${opinion[1]?.toLowerCase()}s that ${retold(text.slice(opinion[0].length), roles)}`
    if (STATES.test(text)) return `${name} said that ${retold(lowered(text), roles)}`
  }
  return isRunOf(text, spoken) && !text.includes('"') ? `${name} ${text.endsWith('?') ? 'asked' : 'said'}: "${text}"` : `${name}: ${text}`
}

function lowered(text: string): string {
  return /^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

function isRunOf(text: string, spoken: string): boolean {
  return ` ${wordsOf(spoken).join(' ')} `.includes(` ${wordsOf(text).join(' ')} `)
}
