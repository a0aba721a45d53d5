import type { DraftItem } from '../analyst.ts'
import { agreement } from './agreements.ts'
import type { Candidate } from './candidates.ts'
import { oneOf } from './phrases.ts'
import { retold } from './retell.ts'
import type { Sentence } from './sentences.ts'
import { shortName } from './speakers.ts'
import { thirdPerson } from './third-person.ts'
import { wordsOf } from './words.ts'

/** How a sentence of the call can be told. */
export interface Telling {
  text: string
  /** A fact stands by itself; an indirect one names its speaker; else it is the speaker's own words, as a quote or behind the name. */
  manner: 'fact' | 'indirect' | 'quote' | 'label'
}

const SPEAKS_OF_SELF = /\b(?:I|me|my|mine|we|us|our|ours|you|your|(?:I|we|you)'\w+|let's)\b/i
const SPEAKS_TO_SOMEBODY = /\b(?:you|your|yours|you'\w+|let's|let me|let us)\b/i
/** What cannot follow "said that". */
const NO_STATEMENT = new RegExp(
  String.raw`^${oneOf(String.raw`what, which, who, how, why, that(?! (?:is|was|would|will|\w+ (?:is|was)))\b, yeah, yes, no, well, so, and, but, okay, oh, sorry, hello, hi, please, welcome, \w+ing, imagine,
  ask, put, send, make, take, give, keep, bring, look, call, check, add, get, let, do, don't, go, try, think of, say`)}\b`,
  'i',
)
const OPINES = /^I (think|believe|guess|hope|feel|suggest|suppose)(?: that)?,? (?=(?:we|I|it|they|the|a|our|my|there|that|this|if)\b)/i
const TOGETHER = /^([A-Z][\w'-]+) and I\b/
/** A chosen sentence as a report tells it, with its lines: what was agreed, or what was said. */
export function reported(candidate: Candidate, sentences: readonly Sentence[]): DraftItem {
  return { text: agreement(candidate, sentences) ?? tell(candidate).text, segmentIds: candidate.segmentIds }
}

/** What is told in somebody's own words reads less like a report. */
const MANNER_WORTH = { fact: 1, indirect: 1, quote: 0.5, label: 0.15 }

/** How much like a report a sentence can be told, 0–1. */
export function mannerWorth(candidate: Candidate, sentences: readonly Sentence[]): number {
  return agreement(candidate, sentences) === null ? MANNER_WORTH[tell(candidate).manner] : 1
}

/**
 * Puts a sentence as a report has it: about the speaker where that is safe, in the speaker's mouth where it speaks of "we"
 * or "you", else as it is. Quotation marks stand only around an unchanged run of words.
 */
function tell({ sentence, text, opensWithName }: Candidate): Telling {
  const { speaker } = sentence
  if (speaker === null || !SPEAKS_OF_SELF.test(text)) return { text, manner: 'fact' }
  const name = shortName(speaker)
  // What somebody quotes is not to be retold.
  if (text.includes('"')) return { text: `${name}: ${text}`, manner: 'label' }
  const together = TOGETHER.exec(text)
  if (together !== null && !SPEAKS_TO_SOMEBODY.test(text)) {
    const [whole, other] = together
    return { text: `${other} and ${name}${retold(text.slice(whole.length), { speaker, listener: null, doer: speaker })}`, manner: 'fact' }
  }
  const aboutSpeaker = thirdPerson(text, speaker)
  if (aboutSpeaker !== null) return { text: aboutSpeaker, manner: 'fact' }
  if (!SPEAKS_TO_SOMEBODY.test(text) && !text.endsWith('?')) {
    const roles = { speaker, listener: null, doer: speaker }
    const opinion = OPINES.exec(text)
    if (opinion !== null) return { text: `${name} ${opinion[1]?.toLowerCase()}s that ${retold(text.slice(opinion[0].length), roles)}`, manner: 'indirect' }
    if (!NO_STATEMENT.test(text)) return { text: `${name} said that ${retold(opensWithName || /^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1), roles)}`, manner: 'indirect' }
  }
  if (!isRunOf(text, sentence.text)) return { text: `${name}: ${text}`, manner: 'label' }
  return { text: `${name} ${text.endsWith('?') ? 'asked' : 'said'}: "${text}"`, manner: 'quote' }
}

function isRunOf(text: string, spoken: string): boolean {
  return ` ${wordsOf(spoken).join(' ')} `.includes(` ${wordsOf(text).join(' ')} `)
}
