import { refuses } from './acts.ts'
import type { Line } from './lines.ts'
import { deadlinesIn } from './deadlines.ts'

/** A day and a time that were settled for the next meeting. */
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
  /\b(?:meet(?:ing)?|call|speak|talk|invite|calendar|diary|slot|session|next time|again|see (?:you|each other)|works|suit|free|o'clock|Central|Eastern|come (?:by|over|out))\b/i
const FROM = 0.4
const NEAR = 5

/** The last day with a time that was settled in the later part of a call; null: none was. */
export function nextMeeting(lines: readonly Line[]): NextMeeting | null {
  for (const line of lines.slice(Math.floor(lines.length * FROM)).toReversed()) {
    const day = deadlinesIn(line.tidied).find(
      ({ text }) =>
        /day\b|\bthe \w+|\d/i.test(text) &&
        !/^(?:by|before|until|within|in)\b|\b(?:end|week|month|call|meeting)\b/i.test(text),
    )
    const near = lines.slice(Math.max(0, line.index - NEAR), line.index + NEAR)
    const own =
      day === undefined ? undefined : (TIME.exec(line.tidied.replace(day.text, ' ')) ?? TIME.exec(day.text))?.[0]
    if (day === undefined || own === undefined || !near.some(({ text }) => ABOUT_MEETING.test(text))) continue
    const answer = lines.slice(line.index + 1, line.index + 4).find(({ speaker }) => speaker !== line.speaker)
    if (answer !== undefined && (refuses(answer.text) || /^can't\b/i.test(answer.text))) continue
    const when = `${day.text
      .replace(own, '')
      .replace(/(?:\s+at)?\s*$/i, '')
      .replace(/^(?:on|for|at|until)\s+/i, '')}, ${own
      .replace(/^at\s+/i, '')
      .toLowerCase()
      .replace(/\b(central|eastern|pacific|mountain|gmt|uk)\b/g, (zone) =>
        zone.length < 4 ? zone.toUpperCase() : zone.charAt(0).toUpperCase() + zone.slice(1),
      )}`
    return { when: `${when.charAt(0).toUpperCase()}${when.slice(1)}`, lines: [line.index] }
  }
  return null
}
