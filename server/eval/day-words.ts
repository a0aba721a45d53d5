import { contentWords, shareIn } from './content-words.ts'

const words = (list: string) => list.split(' ')
const WEEKDAYS = words('sunday monday tuesday wednesday thursday friday saturday')
const MONTHS = words('january february march april may june july august september october november december')
const TO_NINTH = words('first second third fourth fifth sixth seventh eighth ninth')
const TO_NINETEENTH = words(
  'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
)
const ORDINALS = [
  ...TO_NINTH,
  ...TO_NINETEENTH,
  'twentieth',
  ...TO_NINTH.map((word) => `twenty-${word}`),
  'thirtieth',
  'thirty-first',
]

const WEEKDAY = new RegExp(String.raw`\b(?:${WEEKDAYS.join('|')})\b`, 'g')
const MONTH = MONTHS.join('|')
const ORDINAL = new RegExp(String.raw`\b(?:${ORDINALS.toReversed().join('|')})\b`, 'g')
/**
 * "24 September", "September 24", "Wednesday the 24th", "the 24th"; a bare "first", "second" or "third" is no day.
 */
const DATES = [
  String.raw`\b(\d{1,2})(?:th)?(?: of)? (?:${MONTH})\b`,
  String.raw`\b(?:${MONTH}) (?:the )?(\d{1,2})\b`,
  String.raw`day,? (?:the )?(\d{1,2})th\b`,
  String.raw`\b([4-9]|[12]\d|3[01])th\b`,
].map((source) => new RegExp(source, 'g'))
const NO_MONTH = /(?<!\b(?:in|of|mid|early|late|by|until|before) |\d |\dth )\bmay\b(?! (?:the )?\d)/g
const TODAY = /\btoday\b|\btonight\b|\bthis (?:morning|afternoon|evening)\b/
const END_OF = /\b(end|middle|beginning) of (?:the |this )?(?:(?:next|coming) )?(week|month|quarter|year)\b/g
const NEXT = /\b(next|this) (week|month|quarter|year)\b|\b(weekend)\b/g
const NEXT_MEETING =
  /\b(?:before|until|by|for) (?:we |you |they )?(?:the |our )?(?:next )?(?:meeting|meet|call|speak|talk)\b/

const KINDS = ['weekdays', 'dates', 'months', 'spans'] as const
type Days = Record<(typeof KINDS)[number], Set<string>>

/**
 * Whether an item names the day of a task: one of its days, and none that contradicts it.
 * @param due the day as spoken ("Wednesday the twenty-fourth", "tomorrow").
 * @param date the day of the call, ISO.
 */
export function mentionsDay(item: string, due: string, date: string): boolean {
  const [own, expected] = [daysIn(item, date), daysIn(due, date)]
  // "Once it is signed" has no day, so its words must match.
  if (KINDS.every((kind) => expected[kind].size === 0)) return shareIn(contentWords(due), contentWords(item)) >= 0.5
  const contradicted = (['weekdays', 'dates', 'months'] as const).some(
    (kind) => own[kind].size > 0 && expected[kind].size > 0 && own[kind].isDisjointFrom(expected[kind]),
  )
  // "In May" doesn't name Tuesday, 12 May.
  const hasDay = expected.weekdays.size > 0 || expected.dates.size > 0
  return (
    !contradicted && KINDS.some((kind) => !(kind === 'months' && hasDay) && !own[kind].isDisjointFrom(expected[kind]))
  )
}

function daysIn(text: string, date: string): Days {
  const plain = withDates(text, date)
  const all = (pattern: RegExp) => [...plain.matchAll(pattern)].map(([, ...found]) => found.filter(Boolean).join(' '))
  return {
    weekdays: new Set(plain.match(WEEKDAY)),
    dates: new Set(DATES.flatMap(all)),
    months: new Set(plain.match(new RegExp(String.raw`\b(?:${MONTH})\b`, 'g'))),
    spans: new Set([...all(END_OF), ...all(NEXT), ...(NEXT_MEETING.test(plain) ? ['next meeting'] : [])]),
  }
}

/** Ordinals become digits, today and tomorrow become their dates, and a "may" that isn't a month is dropped. */
function withDates(text: string, date: string): string {
  const hyphened = text.toLowerCase().replaceAll(/\b(twenty|thirty) (?=[a-z]+(?:st|nd|rd|th)\b)/g, '$1-')
  const digits = hyphened
    .replace(ORDINAL, (word) => `${ORDINALS.indexOf(word) + 1}th`)
    .replaceAll(/\b(\d{1,2})(?:st|nd|rd)\b/g, '$1th')
  const plain = digits.replaceAll(NO_MONTH, '')
  return [plain, TODAY.test(plain) ? written(date, 0) : '', /\btomorrow\b/.test(plain) ? written(date, 1) : ''].join(
    ' ',
  )
}

function written(date: string, daysLater: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + daysLater)
  return `${WEEKDAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`
}
