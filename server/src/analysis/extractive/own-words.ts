import { wordsOf } from '../english.ts'
import {
  isAboutTheCall,
  isConditional,
  isConfidential,
  isHypothetical,
  refuses,
  retracts,
  withoutAndIf,
} from './acts.ts'
import { isBroken, withoutStop } from './clean.ts'
import { asDeadline, deadlinesIn, withoutDays } from './deadlines.ts'
import type { Line } from './lines.ts'
import { isDocument, isIndefinite, isSpecific, isUnderstood, OPEN } from './named-things.ts'
import { isFragment } from './asked.ts'
import type { Mentions } from './references.ts'
import type { Commitment } from './settle.ts'
import { countsSomething, LOOSE_TALK, resolvesPronouns } from './statements.ts'
import { TREAT, type Wording } from './task-wording.ts'

const MOST_WORDS = 34
const FEWEST_STEMS = 2
/** Sentences. */
const SAME_TURN = 5
const BEGINS_LOOSE = /^(?:it|they|he|she|that|this|those|these|them)\b/i
/** "I'll do it here", "those two": what is meant was said before. */
const POINTS =
  /\b(?:that|this)(?=\s*(?:[.,;!?]|$|(?:is|was|for|in|on|at|from|with|to|by|up|out|too|as|then|before|tonight|today|tomorrow|one|off|over|down|back|and|or|first)\b))|\b(?:those|these|there|here|the (?:other|first|second|same(?! \w+ (?:days?|weeks?|months?|years?)))|ones?(?!-| [a-z]{4})|thing|things|stuff|something|anything|whatever|yours|mine|so, say)\b/i
const FAR = /\b(?:there|here|those|these|ones?|things?|stuff|somebody|something)\b/i
/** Only what points back needs the sentence before it. */
const POINTS_BACK = /\b(?:it|that|this|them|him|her|ask)\b/i
const PERSON = /\b(?:him|her|he|she|they|them)\b/i
const THING = /\b(?:it|that|this)\b/i
/** "I'll write it down for you, how the hours get in": what "it" is comes after it. */
const TOLD_AFTER = /\b(?:it|that)\b[^,]*, (?:how|what|which|whether|when|where|who) \w+ \w+/i
const WHAT_IS_ASKED = /\b(?:whether|if|how|what|when|which|who|where)\b/i
/** Where the promise ends and the talk goes on. */
const TALK =
  /,? (?:because|'cause|as soon as we|so that|but|since|and (?:it|that|he|she|they|you can|your \w+ \w+ (?:is|are))\b|I think|you know|if that|okay)\b.*/i

/**
 * A promise in the words of who made it, for one whose thing makes no clean frame: one sentence, or two of the same turn
 * where the first names what the second points to.
 * @returns null where it takes the sentences of another to be understood.
 */
export function ownWords(
  { proposal, owner, due }: Commitment,
  lines: readonly Line[],
  mentions: Mentions,
): Wording | null {
  const line = lines[proposal.line]
  if (line === undefined || line.speaker === null || line.speaker !== owner || proposal.kind !== 'promise') return null
  const [before, next] = [namedBefore(line, lines), lines[line.index + 1]]
  const attempts = [[line]]
  if (next !== undefined && isFragment(next) && next.speaker === line.speaker && line.phrases.length > 0)
    attempts.push([line, next])
  if (before !== null && POINTS_BACK.test(clauseOf(line))) attempts.push([before, line])
  for (const parts of attempts) {
    if (!parts.every(isSober) || !namesItsThing(parts, line, mentions)) continue
    const said = withoutStop(
      parts
        .map((part, i) => `${part === line ? clauseOf(part) : part.tidied}${isNext(part, parts[i + 1]) ? '' : ' …'}`)
        .join(' '),
    )
    if (wordsOf(said).length > MOST_WORDS) continue
    const day = due === null || deadlinesIn(said).length > 0 ? null : asDeadline(due)
    if (due !== null && day === null && !sharesWord(said, due)) continue
    return { task: `“${said}”`, due: day, lines: parts.map(({ index }) => index).filter((at) => at !== line.index) }
  }
  return null
}

/** The sentence of the same turn before a promise that names what the promise points to. */
function namedBefore(line: Line, lines: readonly Line[]): Line | null {
  for (let at = line.index - 1; at >= line.index - SAME_TURN; at--) {
    const before = lines[at]
    if (before === undefined || (before.speaker !== line.speaker && before.stems.length > 1)) return null
    if (before.speaker !== line.speaker || BEGINS_LOOSE.test(before.tidied)) continue
    if (before.phrases.some((phrase) => isSpecific(phrase) || isDocument(phrase))) return before
  }
  return null
}

/** "Tomorrow" is no more so where Friday was settled on after it. */
function sharesWord(said: string, due: string): boolean {
  const words = new Set(deadlinesIn(said).flatMap(({ text }) => wordsOf(text.toLowerCase())))
  return wordsOf(due.toLowerCase()).some((word) => word.length > 3 && words.has(word))
}

const clauseOf = ({ tidied }: Line) => tidied.replace(TALK, '')
const isNext = (before: Line, line: Line | undefined) => line === undefined || before.index + 1 === line.index

/** False for questions, jokes, conditions, what is about the call itself or not for others. */
export function isSober({ text, tidied }: Line): boolean {
  return (
    !tidied.endsWith('?') &&
    !LOOSE_TALK.test(tidied) &&
    !isBroken(tidied) &&
    !/(?:--|\.\.\.|…|,)\s*$/.test(text) &&
    !isAboutTheCall(text) &&
    !isConfidential(text) &&
    !retracts(text) &&
    !refuses(text) &&
    !isHypothetical(text) &&
    !isConditional(withoutAndIf(text)) &&
    !TREAT.test(tidied)
  )
}

/** True where everything that is pointed to was named in the words themselves, and something that is done or sent is. */
function namesItsThing(parts: readonly Line[], line: Line, mentions: Mentions): boolean {
  const [first] = parts
  if (first === undefined) return false
  const text = clauseOf(line)
  if (/\b(?:no|not|never|nothing)\b|n't\b|\ban? \p{L}+ (?:the|an?)\b/iu.test(text)) return false
  if (
    line.phrases.some(
      (phrase) =>
        phrase.end <= text.length &&
        OPEN.test(phrase.head) &&
        phrase.head !== 'price' &&
        !isIndefinite(phrase) &&
        !isUnderstood(phrase, mentions),
    )
  )
    return false
  if (
    !countsSomething(line) ||
    /\b(?:a|the) (?:third|second|half|few|couple|three|four|five|two)(?:$|[.,]| that\b)/i.test(text)
  )
    return false
  const isLast = parts.at(-1) === line
  const isNamed =
    (WHAT_IS_ASKED.test(text) && line.stems.length > FEWEST_STEMS) ||
    parts.some((part) =>
      part.phrases.some(
        (phrase) =>
          !phrase.proper &&
          (part !== line || phrase.end <= text.length) &&
          withoutDays(phrase.text).length > 2 &&
          (isUnderstood(phrase, mentions) ||
            (isIndefinite(phrase) && (part !== line || parts.length > 1 || !isDocument(phrase)))),
      ),
    )
  if (!isNamed || new Set(parts.flatMap(({ stems }) => stems)).size < FEWEST_STEMS) return false
  if (
    (!resolvesPronouns(first) && !TOLD_AFTER.test(text)) ||
    POINTS.test(withoutDays(first === line ? text : first.tidied))
  )
    return false
  return first === line || !isLast || !(FAR.test(text) || (PERSON.test(text) && THING.test(text)))
}
