import { around, isSaidOfSubject, type Call, type Claim, type Fault } from './claim.ts'
import { daysBetween, daysIn, getWeekday, type DayMention } from '../language/days.ts'

const NEAR = 1
/** Lines after a day in which it may be corrected. */
const AFTER = 3
const FORTNIGHT = 14
/** Between two days of which the second holds: "Thursday, yeah. No, let me say Friday." */
const CORRECTS =
  /(?:^|[.,;!?…\n–—-]\s*(?:um, |uh, )?(?:but |or,? )?)(?:no[,.]|no,? (?:wait|sorry|let)|wait|sorry|actually|rather|i mean|i meant|let me say|better say|better|make (?:it|that)|well,|hang on)/i
/** Said right after the day that holds. */
const SORRY = /^(?:,? sorry\b|, I mean(?:t)?\b)/i
/** "Today a supervisor plugs them in." */
const NOW = /\b(?:at the moment|currently|right now|now|these days|nowadays|so far|still)\b/i
const LONGEST_CORRECTION = 120

/**
 * Checks that every day of a claim was said in or near its lines, or is the same day as one said there; corrected days
 * don't count.
 */
export function checkDays(claim: Claim, call: Call): Fault | null {
  const claimed = daysIn(claim.text, call.date)
  if (claimed.length === 0) return null
  const near = new Set(around(call, claim, NEAR))
  const lines = around(call, claim, NEAR, AFTER)
  const text = lines.map((line) => line.text.replaceAll('\n', ' ')).join('\n')
  const lineAt = (place: number) => lines[text.slice(0, place).split('\n').length - 1]
  const said = heldDays(text, call.date).filter(({ from }) =>
    lines.some((line) => near.has(line) && line === lineAt(from)),
  )
  // The day is unambiguous if no other day is said.
  const noDay = claim.lines.every((line) => daysIn(line.text, null).length === 0)
  const isNow = lines.some((line) => near.has(line) && NOW.test(line.text))
  const wrong = claimed.find(
    (day) =>
      !said.some((other) => sameDay(day, other)) &&
      !((noDay || isMonth(day)) && isSaidElsewhere(day, claim, call)) &&
      !(isNow && day.relative === 'today'),
  )
  return wrong === undefined ? null : { reason: 'day', detail: wrong.text }
}

/** "Saturday's silence", "the February release": a day or month said about the same subject elsewhere in the call. */
function isSaidElsewhere(day: DayMention, claim: Claim, call: Call): boolean {
  return isSaidOfSubject(claim, call, (text) => daysIn(text, call.date).some((other) => sameDay(day, other)))
}

/**
 * The days of a text that were not corrected afterwards; a corrected day holds neither before the correction nor after
 * it in the same sentence.
 */
export function heldDays(text: string, callDate: string | null): DayMention[] {
  const days = daysIn(text, callDate)
  const corrections = days.flatMap((day, i) => {
    const next = days[i + 1]
    const apart = (other: DayMention) =>
      !sameDay(day, other) && isWhole(day) === isWhole(other) && other.from - day.to <= LONGEST_CORRECTION
    const instead =
      next !== undefined && apart(next) && corrects(text.slice(day.to, next.from)) && !wasSaid(next, day, days)
        ? next
        : sorryFor(
            days.slice(i + 1).filter((other) => apart(other) && other.day !== null),
            text,
          )
    return instead === undefined ? [] : [{ day, to: instead.to + text.slice(instead.to).search(/[.?!\n]|$/) }]
  })
  return days.filter(
    (day) => !corrections.some((correction) => day.from < correction.to && sameDay(day, correction.day)),
  )
}

/**
 * "The plan on the twenty-fourth, the dates on Wednesday." "Wait, on the twenty-fourth there's a call." corrects
 * nothing.
 */
function wasSaid(next: DayMention, day: DayMention, days: readonly DayMention[]): boolean {
  return days.some((other) => other.from < day.from && sameDay(other, next))
}

/** "Sixteenth. Sixteenth, sorry." corrects the day right before it, not an earlier one. */
function sorryFor([first, ...rest]: readonly DayMention[], text: string): DayMention | undefined {
  if (first === undefined) return undefined
  const other = rest.findIndex(({ day }) => day !== first.day)
  const repeated = other < 0 ? rest : rest.slice(0, other)
  return [first, ...repeated].find(({ to }) => SORRY.test(text.slice(to)))
}

/** Another speaker's line corrects what was said before it with its first words. */
function corrects(between: string): boolean {
  // The day before it is the one that holds: "Sixteenth, sorry. The seventeenth is our check-in."
  if (/^,? (?:sorry|i mean(?:t)?)\s*[.!?]/i.test(between)) return false
  const line = between.lastIndexOf('\n')
  return line < 0 ? CORRECTS.test(between) : (CORRECTS.exec(between.slice(line))?.index ?? -1) === 0
}

function isMonth(day: DayMention): boolean {
  return isWhole(day) && day.month !== null
}

/** A month or a week; a day within it is not a correction. */
function isWhole({ day, weekday: said, relative, iso }: DayMention): boolean {
  return day === null && said === null && iso === null && !/day|tomorrow/.test(relative ?? '')
}

/** Whether a claimed day is one that was said; parts that one of them leaves open match. */
function sameDay(claimed: DayMention, said: DayMention): boolean {
  if (claimed.iso !== null && claimed.iso === said.iso) return fits(claimed.weekday, weekday(said))
  if (claimed.relative !== null || said.relative !== null) return claimed.relative === said.relative
  if (claimed.day !== null)
    return (
      fits(claimed.day, getDay(said)) &&
      fits(claimed.month, said.month) &&
      fits(claimed.weekday, said.weekday) &&
      getDay(said) !== null
    )
  if (claimed.weekday !== null)
    return (
      claimed.weekday === weekday(said) &&
      (claimed.iso === null || said.iso === null || Math.abs(daysBetween(claimed.iso, said.iso)) <= FORTNIGHT)
    )
  return claimed.month !== null && claimed.month === getMonth(said)
}

function fits(claimed: number | null, said: number | null): boolean {
  return claimed === null || said === null || claimed === said
}

function getDay({ day, iso }: DayMention): number | null {
  return day ?? (iso === null ? null : Number(iso.slice(8)))
}

function getMonth({ month, iso }: DayMention): number | null {
  return month ?? (iso === null ? null : Number(iso.slice(5, 7)))
}

function weekday({ weekday: said, iso }: DayMention): number | null {
  return said ?? (iso === null ? null : getWeekday(iso))
}
