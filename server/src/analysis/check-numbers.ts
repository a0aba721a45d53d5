import { around, type Call, type Claim, type Fault } from './claim.ts'
import { daysIn } from './days.ts'
import { quantitiesIn, type Quantity } from './quantities.ts'

/** "One" and "first" count nothing. */
const LEAST_COUNTED = 2
const NEAR = 1

/** Every number of a claim is said in its lines or beside them: the same value, of the same unit, counting the same. */
export function checkNumbers(claim: Claim, call: Call): Fault | null {
  const days = daysIn(claim.text, call.date)
  const claimed = quantitiesIn(claim.text).filter((number) => counts(number) && !days.some((day) => number.from >= day.from && number.from < day.to))
  if (claimed.length === 0) return null
  const near = around(call, claim, NEAR)
  const said = near.flatMap(({ text }) => quantitiesIn(text))
  const isName = (number: Quantity) => near.some(({ speaker }) => (speaker ?? '').toLowerCase().includes(number.text.toLowerCase()))
  const wrong = claimed.find((number) => !isName(number) && !isSaid(number, said)) ?? claimed.find((number) => countsOther(number, said)) ?? turnedRound(claimed, said)
  return wrong === undefined ? null : { reason: 'number', detail: wrong.shown }
}

function counts({ text, values }: Quantity): boolean {
  return /\d/.test(text) || [...values].some((value) => Number(value) >= LEAST_COUNTED || !Number.isInteger(Number(value)))
}

/** The same value was said, and with the same unit where one was. Among people who know what they speak of it is often left out. */
function isSaid(number: Quantity, said: readonly Quantity[]): boolean {
  const same = said.filter((other) => sameValue(number, other))
  const units = same.flatMap(({ unit }) => unit ?? [])
  return same.length > 0 && (number.unit === null || units.length === 0 || units.includes(number.unit))
}

function sameValue(a: Quantity, b: Quantity): boolean {
  return !a.values.isDisjointFrom(b.values)
}

/** What it counts was given another number, and its own number counts something else. */
function countsOther(number: Quantity, said: readonly Quantity[]): boolean {
  if (number.counted === null) return false
  const own = said.filter((other) => sameValue(number, other))
  if (own.some((other) => other.counted === null || other.beside.has(number.counted ?? ''))) return false
  return said.some((other) => !sameValue(number, other) && other.counted === number.counted)
}

/** "25 of 2" for "two of twenty-five". */
function turnedRound(claimed: readonly Quantity[], said: readonly Quantity[]): Quantity | undefined {
  return claimed.find((part, i) => {
    const whole = claimed[i + 1]
    if (!part.ofNext || whole === undefined) return false
    const pairs = said.flatMap((first, k) => (first.ofNext && said[k + 1] !== undefined ? [[first, said[k + 1]] as const] : []))
    const turned = pairs.some(([first, second]) => sameValue(first, whole) && second !== undefined && sameValue(second, part))
    return turned && !sameValue(part, whole)
  })
}
