import { tidy } from './clean.ts'
import { namesDay } from './cues.ts'
import { oneOf, phrases } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import { addressee, onlyOther, type Cast } from './speakers.ts'
import { contentStems, wordsOf } from './words.ts'

/** Something that was promised, asked for or agreed to be done. */
export interface Commitment {
  sentence: Sentence
  /** The clause that says it, readable. */
  clause: string
  kind: 'promise' | 'request' | 'joint'
  /** Who is to do it; null: all of them, or nobody was named. */
  owner: string | null
  stems: ReadonlySet<string>
  /** How sure it is that this is a thing to do, 0 and up. */
  strength: number
}

const ACTION = oneOf(`send, share, set, check, prepare, write, draft, schedule, book, call, email, mail, follow, review, update,
  look into, look at, find, talk to, speak, ask, bring, provide, create, make, finish, complete, test, try, work, discuss, meet,
  present, put, organi[sz]e, arrange, invite, confirm, introduce, report, design, investigate, collect, get, give, show, add, fix,
  build, import, move, start, run, do, go, take, read, install, order, sign, pay, approve, decide, come back, forward, circulate,
  raise, think about, change, include, use`)
const SOFTENER = oneOf('also, just, then, definitely, probably, certainly, try to, have to, be able to, go and, go ahead and')
const DOING = String.raw`(?:${SOFTENER} )*(?:${ACTION}\b|be \w+ing\b)`
const PROMISE = new RegExp(
  String.raw`\b${oneOf("i'll, i will, i'm going to, i am going to, i'm gonna, i can, i have to, i need to, i've got to")} ${DOING}`,
  'i',
)
const WEAK_PROMISE = phrases("i can, i have to, i need to, i've got to")
const JOINT = new RegExp(
  String.raw`\b${oneOf(`we'll, we will, we're going to, we are going to, we're gonna, we need to, we have to, we should, we've got to,
  let's, let us`)} ${DOING}`,
  'i',
)
const REQUEST = new RegExp(
  String.raw`\b${oneOf(`(?:could|can|would|will) you(?: please)?, you'll, you will, you're going to, you are going to, you need to,
  you have to, you should, please, (?:i|we) (?:need|want|would like|'d like) you to, make sure (?:that )?you`)} ${DOING}`,
  'i',
)
const ORDER = /^(?:send|give|email|forward|bring|remind) (?:me|us)\b/i
/** Said of what is not going to happen, of how things generally are, or of the talk itself. */
const NOT_MEANT = [
  phrases(String.raw`not, never, \w+n't, if (?:you|we|they|it) (?:could|would), would have, could have, let me, imagine, for example`),
  phrases('usually, normally, always, every (?:time|day|week|month)'),
  phrases(`talk, tell you, show you, explain, mostly, start with, go (?:over|through|back|on), come to that, let you, be honest, say,
  ask you, get to`),
]
const CLAUSES = new RegExp(
  [
    String.raw`[,;]\s+(?:and|but|so|then)\s+(?=(?:\S+,\s+)?(?:I|we|you|could|can|would|let|please)\b)`,
    String.raw`\s+and\s+(?=(?:I|we)(?:'ll| will)\b|(?:\w+,? )?(?:could|can|would) you\b)`,
    String.raw`(?<=\w)\s+(?=let us\b|let's\b)`,
  ].join('|'),
  'i',
)
const FEWEST_WORDS = 4
const MOST_WORDS = 32
const ENOUGH = 1.5

/** Finds everything that was promised, asked for or agreed to be done, in the order of the call. */
export function findCommitments(sentences: readonly Sentence[], cast: Cast): Commitment[] {
  return sentences.flatMap((sentence) => {
    const place = sentence.index / Math.max(1, sentences.length - 1)
    return tidy(sentence.text).split(CLAUSES).flatMap((clause) => commitmentIn(clause, sentence, cast, place))
  })
}

/**
 * What stands at the end of the call: a later word on the same thing by the same person takes the earlier one's place, and
 * an accepted request stands as the promise alone.
 */
export function standing(commitments: readonly Commitment[]): Commitment[] {
  return commitments.filter((commitment, i) => !commitments.slice(i + 1).some((later) => replaces(later, commitment)))
}

function commitmentIn(clause: string, sentence: Sentence, cast: Cast, place: number): Commitment[] {
  const kind = kindOf(clause)
  const count = wordsOf(clause).length
  const stems = new Set(contentStems(clause))
  if (kind === null || count < FEWEST_WORDS || count > MOST_WORDS || stems.size < 2) return []
  const firmness = kind === 'joint' || WEAK_PROMISE.test(clause) ? 0.75 : 1.25
  const strength = firmness + (namesDay(clause) ? 1 : 0) + timeliness(place) + Math.min(stems.size, 4) * 0.1
  if (strength < ENOUGH) return []
  const asked = () => addressee(clause, cast, sentence.speaker) ?? onlyOther(cast, sentence.speaker)
  const owner = kind === 'promise' ? sentence.speaker : kind === 'request' ? asked() : null
  return [{ sentence, clause: readable(clause), kind, owner, stems, strength }]
}

function kindOf(clause: string): Commitment['kind'] | null {
  if (NOT_MEANT.some((pattern) => pattern.test(clause))) return null
  if (PROMISE.test(clause)) return 'promise'
  if (REQUEST.test(clause) || ORDER.test(clause)) return 'request'
  return JOINT.test(clause) ? 'joint' : null
}

/** What is to be done is agreed at the end of a call. */
function timeliness(place: number): number {
  if (place > 0.85) return 1.25
  if (place > 0.6) return 0.6
  return place < 0.1 ? -0.75 : 0.1
}

function readable(clause: string): string {
  const text = tidy(clause)
  return /^(?:could|can|would|will) you\b/i.test(text) ? text.replace(/\.$/, '?') : text
}

/** Requests are accepted within a few sentences; a promise may be made again at the end of the call. */
const ANSWERED_WITHIN = 4

function replaces(later: Commitment, earlier: Commitment): boolean {
  if (later.owner !== earlier.owner) return false
  let shared = 0
  for (const stem of later.stems) if (earlier.stems.has(stem)) shared++
  const likeness = shared / Math.min(later.stems.size, earlier.stems.size)
  const answers = earlier.kind === 'request' && later.kind === 'promise' && later.sentence.index - earlier.sentence.index <= ANSWERED_WITHIN
  return likeness >= (answers ? 0.5 : 0.65)
}
