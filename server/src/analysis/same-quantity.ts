import type { Call } from './claim.ts'
import { CURRENCIES, type Quantity } from './quantities.ts'

/** The same value was said, and with the same unit where one was. Among people who know what they speak of it is often left out. */
export function isSaidAmong(number: Quantity, said: readonly Quantity[], call: Pick<Call, 'currencies'>): boolean {
  const same = said.filter((other) => sameValue(number, other))
  const { unit } = number
  if (unit === null) return same.some((other) => number.counted === null || other.unit === null)
  if (same.some((other) => other.unit === unit)) return true
  const bare = same.some((other) => other.unit === null)
  if (!CURRENCIES.has(unit)) return bare && said.some((other) => other.unit === unit)
  // "Below eighty-five", of what comes in thousands.
  const thousands = new Set([...number.values].map((value) => String(Number(value) / 1000)))
  if (said.some((other) => other.unit === null && !other.values.isDisjointFrom(thousands))) return true
  return bare && (call.currencies.size === 0 || call.currencies.has(unit))
}

/** "Summer twenty-seven" is that of 2027. */
export function sameValue(a: Quantity, b: Quantity): boolean {
  return (
    !a.values.isDisjointFrom(b.values) ||
    [...a.values].some((value) => /^20\d\d$/.test(value) && b.unit === null && b.values.has(value.slice(2)))
  )
}

/** What it counts was given another number, and its own number counts something else. */
export function countsOther(number: Quantity, said: readonly Quantity[]): boolean {
  const { counted } = number
  if (counted === null || said.some((other) => sameValue(number, other) && other.beside.has(counted))) return false
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
