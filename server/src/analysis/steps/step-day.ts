import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { deadlinesIn } from '../language/deadlines.ts'
import { contentStems } from '../language/english.ts'

const SENTENCE_END = /(?<=[.?!])\s+/
const CLAUSE_END = /(?<=,|;)\s+|\s+(?=and |but |so )/
/** Clauses that set no day: a reason, or another appointment. */
const ASIDE =
  /\b(?:because|'cause|since|, which|as I|(?:I['’]m|I am) (?:on|out|off|away|talking|seeing)|I['’]?(?:ve got| have) (?:another|my|a|him|her|them)|week before|(?:is|['’]s) (?:out|off|away)|half-term)\b.*?(?:(?=, (?:so|but|then)\b)|$)/gi
/** "Not on Monday", "I can't do Friday". */
const DENIED_BEFORE =
  /\b(?:not|\w+n['’]t|cannot|never)(?: (?:do|say|make|want|to|it|have|come|before|by|on|until|for|the|any)){0,4} $/i
/** "Monday I'm in Kassel", "this week I have another client", "today's". */
const DENIED_AFTER =
  /^(?:['’]s\b|,? of all days|,? (?:I['’]m|I am|we['’]re|he['’]s|she['’]s) (?:in|on|out|off|away|closed|busy)\b|,? I have (?:a|another|my)\b|,? I (?:don['’]t|can['’]t|won['’]t)\b|,? (?:is|['’]s) (?:out|off|no good)\b)/i
const APPOINTMENT = /\b(?:call|meet(?:ing)?|session|invit\w+|speak|talk|see you|come (?:back|over|round|by|to you))\b/i
const ONLY_TIME =
  /^(?:(?:by|at|before|until|from|the) )*(?:noon|lunchtime|(?:end|close) of (?:day|play|business|the day))$/i
const SPAN = /\b(?:weekend|week|month|quarter|year)$/i
/** Written with a capital anywhere. */
const NAME = /^(?:\w+day|(?:Jan|Febr)uary|March|April|May|June|July|August|(?:Sept|Nov|Dec)ember|October)\b/
/** Lines after a step in which its owner may add the day. */
const DAY_WITHIN = 2
/** Content words of such a line. */
const MOST_WORDS = 6

/** What makes a day likely, or less likely, to be the step's. */
const RANK = { quoted: 4, own: 2, appointment: -1.5, ofOther: -1.5, span: -0.5, onlyTime: -6 }

interface Day {
  text: string
  rank: number
}

/**
 * The day that was said for a step: of those that are neither denied nor a reason, the likeliest; of several, the last.
 * @param places the step's lines, in call order.
 * @param quote what the page quotes of them.
 * @returns as said, to follow other words ("by Friday"); empty: none.
 */
export function getStepDay(
  owner: string | null,
  places: readonly number[],
  quote: string,
  segments: readonly Segment[],
): string {
  const getFirst = (name: string | null) => name?.split(' ')[0] ?? ''
  const others = new Set(segments.map(({ speaker }) => getFirst(speaker))).difference(new Set(['', getFirst(owner)]))
  const last = places.at(-1) ?? 0
  const after = segments
    .slice(last + 1, last + 1 + DAY_WITHIN)
    .filter(({ speaker, text }) => speaker === owner && contentStems(text).length <= MOST_WORDS)
  const days = [...places.flatMap((place) => segments[place] ?? []), ...after].flatMap((line) => {
    const isOwn = line.speaker === owner
    return daysIn(line.text, isOwn ? '' : getFirst(owner), others).map(({ text, sentence, rank }) => ({
      text,
      rank: rank + (quote.includes(sentence) ? RANK.quoted : isOwn ? RANK.own : 0),
    }))
  })
  const best = Math.max(...days.map(({ rank }) => rank))
  const day = days.findLast(({ rank }) => rank === best)?.text ?? ''
  return NAME.test(day) ? day : `${day.charAt(0).toLowerCase()}${day.slice(1)}`
}

/** @param name first name of the owner, who isn't the speaker; where it is said, only its clauses count. */
function daysIn(text: string, name: string, others: ReadonlySet<string>): (Day & { sentence: string })[] {
  const isReadBack = name !== '' && text.includes(name)
  return text.split(SENTENCE_END).flatMap((sentence) =>
    (isReadBack ? clausesOf(sentence, name, others) : [sentence]).flatMap((clause) => {
      const told = clause.replaceAll(ASIDE, '')
      const rank =
        (APPOINTMENT.test(sentence) ? RANK.appointment : 0) +
        (!isReadBack && !/\b(?:I|my|we|our)\b/i.test(clause) && [...others].some((other) => clause.includes(other))
          ? RANK.ofOther
          : 0)
      return deadlinesIn(told)
        .filter(({ start, end }) => !DENIED_BEFORE.test(told.slice(0, start)) && !DENIED_AFTER.test(told.slice(end)))
        .map(({ text: day }) => ({
          text: day,
          sentence,
          rank: rank + (ONLY_TIME.test(day) ? RANK.onlyTime : 0) + (SPAN.test(day) ? RANK.span : 0),
        }))
    }),
  )
}

/** The part of a sentence about a person: from their name to the next one's. */
function clausesOf(sentence: string, name: string, others: ReadonlySet<string>): string[] {
  let isAbout = false
  const clauses: string[] = []
  for (const clause of sentence.split(CLAUSE_END)) {
    if (clause.includes(name)) isAbout = true
    else if (/\b(?:I|you)\b/.test(clause) || [...others].some((other) => clause.includes(other))) isAbout = false
    if (isAbout) clauses.push(clause)
  }
  return clauses.length === 0 ? [] : [clauses.join(' ')]
}
