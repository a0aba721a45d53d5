import { daysIn } from './days.ts'
import type { Claim, Fault } from './claim.ts'
import { quantitiesIn, type Quantity } from './quantities.ts'
import { sameValue } from './same-quantity.ts'

/** A value of money, share or time that a later line of the claim replaces: of what was bargained over the last word holds. */
const BARGAINED = new Set([
  'dollar',
  'pound',
  'euro',
  'rupee',
  'yen',
  'percent',
  'minute',
  'hour',
  'week',
  'month',
  'year',
])
/** Prices that are said without their currency differ by no more than this factor. */
const LIKE = 2
const FEWEST_PRICE = 1000
const ORDINAL = /(?:st|nd|rd|th|first|second|third|\bhalf past .*)$/i
const TIME = /\b(?:at|before|after|by|until|till|from|around|past) $/i

/** A number of the claim's lines that isn't the last word in them. */
export function checkLastWord(claim: Claim): Fault | null {
  const own = amountsIn(claim.text)
  if (own.length === 0) return null
  const said = claim.lines.flatMap(({ text }, at) =>
    amountsIn(text).map((quantity) => ({ ...quantity, at, line: text })),
  )
  for (const number of own) {
    const mentions = said.filter((other) => sameValue(number, other))
    const last = mentions.at(-1)
    if (last === undefined) continue
    const replaced = said.some(
      (other) =>
        other.at > last.at &&
        isLike(number, other) &&
        !sameValue(number, other) &&
        !own.some((also) => sameValue(also, other)) &&
        !said.some((again) => again.at > other.at && sameValue(again, number)),
    )
    if (replaced) return { reason: 'number', detail: number.shown }
  }
  return null
}

/** The numbers of a text that belong to no day and no time of day. */
function amountsIn(text: string): Quantity[] {
  const days = daysIn(text, null)
  return quantitiesIn(text).filter(
    ({ from, text: words }) =>
      !ORDINAL.test(words) && !TIME.test(text.slice(0, from)) && !days.some((day) => from >= day.from && from < day.to),
  )
}

/** Could be another price, share or term of the same thing. */
function isLike(number: Quantity, other: Quantity): boolean {
  if (number.unit !== null || other.unit !== null) return number.unit === other.unit && BARGAINED.has(number.unit ?? '')
  const [a, b] = [Math.max(...[...number.values].map(Number)), Math.max(...[...other.values].map(Number))]
  return (
    number.counted === null &&
    other.counted === null &&
    Math.min(a, b) >= FEWEST_PRICE &&
    Math.max(a, b) <= LIKE * Math.min(a, b)
  )
}
