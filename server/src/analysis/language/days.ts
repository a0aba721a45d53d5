import { memoize } from './memoize.ts'
import { casual, type Component, type ParsedResult } from 'chrono-node'
import { MONTHS, spokenDays } from './spoken-days.ts'

/** A day, or a period of days, that a text names. */
export interface DayMention {
  text: string
  /** Start and end offset, end exclusive. */
  from: number
  to: number
  /** The day, `YYYY-MM-DD`; null if unknown: a period ("next week", "in June"), or a call of unknown date. */
  iso: string | null
  /** The spoken parts: weekday, 0 is Sunday; day 1–31; month 1–12. */
  weekday: number | null
  day: number | null
  month: number | null
  /** A period or a day relative to the call, in one spelling ("next week", "today"); null for others. */
  relative: string | null
}

/** A text without one of these is skipped. */
const HINT =
  /day\b|\b(?:tonight|today|tomorrow|yesterday|mon|tues?|wed|thurs?|fri|weeks?|weekend|month|morning|afternoon|evening|fortnight|jan|feb|mar|march|apr|april|may|june?|july?|aug|sept?|oct|nov|dec|\d{4}-\d\d|\d{1,2}[/.]\d{1,2}|the \d|\d+(?:st|nd|rd|th))|uary\b|ember\b|ober\b|august|\b(?:fir|seco|thi|four|fif|six|seven|eigh|nin|ten|eleven|twelf|twent|thirt)\w*(?:st|nd|rd|th)\b/i
/** Words that chrono takes for a day although people rarely mean one. */
const NO_DAY =
  /weekend|^(?:(?:a|the|next|the next|each|every|one|per) day|now|sat|sun|mar|dec|second|sec|this|last night|mon|wed|in the week)$/i
/** Verbs unless capitalized and after such a word. */
const MONTH_OR_VERB = /^(?:may|march)$/i
const BEFORE_MONTH =
  /\b(?:in|by|of|until|till|since|from|mid|early|late|next|last|this|before|after|end|through|for|a) $/i
/** "By the month" is how one pays, not a day. */
const STRETCH =
  /\b(?:(?:the )?(?:end|beginning|start|middle|back) of )?(?:(?:the )?(?:week|month) of )?(?:(this|next|last|(?<!\bby )the|of the) (week(?:end)?|month|quarter|year)|in (?:the|a) (?:week|month|fortnight)|mid[- ]?week|this coming week|week after next)\b(?! (?:of|after|before)\b)/gi
const DAY_WORD =
  /\b(?:today|tonight|this (?:morning|afternoon|evening)|(?:the )?day after tomorrow|tomorrow|yesterday|(?:by |at )?(?:the )?(?:end|close) of (?:the )?(?:day|play|business))\b/i
const MS_PER_DAY = 86_400_000

/**
 * The days that an English text names, in order. "Friday" is the next one after the call, "the sixteenth" too.
 * @param callDate the day of the call, `YYYY-MM-DD`; null: unknown.
 */
export function daysIn(text: string, callDate: string | null): readonly DayMention[] {
  return HINT.test(text) ? readDays(`${callDate ?? ''} ${text}`) : []
}

/** Takes the date and the text in one, the date first. */
const readDays = memoize((dated: string): readonly DayMention[] => {
  const text = dated.slice(dated.indexOf(' ') + 1)
  const callDate = dated.startsWith(' ') ? null : dated.slice(0, dated.indexOf(' '))
  const stretches = [...text.matchAll(STRETCH)].map((found) => getSpan(found[0], found.index))
  const spoken = spokenDays(text).map((found) => ({
    ...found,
    relative: null,
    iso: callDate === null ? null : nextDay(callDate, found),
  }))
  const read = casual
    .parse(text, getNoon(callDate ?? '2024-01-03'), { forwardDate: true })
    .flatMap((found) => getDay(found, text, callDate) ?? [])
  const apart: DayMention[] = []
  for (const mention of [...spoken, ...read, ...stretches])
    if (!apart.some((other) => mention.from < other.to && mention.to > other.from)) apart.push(mention)
  return apart.toSorted((a, b) => a.from - b.from)
})

/** Weekday of a date, 0 is Sunday. */
export function getWeekday(iso: string): number {
  return getNoon(iso).getUTCDay()
}

/** Number of days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((getNoon(to).getTime() - getNoon(from).getTime()) / MS_PER_DAY)
}

function getNoon(iso: string): Date {
  return new Date(`${iso}T12:00:00Z`)
}

function getSpan(text: string, from: number): DayMention {
  const plain = text
    .toLowerCase()
    .replace(/-/g, ' ')
    .replace(/\bof the (?=week|month)/, 'of this ')
    .replace(/^the (?=week|month)/, 'this ')
    .replace(/^(?:the )?/, '')
  return { text, from, to: from + text.length, iso: null, weekday: null, day: null, month: null, relative: plain }
}

function getDay(found: ParsedResult, source: string, callDate: string | null): DayMention | null {
  const { start } = found
  const text = found.text.replace(/^(?:on|in|by) /i, '').replace(/[\s,.]+$/, '')
  const index = found.index + found.text.indexOf(text)
  const said = (part: Component) => (start.isCertain(part) ? start.get(part) : null)
  const month = said('month')
  const monthName = month === null ? '' : (MONTHS[month - 1] ?? '')
  const named =
    start.isCertain('weekday') ||
    /\d|day|morning|afternoon|evening|night|week|tomorrow/i.test(text) ||
    (monthName !== '' && text.toLowerCase().includes(monthName.slice(0, 3)))
  if (
    !named ||
    NO_DAY.test(text) ||
    (MONTH_OR_VERB.test(text) &&
      !BEFORE_MONTH.test(source.slice(0, index)) &&
      !/^[.?!,]|^$/.test(source.slice(index + text.length)))
  )
    return null
  // "7.30" and "24/7" are no dates, nor is a duration that began at some hour.
  if (
    /^\d{1,2}\.\d{1,2}$|^24\/7$|\b(?:hours?|minutes?|seconds?|years?|days|weeks|months)\b/i.test(text) ||
    (/^\d/.test(text) && !start.isCertain('month'))
  )
    return null
  const relative = DAY_WORD.exec(text)?.[0].toLowerCase() ?? null
  const wholeMonth = month !== null && !start.isCertain('day')
  const byDay = relative !== null || start.isCertain('weekday')
  const dateSaid =
    start.isCertain('month') &&
    start.isCertain('day') &&
    monthName !== '' &&
    new RegExp(`${monthName.slice(0, 3)}|\\d[/.-]\\d`, 'i').test(text)
  if (!byDay && !dateSaid && !wholeMonth) return null
  const iso = start.date()
  const resolved =
    (callDate === null && !start.isCertain('year')) || (callDate === null && !dateSaid) || wholeMonth
      ? null
      : getIso(start.get('year'), start.get('month'), start.get('day'), iso)
  return {
    text,
    from: index,
    to: index + text.length,
    iso: resolved,
    weekday: /\b(?:mon|tues?|wed|thu|fri|sat|sun)/i.test(text) ? said('weekday') : null,
    day: dateSaid ? said('day') : null,
    month: dateSaid || wholeMonth ? month : null,
    relative: relative === null ? null : oneSpelling(relative),
  }
}

/** Parts of today count as today. */
function oneSpelling(relative: string): string {
  return /^(?:today|tonight|this )|of (?:the )?(?:day|play|business)$/.test(relative)
    ? 'today'
    : relative.replace(/^the /, '')
}

function getIso(year: number | null, month: number | null, day: number | null, fallback: Date): string {
  const parts = [year ?? fallback.getUTCFullYear(), month ?? fallback.getUTCMonth() + 1, day ?? fallback.getUTCDate()]
  return parts.map((part, i) => String(part).padStart(i === 0 ? 4 : 2, '0')).join('-')
}

/** The first such day of the month on or after the call, in the named month if there is one. */
function nextDay(callDate: string, { day, month }: { day: number | null; month: number | null }): string | null {
  const [year = 0, callMonth = 1, callDay = 1] = callDate.split('-').map(Number)
  if (day === null) return null
  for (let ahead = 0; ahead < 13; ahead++) {
    const at: Date = new Date(Date.UTC(year, callMonth - 1 + ahead, day, 12))
    const fits =
      at.getUTCDate() === day && (ahead > 0 || day >= callDay) && (month === null || at.getUTCMonth() + 1 === month)
    if (fits) return at.toISOString().slice(0, 10)
  }
  return null
}
