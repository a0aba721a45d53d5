import { tidy } from './clean.ts'
import { namesDay, numbersIn } from './cues.ts'
import { phrases } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import { addressee, onlyOther, partner, shortName, type Cast } from './speakers.ts'
import { DOING, headOf, NOT_MEANT, type Head } from './task-cues.ts'
import { contentStems, wordsOf } from './words.ts'

/** Something that was promised, asked for or agreed to be done. */
export interface Commitment {
  sentence: Sentence
  /** The clause that says it, readable; begins with its head ("I will") or a condition before it. */
  clause: string
  kind: 'promise' | 'request' | 'joint'
  /** Who is to do it; null: all of them, or nobody was named. */
  owner: string | null
  /** Whom it was said to; null: unknown, or more than one. */
  listener: string | null
  stems: ReadonlySet<string>
  /** Handed out by the one who leads the call. */
  assigned: boolean
  /** How sure it is that this is a thing to do, 0 and up. */
  strength: number
}

const CLAUSES = new RegExp(
  [
    String.raw`[,;]\s+(?:and|but|so|then)\s+(?!(?:I|we)(?:'ll| will)\s+\w+\s+(?:it|that|them|this)\b)(?=(?:\S+,?\s+)?(?:I|we|you|could|can|would|will|let|please|if you)\b)`,
    String.raw`\s+and\s+(?=(?:then\s+)?(?:I|we)(?:(?:'ll| will)\b(?!\s+\w+\s+(?:it|that|them|this)\b|\s+(?:mail|email|call|ring|text|phone|come back to|get back to|let) you\b(?! a\b))|(?: want| need|'d)\b)|(?:\w+,? )?(?:could|can|would|will) you\b|if you can\b|you\b)`,
    String.raw`[,;.?]\s+(?=(?:please\s+)?(?:send|give|bring|show|check)\s+(?:me|us|your)\b)`,
    String.raw`(?<=\w)\s+(?=let us\b|let's\b)`,
  ].join('|'),
  'i',
)
const CONDITION = phrases('if, when, once, unless, until, after, before, as soon as, by, in')
const FEWEST_WORDS = 4
/** A longer clause is cut where a new thought begins. */
const COMFORTABLE_WORDS = 16
const MOST_WORDS = 34
const ENOUGH = 1.5
/** Towards its end a chair hands out what is to be done. */
const CLOSING = 0.8

/** Finds everything that was promised, asked for or agreed to be done, in the order of the call. */
export function findCommitments(sentences: readonly Sentence[], cast: Cast): Commitment[] {
  return sentences.flatMap((sentence) => {
    const place = sentence.index / Math.max(1, sentences.length - 1)
    return sentence.tidied.split(CLAUSES).flatMap((clause) => commitmentIn(clause, sentence, { cast, place, listener: onlyOther(cast, sentence.speaker) ?? partner(sentence, sentences) }))
  })
}

/**
 * What stands at the end of the call: a later word on the same thing by the same person takes the earlier one's place, and
 * an accepted request stands as the promise alone.
 */
export function standing(commitments: readonly Commitment[]): Commitment[] {
  return commitments.filter((commitment, i) => !commitments.slice(i + 1).some((later) => replaces(later, commitment)))
}

interface Setting {
  cast: Cast
  /** Where in the call, 0–1. */
  place: number
  listener: string | null
}

function commitmentIn(spoken: string, sentence: Sentence, { cast, place, listener }: Setting): Commitment[] {
  const head = promisedByAll(headOf(spoken), spoken)
  if (head === null) return []
  const clause = cutTail(cutFront(spoken, head), head)
  if (NOT_MEANT.some((pattern) => pattern.test(clause))) return []
  const count = wordsOf(clause).length
  const stems = new Set(contentStems(clause))
  const byChair = sentence.speaker !== null && sentence.speaker === cast.chair
  const handedOut = byChair && place > CLOSING
  if (count < FEWEST_WORDS || count > MOST_WORDS || stems.size < (handedOut ? 1 : 2)) return []
  // "I can sign up to five thousand" tells a limit.
  if (head.weak && head.kind === 'promise' && numbersIn(clause) > 0 && !namesDay(clause)) return []
  const firm = firmness(head, byChair, handedOut)
  const strength = firm + (namesDay(clause) ? 1 : 0) + timeliness(place) + Math.min(stems.size, 4) * 0.1
  if (firm === 0 || strength < ENOUGH) return []
  const asked = () => addressee(spoken, cast, sentence.speaker) ?? onlyOther(cast, sentence.speaker)
  const owner = head.kind === 'promise' ? (head.doer === undefined ? sentence.speaker : doerOf(head.doer, sentence.speaker, cast)) : head.kind === 'request' ? asked() : null
  return [{ sentence, clause: readable(clause), kind: head.kind, owner, listener, stems, assigned: head.assigns && byChair, strength }]
}

/** Who "Mike" or "our security team" is: one of the call, somebody else, or people of the speaker. */
function doerOf(doer: string, speaker: string | null, cast: Cast): string | null {
  const own = /^(?:our|my) (.*)$/i.exec(doer)?.[1]
  if (own !== undefined) return speaker === null ? null : `${shortName(speaker)}'s ${own}`
  return cast.names.find((name) => shortName(name).split(' ').includes(doer)) ?? doer
}

/** "We'll send you the offer" is a promise of the one who says it. */
function promisedByAll(head: Head | null, spoken: string): Head | null {
  return head?.kind === 'joint' && /^we(?:'ll| will)\b/i.test(spoken.slice(head.index)) && /\byou\b/i.test(spoken) ? { ...head, kind: 'promise' } : head
}

function firmness(head: Head, byChair: boolean, handedOut: boolean): number {
  const plain = head.weak ? 0.5 : head.kind === 'joint' ? 0.75 : 1.25
  if (head.assigns && head.weak && !handedOut) return 0
  if (head.assigns) return byChair ? 1.75 + (handedOut ? 0.75 : 0) : 0.5
  return plain + (handedOut && !head.weak && head.kind !== 'promise' ? 0.75 : 0)
}

/** What is to be done is agreed at the end of a call. */
function timeliness(place: number): number {
  if (place > 0.9) return 1.25
  if (place > 0.75) return 0.6
  return place < 0.1 ? -0.75 : 0.1
}

/** What stands before the head goes, unless it is a condition or a day. */
function cutFront(spoken: string, { index }: Head): string {
  const front = spoken.slice(0, index)
  return CONDITION.test(front) && wordsOf(front).length <= 10 ? spoken : spoken.slice(index)
}

/** Where a new thought begins after the task. */
const SPLICE = /,\s+(?:I|we|you|it|he|she|they|that|there|this)(?:'\w+|\s+(?:is|are|was|will|have|has|can|would|need|just))\b|[–—;]/i
/** "Our teacher, Mrs Okafor, to write": a name set between commas belongs to the task. */
const NEW_THOUGHT = /,(?! (?:[A-Z][\w.]* ?){1,3},)(?<!, (?:[A-Z][\w.]* ?){1,3},)|\s(?:which|because|since|so that|but|so|what|whereas|although|and then)\s/i

function cutTail(clause: string, head: Head): string {
  const least = Math.max(head.index + head.length, clause.search(new RegExp(DOING, 'i')) + 12)
  const short = cutAt(clause, least, SPLICE)
  return wordsOf(short).length <= COMFORTABLE_WORDS || namesDay(short.slice(least)) ? short : cutAt(short, least, NEW_THOUGHT)
}

function cutAt(clause: string, least: number, pattern: RegExp): string {
  const cut = clause.slice(least).search(pattern)
  return cut < 0 ? clause : clause.slice(0, least + cut)
}

function readable(clause: string): string {
  const text = tidy(clause)
  return /^(?:could|can|would|will) you\b/i.test(text) ? text.replace(/\.$/, '?') : text
}

/** Requests are accepted within a few sentences; a promise may be made again at the end of the call. */
const ANSWERED_WITHIN = 4

function replaces(later: Commitment, earlier: Commitment): boolean {
  const takenUp = earlier.owner === null && earlier.kind === 'request' && later.kind === 'promise' && later.sentence.speaker !== earlier.sentence.speaker
  if (later.owner !== earlier.owner && !takenUp) return false
  // A day that was named is not lost by a later word without one.
  if (earlier.kind === 'promise' && namesDay(earlier.clause) && !namesDay(later.clause)) return false
  let shared = 0
  for (const stem of later.stems) if (earlier.stems.has(stem)) shared++
  const likeness = shared / Math.min(later.stems.size, earlier.stems.size)
  const answers = earlier.kind === 'request' && later.kind === 'promise' && later.sentence.index - earlier.sentence.index <= ANSWERED_WITHIN
  return takenUp ? answers && likeness >= 0.35 : likeness >= (answers ? 0.5 : 0.65)
}
