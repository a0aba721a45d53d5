import { wordsOf } from '../english.ts'
import { isAboutTheCall, isConditional, isConfidential, isHypothetical, refuses, retracts } from './acts.ts'
import { isBroken, withoutStop } from './clean.ts'
import { asDeadline, daySet, withoutDays } from './deadlines.ts'
import type { Line } from './lines.ts'
import { isSpecific } from './named-things.ts'
import type { Commitment } from './settle.ts'

/** A request or question that somebody took on, in the words of who asked. */
export interface Asked {
  /** "Can you send me a list? Every charger with the serial number" */
  quote: string
  asker: string
  due: string | null
  lines: number[]
}

/** Sentences with something in them between a question and its promise. */
const ANSWERED_WITHIN = { depth: 4, depthOfQuestion: 5, lines: 14 }
const REQUESTS =
  /\b(?:can|could|would|will) (?:you|I|we)\b(?! (?:like|want|mind|prefer)\b)|^(?:please )?(?:send|give|bring) (?:me|us)\b|\b(?:I|we)(?:'d| would)? need (?:the|a|an|your)\b|\bfrom your side\b|\bwhat I(?:'d)? need\b|\bhow soon can I\b/i
const FINDS_OUT = /^(?:check|find|ask|confirm|clarify|look|know|see|investigate|take)$/
const POINTS =
  /\b(?:it|its|that|this|them|they|those|these|he|him|she|her|there|one|ones|here|thing|stuff|something|anything)\b/i
const SLANG = /\b(?:shall we|honestly|mate|guys|love|god|lord|hell|ha|um|uh|er)\b|\[|--|…|\.\.\./i
const MOST_WORDS = 26
const FEWEST_STEMS = 3

/**
 * What was asked of the one who promised, word for word, where the promise itself names nothing ("I'll find out"). It is one
 * person's question or request, with what that person said of it right before or after.
 * @returns null where the question leans on something else.
 */
export function askedOf({ proposal, owner, due }: Commitment, lines: readonly Line[]): Asked | null {
  const line = lines[proposal.line]
  if (line === undefined || owner === null) return null
  const question = proposal.kind === 'request' ? line : questionBefore(line, proposal.verb, lines)
  if (question === undefined || question.speaker === null || question.speaker === owner) return null
  const [before, after] = [lines[question.index - 1], lines[question.index + 1]]
  const parts = [question]
  if (after !== undefined && after.speaker === question.speaker && isFragment(after)) parts.push(after)
  if (!isClear(parts) && before !== undefined && before.speaker === question.speaker) parts.unshift(before)
  if (!isClear(parts)) return null
  const said = withoutStop(fromRequest(parts.map(({ tidied }) => tidied).join(' ')))
  return {
    quote: said,
    asker: question.speaker,
    due: due === null || daySet(said) !== null ? null : asDeadline(due),
    lines: parts.map(({ index }) => index),
  }
}

function questionBefore(line: Line, verb: string, lines: readonly Line[]): Line | undefined {
  return lines
    .slice(Math.max(0, line.index - ANSWERED_WITHIN.lines), line.index)
    .findLast(
      ({ tidied, speaker, depth }) =>
        speaker !== line.speaker &&
        (FINDS_OUT.test(verb) && tidied.endsWith('?')
          ? line.depth - depth <= ANSWERED_WITHIN.depthOfQuestion
          : line.depth - depth <= ANSWERED_WITHIN.depth && REQUESTS.test(tidied)),
    )
}

/** "I'll send the report, and Marcus, could you send me the list?": what the asker promised stands by itself. */
function fromRequest(text: string): string {
  const request = /^I(?:'ll| will)\b.*?\band (?:\p{Lu}\p{L}+, )?((?:can|could|would) you\b.*)$/u.exec(text)?.[1]
  return request === undefined ? text : `${request.charAt(0).toUpperCase()}${request.slice(1)}`
}

/** "Every charger with the serial number." */
export function isFragment({ tokens, phrases, tidied }: Line): boolean {
  return (
    phrases.length > 0 &&
    !tidied.endsWith('?') &&
    withoutDays(tidied).length > 12 &&
    !tokens.some(({ pos }) => pos === 'VERB' || pos === 'AUX')
  )
}

/** True for words that name what they are about in a sentence before they point to it. */
function isClear(parts: readonly Line[]): boolean {
  const text = parts.map(({ tidied }) => tidied).join(' ')
  const named = parts.findIndex(({ phrases }) => phrases.some((phrase) => isSpecific(phrase)))
  const points = parts.findIndex(({ tidied }) => POINTS.test(tidied))
  return (
    named >= 0 &&
    (points < 0 || named < points) &&
    new Set(parts.flatMap(({ stems }) => stems)).size >= FEWEST_STEMS &&
    wordsOf(text).length <= MOST_WORDS &&
    !SLANG.test(text) &&
    !isBroken(text) &&
    parts.every(
      ({ text: spoken }) =>
        !isAboutTheCall(spoken) &&
        !isConfidential(spoken) &&
        !retracts(spoken) &&
        !refuses(spoken) &&
        !isHypothetical(spoken) &&
        !isConditional(spoken),
    )
  )
}
