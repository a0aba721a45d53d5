import type { Claim, Fault } from './claim.ts'
import { amountsIn, CURRENCIES, type Quantity } from '../language/quantities.ts'
import { sameValue } from './same-quantity.ts'

/** Units of negotiable values, where the last value said holds. */
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
/** Prices without a currency differ by at most this factor. */
const LIKE = 2
/** A sum that differs more is for something else: the deposit beside the price. */
const SAME_SUM = 3
const FEWEST_PRICE = 1000

/** Finds a number that a later line of the claim replaces. */
export function checkLastWord(claim: Claim): Fault | null {
  const own = amountsIn(claim.text)
  if (own.length === 0) return null
  const said = claim.lines.flatMap(({ text }, at) => amountsIn(text).map((quantity) => ({ ...quantity, at })))
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

/** May be another price, share or term for the same thing. */
function isLike(number: Quantity, other: Quantity): boolean {
  const [a, b] = [Math.max(...[...number.values].map(Number)), Math.max(...[...other.values].map(Number))]
  if (number.unit !== null || other.unit !== null)
    return (
      number.unit === other.unit &&
      BARGAINED.has(number.unit ?? '') &&
      (!CURRENCIES.has(number.unit ?? '') || Math.max(a, b) <= SAME_SUM * Math.min(a, b))
    )
  return (
    number.counted === null &&
    other.counted === null &&
    Math.min(a, b) >= FEWEST_PRICE &&
    Math.max(a, b) <= LIKE * Math.min(a, b)
  )
}
