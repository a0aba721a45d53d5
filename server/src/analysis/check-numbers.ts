import { around, type Call, type Claim, type Fault } from './claim.ts'
import { daysIn, type DayMention } from './days.ts'
import { CURRENCIES, quantitiesIn, type Quantity } from './quantities.ts'

/** "One" and "first" count nothing. */
const LEAST_COUNTED = 2
const NEAR = 1
/** A time of day, as a day, is often agreed on in the answers. */
const TIME_AFTER = 3

/** Every number of a claim is said in its lines or beside them: the same value, of the same unit, counting the same. */
export function checkNumbers(claim: Claim, call: Call): Fault | null {
  const days = daysIn(claim.text, call.date)
  const claimed = quantitiesIn(claim.text).filter((number) => counts(number) && !days.some((day) => isDate(number, day)))
  if (claimed.length === 0) return null
  const near = around(call, claim, NEAR)
  const said = near.flatMap(({ text }) => quantitiesIn(text))
  const later = around(call, claim, NEAR, TIME_AFTER).flatMap(({ text }) => quantitiesIn(text))
  const isTime = ({ from }: Quantity) => /\bat $/i.test(claim.text.slice(0, from))
  const isName = (number: Quantity) => near.some(({ speaker }) => (speaker ?? '').toLowerCase().includes(number.text.toLowerCase()))
  const wrong = claimed.find((number) => !isName(number) && !isSaid(number, isTime(number) ? later : said, call)) ?? claimed.find((number) => countsOther(number, said)) ?? turnedRound(claimed, said)
  return wrong === undefined ? null : { reason: 'number', detail: wrong.shown }
}

/** A number of a date is looked at with the date. */
function isDate({ from, values }: Quantity, day: DayMention): boolean {
  return from >= day.from && from < day.to && [day.day, ...(day.iso ?? '').split('-').map(Number)].some((part) => part !== null && values.has(String(part)))
}

function counts({ text, values }: Quantity): boolean {
  return /\d/.test(text) || [...values].some((value) => Number(value) >= LEAST_COUNTED || !Number.isInteger(Number(value)))
}

/** The same value was said, and with the same unit where one was. Among people who know what they speak of it is often left out. */
function isSaid(number: Quantity, said: readonly Quantity[], call: Call): boolean {
  const same = said.filter((other) => sameValue(number, other))
  const { unit } = number
  if (unit === null && number.counted !== null && same.every((other) => other.unit !== null)) return false
  if (unit === null || same.some((other) => other.unit === unit)) return same.length > 0
  if (CURRENCIES.has(unit) && call.currencies.size === 0) return same.some((other) => other.unit === null)
  return same.some((other) => other.unit === null) && (CURRENCIES.has(unit) ? call.currencies.has(unit) : said.some((other) => other.unit === unit))
}

function sameValue(a: Quantity, b: Quantity): boolean {
  return !a.values.isDisjointFrom(b.values)
}

/** What it counts was given another number, and its own number counts something else. */
function countsOther(number: Quantity, said: readonly Quantity[]): boolean {
  if (number.counted === null) return false
  if (said.some((other) => sameValue(number, other) && other.beside.has(number.counted ?? ''))) return false
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
