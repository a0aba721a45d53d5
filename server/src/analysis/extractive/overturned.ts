import { refuses, retracts } from './acts.ts'
import { AMOUNT_OF_MONEY, isLimit, isPrice, MONEY, NUMBER, RATE, thingsIn, unitsIn } from './amounts.ts'
import { deadlinesIn } from './deadlines.ts'
import type { Line } from './lines.ts'
import { PAST } from './statements.ts'
import { isNumber, TENS } from './words.ts'

const CORRECTION_REACH = 5
const CORRECTS =
  /^(?:no[,.]|sorry|actually|wait|oh,? no|well,? no|it was|it's not|not\b)|\b(?:sorry|I mean|make (?:it|that)|it's not|it isn't|that's not|not the|isn't|rather)\b/i
/** "Oh. Sorry. That's last year's list. It's eleven thousand nine hundred." */
const LATE_CORRECTION_REACH = 12
const TAKES_BACK = /^(?:oh\b|sorry\b|hold on|hang on|wait\b|no[,.]|actually\b|ah\b)|,? sorry[.]?$/i
const ONLY_NUMBER = new RegExp(
  String.raw`^(?:it(?:'s| was| is) )?(?:the |about |only )?(?:\d[\d,.]*|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|${TENS}|hundred|thousand|half|point|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|[- ])+)(?:'s the \w+| out of .*)?[.!]?$`,
  'i',
)

/** @returns a predicate on a sentence of the call: whether what it says is corrected, refused, taken back or named anew after it. */
export function overturnedIn(lines: readonly Line[]): (line: Line) => boolean {
  const isNamedAnew = namedAnewIn(lines)
  return (line) =>
    isLimit(line) || isLasting(line)
      ? isCorrectedAtOnce(line, lines) || (!isLimit(line) && isDenied(line, lines))
      : isNamedAnew(line) || isTakenBack(line, lines)
}

/** What a board, a rule or a season sets: another day near by moves something else. */
const isLasting = ({ tidied }: Line) => LASTING.test(tidied)

const LASTING =
  /\b(?:(?:board|committee|council|auditor|inspector)s?\b.* (?:is|are|meets?|sits?|comes?|coming) |nothing (?:changes|goes)|(?:has|have) to be (?:\w+ )?(?:in|held|kept|published)|runs? out|expires?)/i

function isDenied({ index, speaker, tidied }: Line, lines: readonly Line[]): boolean {
  return lines
    .slice(index + 1, index + 4)
    .some(
      (next) =>
        (next.speaker !== speaker && DENIES.test(next.text) && !/\b(?:no|not|never|nothing)\b|n't\b/i.test(tidied)) ||
        retracts(next.text),
    )
}

function isCorrectedAtOnce({ index, speaker }: Line, lines: readonly Line[]): boolean {
  return lines
    .slice(index + 1, index + 4)
    .some(
      (next) =>
        next.speaker === speaker && (retracts(next.text) || (CORRECTS.test(next.text) && NUMBER.test(next.text))),
    )
}

/** True where what a sentence says is corrected, refused or taken back soon after it. */
function isTakenBack(line: Line, lines: readonly Line[]): boolean {
  const after = lines.slice(line.index + 1, line.index + 1 + CORRECTION_REACH)
  const reply = after.find(
    ({ speaker, stems, text }) => speaker !== line.speaker && (stems.length > 0 || refuses(text)),
  )
  if (
    reply !== undefined &&
    after.indexOf(reply) <= 3 &&
    ((DENIES.test(reply.text) && !/\b(?:no|not|never)\b|n't\b/i.test(line.tidied)) ||
      (NUMBER.test(line.tidied) && ONLY_NUMBER.test(reply.tidied)))
  )
    return true
  if (after.some(({ text, speaker }) => speaker === line.speaker && retracts(text))) return true
  if (isMoved(line, lines)) return true
  if (!NUMBER.test(line.tidied) && deadlinesIn(line.tidied).length === 0) return false
  if (
    after.some(
      ({ text, speaker }, i) =>
        (speaker === line.speaker || i < 3) &&
        CORRECTS.test(text) &&
        (NUMBER.test(text) || deadlinesIn(text).length > 0),
    )
  )
    return true
  const later = lines.slice(line.index + 1, line.index + 1 + LATE_CORRECTION_REACH)
  return later.some(
    (next, i) =>
      next.speaker === line.speaker &&
      TAKES_BACK.test(next.text) &&
      later.slice(i, i + 3).some(({ text, speaker }) => speaker === line.speaker && NUMBER.test(text)),
  )
}

/** True where another day is named in the next sentences: days are stated as the next meeting and with the tasks. */
function isMoved(line: Line, lines: readonly Line[]): boolean {
  const days = deadlinesIn(line.tidied).map(({ text }) => text.toLowerCase())
  return (
    days.length > 0 &&
    lines
      .slice(line.index + 1, line.index + 1 + CORRECTION_REACH)
      .some(({ tidied }) => deadlinesIn(tidied).some(({ text }) => !days.includes(text.toLowerCase())))
  )
}

/**
 * @returns a predicate: whether a price or an amount is named anew later: in the same unit, of the same thing, or in a later offer.
 * Of what was bargained over only what was said last holds. A call has hundreds of amounts: what comes after one is
 * looked up, not read again.
 */
function namedAnewIn(lines: readonly Line[]): (line: Line) => boolean {
  const amounts = lines.filter(
    ({ tidied, stems }) => NUMBER.test(tidied) && stems.some(isNumber) && deadlinesIn(tidied).length === 0,
  )
  /** Where each number was said last, by what it counts. */
  const lastSaid = new Map<string, Map<string, number>>()
  const say = (what: string, { stems, index }: Line) => {
    const numbers = lastSaid.get(what) ?? new Map<string, number>()
    // The last one comes last.
    for (const stem of stems.filter(isNumber)) {
      numbers.delete(stem)
      numbers.set(stem, index)
    }
    lastSaid.set(what, numbers)
  }
  for (const line of amounts) {
    const [things, units] = [thingsIn(line), unitsIn(line)]
    if (OFFERS.test(line.tidied) && AMOUNT_OF_MONEY.test(line.tidied)) say(OFFERED, line)
    for (const unit of units) say(ofThing('', unit), line)
    for (const thing of things) {
      if (MONEY.test(line.tidied)) say(ofThing(thing), line)
      for (const unit of units) say(ofThing(thing, unit), line)
    }
  }
  const newestFirst = new Map([...lastSaid].map(([what, numbers]) => [what, [...numbers].toReversed()]))
  const denials = lines.filter(({ tidied, stems }) => NOT_SO_MUCH.test(tidied) && stems.some(isNumber))
  const hasOtherAfter = (what: string, { index, stems }: Line) => {
    const [, at = index] = newestFirst.get(what)?.find(([number]) => !stems.includes(number)) ?? []
    return at > index
  }
  return (line) => {
    if (
      !NUMBER.test(line.tidied) ||
      !(MONEY.test(line.tidied) || RATE.test(line.tidied) || TERM.test(line.tidied)) ||
      PAST.test(line.tidied)
    )
      return false
    const units = unitsIn(line)
    // A price is replaced by another one for the same unit: "a register", "per user".
    if (isPrice(line))
      return hasOtherAfter(OFFERED, line) || units.some((unit) => hasOtherAfter(ofThing('', unit), line))
    return (
      denials.some(({ index, stems }) => index > line.index && stems.every((stem) => line.stems.includes(stem))) ||
      hasOtherAfter(OFFERED, line) ||
      thingsIn(line).some(
        (thing) =>
          hasOtherAfter(ofThing(thing), line) || units.some((unit) => hasOtherAfter(ofThing(thing, unit), line)),
      )
    )
  }
}

/** No thing or unit has a line break. */
const OFFERED = '\n'
const ofThing = (thing: string, unit = '') => `${thing}\n${unit}`

const NOT_SO_MUCH = /\b(?:it's|it is|that's|that is|it was) not\b/i
const TERM = /\b(?:standard|terms?|notice|invoice|payment|discount)\b.*\b(?:days|percent)\b/i
const OFFERS = new RegExp(
  String.raw`\b(?:that|this|it|which) (?:takes|brings|gets|puts|makes) (?:you|it|us|that)(?: down| up| back)? (?:to|at)\b|\b(?:(?:come|came|go|get|bring it) down|meet in the middle|(?:below|under|down to) (?:[\w-]+ ){0,2}(?:hundred|thousand|${TENS})|knock|reduce|full price|final|(?:I|we) can (?:do|go|live with)|(?:I|we)'d (?:do|go|come))\b`,
  'i',
)

const DENIES =
  /^(?:(?:well|oh|um|uh|so),? )*(?:no(?:pe)?[.,!]|no$|not (?:really|yet|quite)|that's not|it's not|I don't (?:want|need)|we don't (?:want|need)|we won't|I won't)/i
