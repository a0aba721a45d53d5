import { around, type Call, type Claim, type Fault } from './claim.ts'
import { daysBetween, daysIn, weekdayOf, type DayMention } from './days.ts'

const NEAR = 1
/** Lines after in which a day may be put right. */
const AFTER = 3
const FORTNIGHT = 14
/** Between two days of which the second holds: "Thursday, yeah. No, let me say Friday." */
const CORRECTS =
  /(?:^|[.,;!?…\n–—-]\s*(?:um, |uh, )?(?:but |or,? )?)(?:no[,.]|no,? (?:wait|sorry|let)|wait|sorry|actually|rather|i mean|i meant|let me say|better say|better|make (?:it|that)|well,|hang on)/i
/** Said right behind the day that holds. */
const SORRY = /^(?:,? sorry\b|, I mean(?:t)?\b)/i
const LONGEST_CORRECTION = 120

/** Every day of a claim was said in its lines or close by, or is the same day as one said there; one that was put right doesn't count. */
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
  const wrong = claimed.find((day) => !said.some((other) => sameDay(day, other)))
  return wrong === undefined ? null : { reason: 'day', detail: wrong.text }
}

/** The days of a text that were not put right afterwards; one that was doesn't hold before that, nor in the same sentence after it. */
export function heldDays(text: string, callDate: string | null): DayMention[] {
  const days = daysIn(text, callDate)
  const corrections = days.flatMap((day, i) => {
    const next = days[i + 1]
    const apart = (other: DayMention) =>
      !sameDay(day, other) && isWhole(day) === isWhole(other) && other.from - day.to <= LONGEST_CORRECTION
    const instead =
      next !== undefined && apart(next) && corrects(text.slice(day.to, next.from))
        ? next
        : days.slice(i + 1).find((other) => apart(other) && SORRY.test(text.slice(other.to)))
    return instead === undefined ? [] : [{ day, to: instead.to + text.slice(instead.to).search(/[.?!\n]|$/) }]
  })
  return days.filter(
    (day) => !corrections.some((correction) => day.from < correction.to && sameDay(day, correction.day)),
  )
}

/** Somebody else's line puts right what was said before it with its first words. */
function corrects(between: string): boolean {
  const line = between.lastIndexOf('\n')
  return line < 0 ? CORRECTS.test(between) : (CORRECTS.exec(between.slice(line))?.index ?? -1) === 0
}

/** A month or a week; a day in it doesn't put it right. */
function isWhole({ day, weekday: said, relative, iso }: DayMention): boolean {
  return day === null && said === null && iso === null && !/day|tomorrow/.test(relative ?? '')
}

/** Whether a day that is claimed is one that was said; what one of them leaves open fits. */
function sameDay(claimed: DayMention, said: DayMention): boolean {
  if (claimed.iso !== null && claimed.iso === said.iso) return fits(claimed.weekday, weekday(said))
  if (claimed.relative !== null || said.relative !== null) return claimed.relative === said.relative
  if (claimed.day !== null)
    return (
      fits(claimed.day, dayOf(said)) &&
      fits(claimed.month, said.month) &&
      fits(claimed.weekday, said.weekday) &&
      dayOf(said) !== null
    )
  if (claimed.weekday !== null)
    return (
      claimed.weekday === weekday(said) &&
      (claimed.iso === null || said.iso === null || Math.abs(daysBetween(claimed.iso, said.iso)) <= FORTNIGHT)
    )
  return claimed.month !== null && claimed.month === monthOf(said)
}

function fits(claimed: number | null, said: number | null): boolean {
  return claimed === null || said === null || claimed === said
}

function dayOf({ day, iso }: DayMention): number | null {
  return day ?? (iso === null ? null : Number(iso.slice(8)))
}

function monthOf({ month, iso }: DayMention): number | null {
  return month ?? (iso === null ? null : Number(iso.slice(5, 7)))
}

function weekday({ weekday: said, iso }: DayMention): number | null {
  return said ?? (iso === null ? null : weekdayOf(iso))
}
