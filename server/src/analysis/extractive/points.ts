import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import { getWords } from '../language/english.ts'
import type { DraftItem } from '../analyst.ts'
import { isAboutTheCall, isConfidential, isFarewell, isHypothetical, refuses, retracts } from './acts.ts'
import { isBroken, withoutStop } from './clean.ts'
import { deadlinesIn } from '../language/deadlines.ts'
import type { Line } from './lines.ts'
import { TENS } from './words.ts'

const MOST = 5
const FEWEST_WORDS = 6
const MOST_WORDS = 28
/** Lighter lines have a number and nothing else. */
const LEAST_FACT = 1.6
const FEWEST_STEMS = 3
/** Two points are duplicates if they share this fraction of the shorter line's words. */
const ALIKE = 0.5
/** Characters of filler that may be removed from a quoted line. */
const MOST_CLEANED = 9
/** How many sentences after a line can correct or decline it. */
const TAKEN_BACK_WITHIN = 5
/** Stems that don't identify what is counted. */
const OF_ANY_PRICE = /^(?:dollar|pound|euro|cent|price|cost|year|month|week|day|user|site)/
/** How many sentences after a number another one can replace it. */
const TOLD_ANEW_WITHIN = 40
/** Words of an answer that only corrects a number or a day. */
const FEW = 5

const NUMBER = new RegExp(
  String.raw`\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|${TENS}|hundred|thousand|million|half|percent)\b`,
  'i',
)
const MONEY =
  /[$€£]|\b(?:dollars?|pounds?|euros?|cents|pence|grand|quid|price|costs?|fee|budget|discount|quote|subscription|surcharge|deposit|per (?:user|seat|month|year|site|head|unit)|a (?:month|year|seat|user|site))\b/i
const DECISION =
  /\b(?:agreed|decided|deal|let's (?:take|use|go|keep|call|park|leave|make|do)|we(?:'re| are) going (?:with|for)|we(?:'ll| will) (?:take|go (?:with|for))|go (?:ahead )?with|approved?|signs? off|in the contract)\b/i
const MATTERS =
  /\b(?:need|must|has to|problem|lost|lose|losing|fail\w*|broke\w*|by hand|spreadsheets?|slow|complain\w*|missing|cost us|penalt\w*|can't|won't|too (?:much|expensive|long|high|late)|concern\w*|worr\w*|risk\w*|unless|important)\b/i
/** Conditional or merely possible statements. */
const OPEN = /\b(?:if|could|would|might)\b|'d\b/i
/** Refers to something said earlier. */
const POINTS =
  /^(?:it|they|he|she|that|this|those|these|them|and|but|or|so|because|which|who)\b|\b(?:those|these|there|something|somebody|ones|stuff)\b/i
const CORRECTS = /^(?:no[,.]|sorry|actually|wait|oh,? no)|\b(?:sorry|I mean|make (?:it|that))\b/i

/**
 * Up to five lines with a price, a number, a day or a decision, and up to five others to quote; all wait for the owner.
 */
export function pointsAndQuotes(
  lines: readonly Line[],
  stated: ReadonlySet<number>,
): { points: DraftItem[]; quotes: DraftItem[] } {
  const whole = untilFirstLeft(lines).filter((line) => !stated.has(line.index) && isWhole(line))
  const fit = whole.filter((line) => !isTakenBack(line, lines) && !isRepeatedLater(line, lines))
  // In a negotiation, the later statement wins.
  const weighFact = (line: Line) => weightOfFact(line) * (1 + line.index / lines.length)
  const strong = best(
    fit.filter((line) => weightOfFact(line) >= LEAST_FACT),
    weighFact,
    MOST,
  )
  const points = strong.length > 0 ? strong : best(fit, weighFact, 1)
  const quotes = best(fit.filter(isQuotable), weightOfQuote, MOST, points)
  return {
    points: points.map((line) => ({ ...item(line), text: `${who(line)}“${withoutStop(line.tidied)}”.` })),
    quotes: quotes.map((line) => ({ ...item(line), text: line.text })),
  }
}

const who = ({ speaker }: Line) => (speaker === null ? '' : `${speaker}: `)
const item = ({ segmentIds }: Line) => ({ segmentIds: segmentIds.slice(0, MOST_EVIDENCE_LINES), unconfirmed: true })

function weightOfFact({ tidied }: Line): number {
  const hasNumber = NUMBER.test(tidied)
  return (
    (hasNumber && MONEY.test(tidied) ? 3 : hasNumber ? 1.5 : 0) +
    (deadlinesIn(tidied).length > 0 ? 1.5 : 0) +
    (DECISION.test(tidied) ? 2 : 0)
  )
}

function weightOfQuote(line: Line): number {
  return weightOfFact(line) / 2 + (MATTERS.test(line.tidied) ? 2 : 0)
}

/** The highest-weighted lines in call order, none like another or like one of `others`; skips lines with no weight. */
function best(
  lines: readonly Line[],
  weigh: (line: Line) => number,
  max: number,
  others: readonly Line[] = [],
): Line[] {
  const weighed = lines.map((line) => ({ line, weight: weigh(line) })).filter(({ weight }) => weight > 0)
  const kept: Line[] = []
  for (const { line } of weighed.toSorted((a, b) => b.weight - a.weight))
    if (kept.length < max && ![...others, ...kept].some((other) => isAlike(other, line))) kept.push(line)
  return kept.toSorted((a, b) => a.index - b.index)
}

function isAlike(a: Line, b: Line): boolean {
  const [one, other] = [new Set(a.stems), new Set(b.stems)]
  return one.intersection(other).size >= ALIKE * Math.min(one.size, other.size)
}

/** A sentence that is self-contained and suitable for any reader. */
function isWhole({ text, tidied, stems, tokens }: Line): boolean {
  const words = getWords(tidied).length
  return (
    words >= FEWEST_WORDS &&
    words <= MOST_WORDS &&
    new Set(stems).size >= FEWEST_STEMS &&
    !tidied.endsWith('?') &&
    !/(?:--|\.\.\.|…|,)\s*$/.test(text) &&
    !POINTS.test(tidied) &&
    !OPEN.test(tidied) &&
    tokens.some(({ pos }) => pos === 'VERB' || pos === 'AUX') &&
    !isBroken(tidied) &&
    ![isAboutTheCall, isConfidential, isFarewell, isHypothetical, refuses, retracts].some((is) => is(text))
  )
}

function isTakenBack({ index, speaker, tidied }: Line, lines: readonly Line[]): boolean {
  const isDated = NUMBER.test(tidied) || deadlinesIn(tidied).length > 0
  return lines.slice(index + 1, index + 1 + TAKEN_BACK_WITHIN).some(({ text, speaker: next }) => {
    const putsRight = getWords(text).length <= FEW && (NUMBER.test(text) || deadlinesIn(text).length > 0)
    return retracts(text) || (next === speaker ? CORRECTS.test(text) : refuses(text) || (isDated && putsRight))
  })
}

/** The lines before a participant left for good: later ones may not be meant for everyone. */
function untilFirstLeft(lines: readonly Line[]): readonly Line[] {
  const last = new Map(lines.map((line) => [line.speaker, line]))
  const left = [...last.values()].filter(({ text }) => isFarewell(text)).map(({ index }) => index)
  return lines.slice(0, left.length === 0 ? lines.length : Math.min(...left))
}

/** Of two numbers for the same thing, the later one holds. */
function isRepeatedLater({ index, stems, tidied }: Line, lines: readonly Line[]): boolean {
  if (!NUMBER.test(tidied)) return false
  const things = new Set(stems.filter((stem) => !NUMBER.test(stem) && !OF_ANY_PRICE.test(stem)))
  return lines
    .slice(index + 1, index + 1 + TOLD_ANEW_WITHIN)
    .some((line) => NUMBER.test(line.tidied) && line.stems.filter((stem) => things.has(stem)).length > 1)
}

/** Quotes are shown whole and verbatim, so the spoken words must be nearly free of fillers. */
function isQuotable({ text, tidied, unbroken }: Line): boolean {
  return unbroken && text.length - tidied.length <= MOST_CLEANED && !/\b(?:um|uh|er|erm)\b|--|\.\.\./i.test(text)
}
