import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import { isAboutTheCall, isConfidential, isFarewell, refuses, retracts } from './acts.ts'
import { isBroken, withoutStop } from './clean.ts'
import { deadlinesIn } from './deadlines.ts'
import type { Line } from './lines.ts'
import { DOCUMENTS, type NounPhrase } from './noun-phrases.ts'
import { shortName } from './people.ts'
import type { Statement } from './statements.ts'
import { isNumber, wordsOf } from './words.ts'

/** How far before its last words a quoted exchange begins, in sentences, and how long it gets, in words. */
export const EXCHANGE = { before: 14, depth: 6, mostLine: 26, mostOwn: 30, mostContext: 44 }
/** Of sentences that fit nearly as well the first one is where the matter came up. */
const NEARLY = 0.4
const ASKS = /\?$|\b(?:need|want|like|could you|can you|can I|could I|do you have|have you got|send|missing|get)\b/i
const GARBLED =
  /\b(?:the|an?|in|of|is|was) (?:it's|that's|it is|I|we|they)\b|\bI don't know\b|\bI dunno\b|\byou know\b|,? no, (?:sorry|it's)\b|\b(?:bloody|crap|hell|damn)\b/i

/** Sentences as a dialogue, each turn with its speaker; the first of `owner` needs none. */
export function turns(parts: readonly Line[], owner: string | null): string {
  const found: { speaker: string | null; text: string }[] = []
  for (const { speaker, tidied } of parts) {
    const last = found.at(-1)
    if (last !== undefined && last.speaker === speaker) last.text += ` ${tidied}`
    else found.push({ speaker, text: tidied })
  }
  return found
    .map(({ speaker, text }, i) =>
      speaker === null || (speaker === owner && i === 0)
        ? `“${withoutStop(text)}”`
        : `${shortName(speaker)}: “${withoutStop(text)}”`,
    )
    .join(' ')
}

/**
 * The exchange that led to a promise: from the sentence that says best what it is about up to the promise, what says
 * nothing left out.
 */
export function exchangeBefore(own: readonly Line[], lines: readonly Line[], leastFit: number): Line[] {
  const [first] = own
  if (first === undefined) return []
  const candidates = lines
    .slice(Math.max(0, first.index - EXCHANGE.before), first.index)
    .filter(
      (line) =>
        first.depth - line.depth <= EXCHANGE.depth && line.stems.length > 0 && line.tidied !== '' && isShowable(line),
    )
  const after = new Set(lines.slice(first.index, first.index + 4).flatMap(({ stems }) => stems))
  const fitOf = (line: Line) =>
    (line.phrases.some(isDocument) ? 0.9 : 0) +
    Math.min(line.phrases.length, 3) * 0.3 +
    (ASKS.test(line.tidied) ? 0.6 : 0) +
    Math.min(2, line.stems.filter((stem) => after.has(stem)).length) * 0.4 +
    (line.speaker !== first.speaker ? 0.2 : 0) -
    (first.depth - line.depth) * 0.25
  const fitting = candidates.filter((line) => line.stems.length >= 2 && fitOf(line) >= leastFit)
  const best = Math.max(...fitting.map(fitOf))
  const start = fitting.find((line) => fitOf(line) >= best - NEARLY)
  if (start === undefined) return []
  const chosen = [start]
  let words = wordsOf(start.tidied).length
  for (const line of candidates.filter(({ index }) => index > start.index).toReversed()) {
    words += wordsOf(line.tidied).length
    const segments = new Set([...own, ...chosen, line].flatMap(({ segmentIds }) => segmentIds))
    if (words > EXCHANGE.mostContext || segments.size > MOST_EVIDENCE_LINES) break
    chosen.push(line)
  }
  return chosen.toSorted((a, b) => a.index - b.index)
}

/** True for a sentence that may be quoted within an exchange: whole, not confidential, and no part of holding the call. */
export function isShowable(line: Line): boolean {
  return (
    wordsOf(line.tidied).length <= EXCHANGE.mostLine &&
    !isBroken(line.tidied) &&
    !GARBLED.test(line.tidied) &&
    !isAboutTheCall(line.text) &&
    !isConfidential(line.text) &&
    !retracts(line.text) &&
    !refuses(line.text) &&
    !/(?:--|\.\.\.|…)\s*$/.test(line.text)
  )
}

/** "Forty-five days from invoice. — Done.": what seals what was said before it, and says nothing else. */
const SEALS =
  /^(?:(?:okay|right|good|fine|then|yes|yeah),? )*(?:done|agreed|deal|settled|sold|let's do that|that's (?:fine|agreed|a deal|settled)(?: (?:by|for|with) (?:me|us))?|.{0,20}\b(?:I|we) can live with(?: that)?|that works(?: for (?:me|us))?|works for (?:me|us))(?: then)?[.!]?$/i
const AMOUNT =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|percent|monthly|quarterly)\b/i
const LEANS_BACK = /^(?:it|that|this|then)\b/i
const UNIT = /[$€£%]|\b(?:days?|weeks?|months?|years?|percent|dollars?|pounds?|euros?|hundred|thousand|per|each)\b/i
const AGREEMENT = { reach: 5, fewestStems: 4, mostWords: 40, score: 3 }

/** Exchanges in which one side sealed the amount or term that the other named. */
export function agreementsIn(lines: readonly Line[]): Statement[] {
  return lines.flatMap((spoken): Statement[] => {
    // "Agreed." alone is tidied away.
    const line = spoken.tidied === '' ? { ...spoken, tidied: spoken.text } : spoken
    if (!SEALS.test(line.tidied)) return []
    const parts = [line]
    for (const before of lines.slice(Math.max(0, line.index - AGREEMENT.reach), line.index).toReversed()) {
      const words = wordsOf([before, ...parts].map(({ tidied }) => tidied).join(' ')).length
      const segments = new Set([before, ...parts].flatMap(({ segmentIds }) => segmentIds))
      if (words > AGREEMENT.mostWords || segments.size > MOST_EVIDENCE_LINES || !isShowable(before)) break
      if (isFarewell(before.text) || deadlinesIn(before.tidied).length > 0) break
      if (before.stems.length > 0 || AMOUNT.test(before.tidied)) parts.unshift(before)
    }
    const isNamed = ({ speaker, tidied }: Line) => speaker !== line.speaker && AMOUNT.test(tidied)
    const stems = new Set(parts.flatMap((part) => part.stems))
    const isTold =
      parts.some(isNamed) &&
      parts.some(({ tidied }) => AMOUNT.test(tidied) && UNIT.test(tidied)) &&
      parts.slice(0, -1).some((part) => part.stems.some((stem) => !isNumber(stem) && stem !== 'one-off'))
    while (LEANS_BACK.test(parts[0]?.tidied ?? '') && parts.slice(1).some(isNamed)) parts.shift()
    return isTold && stems.size >= AGREEMENT.fewestStems
      ? [{ line, parts, text: turns(parts, null), score: AGREEMENT.score }]
      : []
  })
}

/** True for what is sent, written or shown after calls. */
export const isDocument = ({ head }: Pick<NounPhrase, 'head'>) => DOCUMENTS.has(head)
