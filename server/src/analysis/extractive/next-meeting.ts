import { isFarewell, refuses } from './acts.ts'
import type { Line } from './lines.ts'
import { deadlinesIn } from '../language/deadlines.ts'
import { contentStems } from './words.ts'

/** The day and time agreed for the next meeting. */
export interface NextMeeting {
  /** "Wednesday the twenty-ninth, ten Central" */
  when: string
  lines: number[]
}

const HOUR = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)'
const TIME = new RegExp(
  String.raw`\b(?:(?:half past|half|quarter past|quarter to) ${HOUR}|(?:at )?${HOUR} (?:o'clock|thirty|fifteen|forty-five|Central|Eastern|Pacific|Mountain|GMT|your time|my time|UK time|in the (?:morning|afternoon|evening)|[ap]\.?m\.?)|at ${HOUR}|(?:at )?\d{1,2}(?::\d\d)? ?(?:[ap]\.?m\.?|o'clock)|\d{1,2}:\d\d|noon|midday)`,
  'i',
)
const ABOUT_MEETING =
  /\b(?:we(?:'re| are)? (?:meet|talk|speak|on) |meet(?:ing)? again|next (?:meeting|call|time)|(?:talk|speak|see each other|call|meet|catch up) (?:again|on|next)|see each other|invit\w*|calendar|diary|next one|same time|(?:suits?|works for) (?:you|me|us|everybody|everyone)|when do we|follow-up|I'll be there)\b/i
/** Other events with a day and an hour. */
const OTHER_APPOINTMENT =
  /\b(?:train(?:ing|er)?|workshop|install\w*|deliver\w*|go(?:es|ing)? live|go-live|survey|engineer|fitter|technician|cut-?over|switch-?over|migration|committee|board|shift|flights?|fly(?:ing)?|drive|doctor|dentist|school run)\b/i
const INVITED =
  /\b(?:put (?:it|that) in(?=[,.!]|$)|same link|send (?:you |everybody )?the link|works for (?:me|us)|I'll be there)(?!\w)/i
const GOODBYE = /\b(?:bye|goodbye|see ya|ta-ra|cheerio)\b/i
const FROM = 0.4
/** Sentences before and after. */
const NEAR = { before: 10, after: 6 }
/** Sentences in which another hour may be agreed. */
const ANSWER_REACH = 4

/**
 * The last day with an hour that was agreed in the later part of a call; null: none. With more words than these, the
 * sentence has to be about a meeting; without, no sentence near it may be about another appointment.
 */
export function nextMeeting(lines: readonly Line[]): NextMeeting | null {
  const late = lines.slice(Math.floor(lines.length * FROM))
  const named = late.findLast((line) => {
    const said = momentIn(line)
    return said !== null && !isFarewell(line.text) && (ABOUT_MEETING.test(line.tidied) || isBare(line, said))
  })
  const found = named === undefined ? undefined : (restated(named, lines) ?? named)
  const moment = found === undefined ? null : momentIn(found)
  if (found === undefined || moment === null) return null
  const [before, after] = [
    lines.slice(Math.max(0, found.index - NEAR.before), found.index),
    lines.slice(found.index + 1, found.index + 1 + NEAR.after),
  ]
  const isOther = ({ text }: Line) => OTHER_APPOINTMENT.test(text)
  const isInvited = [found, ...after].some(({ text }) => ABOUT_MEETING.test(text) || INVITED.test(text))
  if (before.some(({ text }) => GOODBYE.test(text)) || (!isInvited && [...before, ...after].some(isOther))) return null
  const answers = after.slice(0, ANSWER_REACH)
  if (answers.some(({ tidied }) => ONLY_HOUR.test(tidied) && getHour(tidied) !== getHour(moment.hour))) return null
  const [answer] = answers
  if (
    answer !== undefined &&
    answer.speaker !== found.speaker &&
    (refuses(answer.text) || /^can't\b/i.test(answer.text))
  )
    return null
  return { when: worded(moment), lines: [found.index] }
}

/**
 * "Tuesday the third, half past two, and Tomasz shows you Kettering": the last mention of the same day with an hour.
 */
function restated(named: Line, lines: readonly Line[]): Line | undefined {
  const day = getDay(named)
  return lines
    .slice(named.index + 1, named.index + 1 + NEAR.after)
    .findLast((line) => !line.tidied.endsWith('?') && getDay(line) === day)
}

function getDay(line: Line): string | undefined {
  return momentIn(line)?.day.replace(LEADING, '').toLowerCase()
}

/** "on Tuesday" */
const LEADING = /^(?:on|for|at|until)\s+/i

interface Moment {
  day: string
  hour: string
}

function momentIn({ tidied }: Line): Moment | null {
  const day = deadlinesIn(tidied).find(
    ({ text }) =>
      /day\b|\bthe \w+|\d/i.test(text) &&
      !/^(?:by|before|until|within|in)\b|\b(?:end|week|month|call|meeting)\b/i.test(text),
  )?.text
  if (day === undefined) return null
  const hour = (TIME.exec(tidied.replace(day, ' ')) ?? TIME.exec(day))?.[0]
  return hour === undefined ? null : { day, hour }
}

/** "Two o'clock on the twenty-second." */
function isBare({ tidied }: Line, { day, hour }: Moment): boolean {
  return (
    !/\b(?:every|each|an?) \w+day\b/i.test(tidied) &&
    contentStems(tidied.replace(day, ' ').replace(hour, ' ')).length <= 1
  )
}

function worded({ day, hour }: Moment): string {
  const when = `${day
    .replace(hour, '')
    .replace(/(?:\s+at)?\s*$/i, '')
    .replace(LEADING, '')}, ${hour
    .replace(/^at\s+/i, '')
    .toLowerCase()
    .replace(/\b(central|eastern|pacific|mountain|gmt|uk)\b/g, (zone) =>
      zone.length < 4 ? zone.toUpperCase() : zone.charAt(0).toUpperCase() + zone.slice(1),
    )}`
  return `${when.charAt(0).toUpperCase()}${when.slice(1)}`
}

const HOUR_WORD = new RegExp(String.raw`\b(?:${HOUR}|\d{1,2}|noon|midday)\b`, 'i')
/** "Eleven?" */
const ONLY_HOUR = new RegExp(
  String.raw`^(?:at |better |say |or |half (?:past )?|quarter (?:past|to) )*(?:${HOUR}|noon|midday)(?: o'clock| thirty| okay| is (?:better|fine|good))?[.?!]?$`,
  'i',
)
const getHour = (text: string) =>
  [/\bhalf\b|\bquarter (?:past|to)\b/i.exec(text)?.[0], HOUR_WORD.exec(text)?.[0]].join(' ').toLowerCase()
