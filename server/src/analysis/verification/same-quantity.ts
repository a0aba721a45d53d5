import type { Call, Claim } from './claim.ts'
import { CURRENCIES, quantitiesIn, type Quantity } from '../language/quantities.ts'

/** How far from a number its rate or limit may be, in characters. */
const NEARBY = 40
const RATE =
  /\b(?:(?:per|an?|each|every) (hour|day|week|month|quarter|year)|hourly|daily|weekly|monthly|quarterly|yearly|annual(?:ly)?)\b/gi
const ADVERBS: Record<string, string> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  annual: 'year',
  annually: 'year',
}
/** "At most", or "not more than". */
const limit = (words: string, than: string) =>
  new RegExp(String.raw`\b(?:${words})\b|(?:\b(?:no|not|never|without)|n['’]t)(?: \S+){0,4} (?:${than}) than\b`, 'i')
const MOST = limit(
  'at (?:the )?(?:very )?most|maximum|the most|up to|or (?:less|fewer|under)',
  'more|over|above|longer|later',
)
const LEAST = limit(
  'at (?:the )?(?:very )?least|minimum|the least|or (?:more|above|over)',
  'less|fewer|under|below|earlier',
)

/**
 * The same value was said, with the same unit if there was one. Speakers who know the subject often leave the unit out.
 */
export function isSaidAmong(
  number: Quantity,
  said: readonly Quantity[],
  call: Pick<Call, 'currencies' | 'quantities'>,
): boolean {
  const same = said.filter((other) => sameValue(number, other))
  const { unit } = number
  if (unit === null && isInThousands(number, said)) return true
  if (unit === null) return same.some((other) => number.counted === null || other.unit === null)
  if (same.some((other) => other.unit === unit)) return true
  const bare = same.some((other) => other.unit === null)
  // "Plus five", in a call that gives it in percent throughout.
  if (!CURRENCIES.has(unit))
    return bare && (said.some((other) => other.unit === unit) || call.quantities().some((other) => other.unit === unit))
  // "Below eighty-five", for something counted in thousands.
  const thousands = new Set([...number.values].map((value) => String(Number(value) / 1000)))
  if (said.some((other) => other.unit === null && !other.values.isDisjointFrom(thousands))) return true
  return bare && (call.currencies.size === 0 || call.currencies.has(unit))
}

/** "I can sign up to twenty-five", next to "thirty-eight thousand". */
function isInThousands({ values }: Quantity, said: readonly Quantity[]): boolean {
  const short = new Set(
    [...values].filter((value) => Number(value) % 1000 === 0).map((value) => String(Number(value) / 1000)),
  )
  return (
    said.some(({ values: other }) => [...other].some((value) => Number(value) >= 1000)) &&
    said.some((other) => other.unit === null && !other.values.isDisjointFrom(short))
  )
}

/** "Summer twenty-seven" means 2027. */
export function sameValue(a: Quantity, b: Quantity): boolean {
  return (
    !a.values.isDisjointFrom(b.values) ||
    [...a.values].some((value) => /^20\d\d$/.test(value) && b.unit === null && b.values.has(value.slice(2)))
  )
}

/**
 * What it counts was given another number, and wherever its own number was said, it counts something that the claim
 * doesn't mention. "Six names" may be "six champions' names"; a bare "thirteen" may count anything.
 */
export function countsOther(number: Quantity, said: readonly Quantity[], stems: ReadonlySet<string>): boolean {
  const { counted } = number
  if (counted === null) return false
  const same = said.filter((other) => sameValue(number, other))
  if (same.some((other) => other.beside.has(counted) || other.counted === null || stems.has(other.counted)))
    return false
  return said.some((other) => !sameValue(number, other) && other.counted === counted)
}

/** "25 of 2" for "two of twenty-five". */
export function turnedRound(claimed: readonly Quantity[], said: readonly Quantity[]): Quantity | undefined {
  return claimed.find((part, i) => {
    const whole = claimed[i + 1]
    if (!part.ofNext || whole === undefined || sameValue(part, whole)) return false
    return said.some((first, k) => {
      const second = said[k + 1]
      return first.ofNext && second !== undefined && sameValue(first, whole) && sameValue(second, part)
    })
  })
}

/** "Three drums and nine beekeepers" for "nine drums and three beekeepers". */
export function swapped(claimed: readonly Quantity[], said: readonly Quantity[]): Quantity | undefined {
  const isSaidOf = (number: Quantity, counted: string | null) =>
    counted !== null && said.some((other) => other.counted === counted && sameValue(number, other))
  return claimed.find((one, i) =>
    claimed
      .slice(i + 1)
      .some(
        (other) =>
          one.counted !== other.counted &&
          isSaidOf(one, other.counted) &&
          isSaidOf(other, one.counted) &&
          !isSaidOf(one, one.counted) &&
          !isSaidOf(other, other.counted),
      ),
  )
}

/** "A year" for what was said only "a month". */
export function isOtherRate(number: Quantity, { text, lines }: Claim): boolean {
  const own = ratesAfter(number, text)
  const said = lines.flatMap((line) =>
    quantitiesIn(line.text)
      .filter((other) => sameValue(number, other))
      .flatMap((other) => ratesAfter(other, line.text)),
  )
  const rates = new Set(lines.flatMap((line) => ratesIn(line.text)))
  return own.length > 0 && said.length > 0 && own.every((rate) => !rates.has(rate))
}

/** "At least" for what was said to be the most, and the other way round. */
export function isOtherLimit(number: Quantity, { text, lines }: Claim): boolean {
  const near = text.slice(Math.max(0, number.from - NEARBY), number.to + NEARBY)
  const said = lines.filter((line) => quantitiesIn(line.text).some((other) => sameValue(number, other)))
  const turnsOver = (own: RegExp, opposite: RegExp) =>
    own.test(near) &&
    !opposite.test(near) &&
    said.some((line) => opposite.test(line.text)) &&
    !lines.some((line) => own.test(line.text))
  return turnsOver(MOST, LEAST) || turnsOver(LEAST, MOST)
}

/** The times of the rate that follows a number: "three pounds forty a month". */
function ratesAfter({ to }: Quantity, text: string): string[] {
  return ratesIn(/^[^.?!;,]*/.exec(text.slice(to, to + NEARBY))?.[0] ?? '')
}

function ratesIn(text: string): string[] {
  return [...text.matchAll(RATE)].map(([word, time]) => (time ?? ADVERBS[word.toLowerCase()] ?? '').toLowerCase())
}
