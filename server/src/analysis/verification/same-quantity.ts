import type { Call } from './claim.ts'
import { CURRENCIES, type Quantity } from '../language/quantities.ts'

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
