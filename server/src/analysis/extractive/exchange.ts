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
export const EXCHANGE = { before: 14, depth: 6, mostLine: 26, mostOwn: 30, most: 52 }
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
 * The exchange that led to a promise: the sentences right before it, what says nothing left out.
 * @param besides what else the promise stands on; with it the exchange names no more lines than an item may.
 * @param most words of all.
 */
export function exchangeBefore(
  own: readonly Line[],
  besides: readonly Line[],
  lines: readonly Line[],
  most = EXCHANGE.most,
): Line[] {
  const [first] = own
  if (first === undefined) return []
  const chosen: Line[] = []
  let words = own.reduce((sum, { tidied }) => sum + wordsOf(tidied).length, 0)
  for (const line of lines.slice(Math.max(0, first.index - EXCHANGE.before), first.index).toReversed()) {
    if (first.depth - line.depth > EXCHANGE.depth) break
    if (line.stems.length === 0 || line.tidied === '' || !isShowable(line)) continue
    words += wordsOf(line.tidied).length
    const segments = new Set([...own, ...besides, ...chosen, line].flatMap(({ segmentIds }) => segmentIds))
    if (words > most || segments.size > MOST_EVIDENCE_LINES) break
    chosen.unshift(line)
  }
  // What only answers something before it says nothing.
  return chosen.slice(
    Math.max(
      0,
      chosen.findIndex(({ phrases }) => phrases.length > 0),
    ),
  )
}

/** True for a sentence that may be quoted within an exchange: whole, not confidential, and no part of holding the call. */
export function isShowable(line: Line, most = EXCHANGE.mostLine): boolean {
  return (
    wordsOf(line.tidied).length <= most &&
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
