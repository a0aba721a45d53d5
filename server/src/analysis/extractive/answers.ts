import { capitalised } from './third-person.ts'
import type { Sentence } from './sentences.ts'

const LEANS = /^(?:it's|it is|that's|that is|that would be|it would be|it'd be|they're|they are|those are)\s+/i
const ASKS_WHAT = /\b(?:how (?:much|long|big|many)|what) (is|are|was|were|would) ((?:the|your|an?|that|this) (?:[\w-]+ ?){1,4}?)(?: be| cost)?\?$/i
const ASKS_WHATS = /\bwhat's ((?:the|your|an?) (?:[\w-]+ ?){1,4}?)\?$/i
const ASKS_PRICE = /\b(?:(?:what|how much) (?:does|would|will|do) (?:it|this|that|they|the \w+|all (?:of )?this) cost|how much is (?:it|this|that)|what(?:'s| is) the (?:price|cost))\b.*\?$/i
const NAMES_MONEY = /\b(?:price|cost|costs|dollars?|euros?|pounds|quid|rupees|cents|kronor|percent|per (?:month|year|seat|user)|a month|a year|offer|quote)\b|[$€£₹]/i
const TOO_MUCH = /^(?:that's|that is|it's|it is) (?=(?:a bit |a little |quite |still |far |way |much |rather )?(?:more than|higher|too (?:much|high|expensive)|steep|expensive|over (?:the|our|my)|above|a lot of money))/i

/** "It's sixty dollars per user" can only be a price. */
const STATES_PRICE = /^(?:it's|it is|it would be|it'd be|that would be) (?!about what)[^,]*(?:[$€£₹¥]|\b(?:dollars?|euros?|pounds|rupees|cents|kronor|francs)\b).*\b(?:per|a|each) \w+/i

/** An answer made whole, with the lines it stands on. */
export interface Completed {
  text: string
  segmentIds: string[]
}

/**
 * Says what "it" is at the start of a sentence, where the question before names it: "How much is the add-on?" – "It's ninety
 * euros." becomes "The add-on is ninety euros."
 * @returns null where that is not certain.
 */
export function completed(text: string, sentence: Sentence, sentences: readonly Sentence[]): Completed | null {
  const before = sentences[sentence.index - 1]
  const subject = before !== undefined && before.speaker !== sentence.speaker && LEANS.test(text) ? subjectOf(before.tidied, text) : null
  if (before !== undefined && subject !== null) return { text: withSubject(subject, text), segmentIds: [...new Set([...before.segmentIds, ...sentence.segmentIds])] }
  return STATES_PRICE.test(text) ? { text: withSubject('the price is', text), segmentIds: sentence.segmentIds } : null
}

function withSubject(subject: string, text: string): string {
  return capitalised(`${subject} ${text.replace(LEANS, '')}`)
}

function subjectOf(question: string, answer: string): string | null {
  if (TOO_MUCH.test(answer) && NAMES_MONEY.test(question)) return 'the price is'
  if (ASKS_PRICE.test(question)) return /\d|\b(?:hundred|thousand|\w+ty|\w+teen|dollars?|euros?|pounds|cents)\b/i.test(answer) ? 'the price is' : null
  const [, verb = 'is', asked = ASKS_WHATS.exec(question)?.[1]] = ASKS_WHAT.exec(question) ?? []
  if (asked === undefined || /\b(?:you|I|we|me|us|thing|problem|matter|idea|catch)\b/i.test(asked)) return null
  return `${asked.trim().replace(/^(?:your|an?|that|this)\b/i, 'the')} ${verb === 'would' ? 'would be' : verb}`
}
