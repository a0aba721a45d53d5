import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { around, type Call, type Claim, type Fault } from './claim.ts'
import { daysIn, type DayMention } from '../language/days.ts'
import { contentStems, stem } from '../language/english.ts'
import { quantitiesIn, type Quantity } from '../language/quantities.ts'
import {
  countsOther,
  isOtherLimit,
  isOtherRate,
  isSaidAmong,
  sameValue,
  swapped,
  turnedRound,
} from './same-quantity.ts'

/** "One" and "first" don't count anything. */
const LEAST_COUNTED = 2
const LISTED = new Set(
  [
    'thing',
    'question',
    'point',
    'issue',
    'topic',
    'reason',
    'matter',
    'item',
    'option',
    'company',
    'side',
    'party',
  ].map(stem),
)
const NEAR = 1
/** A time of day, like a day, is often agreed in the answers. */
const TIME_AFTER = 3
/** Counts what the claim tells in order. */
const ORDER = /^(?:second|third) (?:visit|meeting|call|demo|session|round|part|phase|step)\b/i

/**
 * Checks that every number of a claim is said in or next to its lines: same value, same unit, counting the same thing.
 */
export function checkNumbers(claim: Claim, call: Call): Fault | null {
  const claimed = claimedNumbers(claim, call)
  if (claimed.length === 0) return null
  const said = around(call, claim, NEAR).flatMap(({ text }) => quantitiesIn(text))
  const stems = new Set(contentStems(claim.text))
  const wrong =
    missingAmong(claimed, claim, call).find((number) => !isSaidElsewhere(number, said, call)) ??
    claimed.find((number) => countsOther(number, said, stems)) ??
    turnedRound(claimed, said) ??
    swapped(claimed, said) ??
    claimed.find((number) => isOtherRate(number, claim) || isOtherLimit(number, claim))
  if (wrong === undefined) return null
  const isInvented = !call.quantities().some((other) => sameValue(wrong, other))
  return { reason: 'number', detail: wrong.shown, isHard: isInvented }
}

/** Numbers of a true claim that are missing from its lines but said of the same thing elsewhere in the call. */
export function unprovenNumbers(claim: Claim, call: Call): string[] {
  return [...new Set(missingAmong(claimedNumbers(claim, call), claim, call).map(({ shown }) => shown))]
}

function claimedNumbers({ text }: Claim, call: Call): Quantity[] {
  const days = daysIn(text, call.date)
  return quantitiesIn(text).filter(
    (number) => counts(number) && !ORDER.test(text.slice(number.from)) && !days.some((day) => isDate(number, day)),
  )
}

function missingAmong(claimed: readonly Quantity[], claim: Claim, call: Call): Quantity[] {
  if (claimed.length === 0) return []
  const near = around(call, claim, NEAR)
  const said = near.flatMap(({ text }) => quantitiesIn(text))
  const isName = (number: Quantity) =>
    near.some(({ speaker }) => (speaker ?? '').toLowerCase().includes(number.text.toLowerCase()))
  const isTime = ({ from }: Quantity) => /\bat $/i.test(claim.text.slice(0, from))
  const later = claimed.some(isTime)
    ? around(call, claim, NEAR, TIME_AFTER).flatMap(({ text }) => quantitiesIn(text))
    : said
  return claimed.filter(
    (number) =>
      !isName(number) && !isSaidTime(number.text, near) && !isSaidAmong(number, isTime(number) ? later : said, call),
  )
}

const CLOCK = /^(\d{1,2})[:.](\d\d)$/
const HOURS = 'twelve one two three four five six seven eight nine ten eleven'.split(' ')
const PAST: Record<string, string> = { '05': 'five', '10': 'ten', '15': '(?:a )?quarter', '20': 'twenty', '30': 'half' }
const TO: Record<string, string> = {
  '35': 'twenty-five',
  '40': 'twenty',
  '45': '(?:a )?quarter',
  '50': 'ten',
  '55': 'five',
}

/** "4:50" is said as "ten to five", "23:30" as "half past eleven" or "half eleven". */
function isSaidTime(number: string, lines: readonly Segment[]): boolean {
  const [, hours = '', minutes = ''] = CLOCK.exec(number) ?? []
  const [past, to] = [PAST[minutes], TO[minutes]]
  const hour = (ahead: number) => HOURS[(Number(hours) + ahead) % 12]
  const words = past === undefined ? to && `${to} to ${hour(1)}` : `${past} (?:past |after )?${hour(0)}`
  return words !== undefined && words !== '' && lines.some(({ text }) => new RegExp(`\\b${words}\\b`, 'i').test(text))
}

/** The same value for the same thing, and the claim's own lines give that thing no other value. */
function isSaidElsewhere(number: Quantity, near: readonly Quantity[], call: Call): boolean {
  const sameThing = (other: Quantity) =>
    number.unit === null ? number.counted !== null && other.counted === number.counted : other.unit === number.unit
  if (near.some((other) => sameThing(other) || sameValue(number, other))) return false
  return call.quantities().some((other) => sameThing(other) && sameValue(number, other))
}

/** A number that is part of a date is checked with the date. */
function isDate({ from, values }: Quantity, day: DayMention): boolean {
  return (
    from >= day.from &&
    from < day.to &&
    [day.day, ...(day.iso ?? '').split('-').map(Number)].some((part) => part !== null && values.has(String(part)))
  )
}

/** "Two things are open" counts what the sentence lists. */
function counts({ values, counted }: Quantity): boolean {
  const isCounted = [...values].some((value) => Number(value) >= LEAST_COUNTED || !Number.isInteger(Number(value)))
  return isCounted && !(counted !== null && LISTED.has(counted) && [...values].some((value) => Number(value) < 10))
}
