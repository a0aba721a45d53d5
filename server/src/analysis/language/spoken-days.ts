import { findNumbers } from './number-words.ts'

interface SpokenDay {
  text: string
  /** Start and end offset, end exclusive. */
  from: number
  to: number
  /** 0 is Sunday; null: not said. */
  weekday: number | null
  day: number
  /** 1–12; null: not said. */
  month: number | null
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** In order, lower case. */
export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const ORDINAL_WORDS = `(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth`
/** "Thursday the sixteenth", "the 3rd of June", "the twenty first". Without "the", a month or a weekday is required. */
const SPOKEN = new RegExp(
  `\\b(?:(${WEEKDAYS.join('|')}),? (?:the |on the )?|the |(?<=(?:^|\\n)(?:(?:yeah|yes|yep|no|okay),? )?))(?:um, |uh, )?(${ORDINAL_WORDS}|\\d{1,2}(?:st|nd|rd|th))\\b(?:(?: of|,)? (${MONTHS.join('|')}))?`,
  'gi',
)
/**
 * What may follow a bare day of the month: the end of the sentence or a grammar word; a noun makes it "the second
 * thing".
 */
const MAY_FOLLOW =
  /^[ \t]*(?:$|[\n.,;:!?…)"”—–-]|(?:is|was|at|or|and|so|then|please|if|to|we|i|i'll|you|it's|in|for|by|works?|with|the|would|will|because|but|okay|ok|good|morning|afternoon|evening|noon|lunchtime|when|that|until|which|a|on|as|not|latest|after|before|instead|from|yes)\b)/i
const MUST_PRECEDE =
  /\b(?:by|on|until|till|before|after|from|since|week of|starts|starting|for|is|it's|that's|say|latest by|not|or|to|no,?|friday,?|monday,?|tuesday,?|wednesday,?|thursday,?|saturday,?|sunday,?|tuesday\.?) $|(?:^|[\n.!?;,—–-]\s*)$/i

/** Days given by the day of the month, as people do in a call; chrono reads only written dates. */
export function spokenDays(text: string): SpokenDay[] {
  return [...text.matchAll(SPOKEN)].flatMap((found) => {
    const [shown, weekday, ordinal = '', month] = found
    const day = Number([...(findNumbers(ordinal)[0]?.readings ?? [])][0])
    if (!(day >= 1 && day <= 31)) return []
    const bare = weekday === undefined && month === undefined
    // "The first on June twenty-sixth" is the first of several.
    if (bare && /^ (?:on|one|of (?:which|them|those)|being)\b/i.test(text.slice(found.index + shown.length))) return []
    if (
      bare &&
      !(
        MAY_FOLLOW.test(text.slice(found.index + shown.length)) &&
        (day > 5 || MUST_PRECEDE.test(text.slice(0, found.index)))
      )
    )
      return []
    const at = (names: readonly string[], name: string | undefined) =>
      name === undefined ? null : names.indexOf(name.toLowerCase())
    const monthAt = at(MONTHS, month)
    return [
      {
        text: shown,
        from: found.index,
        to: found.index + shown.length,
        weekday: at(WEEKDAYS, weekday),
        day,
        month: monthAt === null ? null : monthAt + 1,
      },
    ]
  })
}
