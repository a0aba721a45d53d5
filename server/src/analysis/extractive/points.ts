import type { CallWords } from './call-words.ts'
import type { Candidate } from './candidates.ts'
import { cover } from './cover.ts'
import { isQuestion, numbersIn, selfContained } from './cues.ts'
import { settles, settlesDeal } from './decisions.ts'
import { bestGist } from './gist.ts'
import { mannerWorth } from './report.ts'
import type { Sentence } from './sentences.ts'
import type { Sides } from './sides.ts'
import { shortName } from './speakers.ts'
import { headOf } from './task-cues.ts'

/** At most so many points are kept for what was settled. */
const MOST_SETTLED = 5
const CLEARLY_SETTLED = 0.7
const IMPORTANCE = 0.3
/** Worth of a sentence that answers no question of a sales call. */
const ANY = 0.3
/** The first words of a call are greetings and names. */
const OPENING = 0.06
const OPENING_WORTH = 0.5

interface Choice {
  count: number
  words: CallWords
  sentences: readonly Sentence[]
  besides: readonly Candidate[]
  /** Null in a call that is not about buying. */
  sides: Sides | null
}

/** The important points of a call: what was settled, and what tells most of the rest; in the order of the call. */
export function choosePoints(candidates: readonly Candidate[], { count, words, sentences, besides, sides }: Choice): Candidate[] {
  const tellable = candidates.filter((candidate) => !besides.includes(candidate))
  const plain = (candidate: Candidate) => telling(candidate, sentences.length) * (1 + IMPORTANCE * candidate.importance) * Math.sqrt(mannerWorth(candidate, sentences))
  const worth = (candidate: Candidate) => plain(candidate) * (sides === null ? 1 : ANY + bestGist(candidate, sentences, sides))
  const how = ({ sentence }: Candidate) => (sides === null ? settles : settlesDeal)(sentence, sentences)
  // What is said last stands.
  const settled = cover(
    tellable.filter((candidate) => how(candidate) >= CLEARLY_SETTLED),
    { count: Math.min(MOST_SETTLED, Math.ceil(count / 2)), words, worth: (candidate) => plain(candidate) * how(candidate) * (1 + candidate.sentence.index / sentences.length), besides },
  )
  const others = cover(tellable, { count: count - settled.length, words, worth, besides: [...besides, ...settled] })
  return [...settled, ...others].toSorted((a, b) => a.sentence.index - b.sentence.index)
}

/** True for what a summary or a point can tell: a statement, and none of what somebody is to do. */
export function isTellable({ text }: Candidate): boolean {
  return !isQuestion(text) && !isTask(text)
}

/** What somebody is to do stands in the lists; a price that somebody "can do" is none of it. */
function isTask(text: string): boolean {
  const head = headOf(text)
  return head !== null && head.kind !== 'joint' && (!head.weak || numbersIn(text) === 0)
}

/** How much a sentence is worth to one who was not there, 0–1. */
export function telling({ sentence, text }: Candidate, length: number): number {
  const opening = sentence.index < OPENING * length ? OPENING_WORTH : 1
  return introduces(text, sentence.speaker) ? 0 : selfContained(text) * opening
}

/** True where somebody says who they are. */
export function introduces(text: string, speaker: string | null): boolean {
  const [first] = shortName(speaker ?? '').split(' ')
  return first !== undefined && first !== '' && text.includes(`I'm ${first}`)
}
