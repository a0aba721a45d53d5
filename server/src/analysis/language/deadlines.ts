import { memoize } from './memoize.ts'
import { oneOf } from './phrases.ts'

const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const MONTH = '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
const ORDINAL = String.raw`(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twentieth|thirtieth)|\d\d?(?:st|nd|rd|th)`
const SPAN = '(?:day|week|month|quarter|year|business day|working day)'
/** "The second" is a day unless a noun follows that it could count: "the second, at noon", but "the second invoice". */
const AFTER_DAY = String.raw`$|\s*[^\w\s'’-]|\s+(?:${MONTH}|\d|at|in|on|by|or|and|to|till|until|for|from|with|is|was|are|will|would|could|can|works?|suits?|then|so|but|because|if|when|where|we|i|you|they|he|she|it|that|this|next|please|latest|again|after|before|around|about|morning|afternoon|evening|noon|lunchtime|as|too|also|instead|not|maybe|right|okay|sounds|fine|good)\b`
const UNIT = oneOf(
  String.raw`(?:a|one|two) weeks? (?:from|on) (?:${WEEKDAY}|today|tomorrow), (?:next |this |coming |on )?${WEEKDAY}(?: (?:before|after) (?:thanksgiving|christmas|easter|labor day|new year|that))?(?: (?:morning|afternoon|evening|lunchtime|lunch|noon|midday|night|week))?, (?:early |first thing |late )?tomorrow(?: (?:morning|afternoon|evening|night|lunchtime|end of day))?, tonight, (?:later |still )?today, this (?:morning|afternoon|evening|week|weekend|month|quarter), the week of the (?:${ORDINAL}), the (?:week|weekend) (?:before|after)(?: (?:thanksgiving|christmas|easter|labor day|new year|next|that))?, (?:early |late |the week after |some time |sometime )?next (?:week|month|quarter|year|${WEEKDAY}), (?:the )?(?:end|close|beginning|start|middle) of (?:the |this |next |business )?(?:${SPAN}|business|${MONTH}|january|play)(?: (?:today|tomorrow|${WEEKDAY}))?, (?:the )?(?:${ORDINAL})(?: of ${MONTH}|(?=${AFTER_DAY})), ${MONTH} (?:the )?(?:${ORDINAL}|\d\d?)(?!\d| percent), (?:mid|early|late)[- ]${MONTH}, in (?:a|one|two|three|four|five|ten) (?:days|weeks|week|months|month|hours|hour)(?:' time)?, within (?:twenty-four|forty-eight|24|48) hours, the weekend, lunchtime, noon, (?:the )?next time we (?:speak|meet|talk), before (?:we (?:next )?(?:speak|meet|talk)(?: again| next(?: time)?)?|(?:you|we) (?:come|get there|sign|start|visit|travel)(?: over| out| anything)?|(?:the|our|your) (?:next|board|first|call|meeting|visit|trial|demo|session|survey|workshop|steering|go-live|launch|holidays?|weekend|end of (?:the |this |next )?${SPAN})(?: (?:call|meeting|board|session|steering|visit))?|thanksgiving|christmas|easter), (?:the|our) next (?:call|meeting), (?:right )?after this(?: call)?`,
)
const PHRASE = new RegExp(
  String.raw`(?<![\w-])(?:(by|on|before|until|till|for|within|from|at)(?: about| around)? )?(?:the (?=${WEEKDAY}))?${UNIT}(?:(?:,? (?:the )?|, that's |, so that's )${UNIT})*(?: at (?:half past |quarter past |quarter to )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|\d{1,2}(?::\d\d)?)(?: o'clock| thirty| ?[ap]\.?m\.?)?)?(?![\w-])`,
  'gi',
)

/** A day or deadline as it was said. */
export interface Deadline {
  /** With its preposition: "by Friday lunchtime". */
  text: string
  start: number
  end: number
}

/** A word of every unit. */
const HINT = new RegExp(
  String.raw`day|tomorrow|night|morning|afternoon|evening|week|month|quarter|year|business|\bplay|${MONTH}|${ORDINAL}|hours?\b|noon|lunchtime|before |next |after this`,
  'i',
)

/** Days and deadlines in a text, in order. A bare "second" or "first" doesn't count. */
export const deadlinesIn = memoize((text: string): readonly Deadline[] =>
  HINT.test(text)
    ? [...text.matchAll(PHRASE)]
        .filter(([found]) => !/^(?:first|second|third|one)$/i.test(found))
        .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }))
    : [],
)

/** A text without its days and deadlines. */
export function withoutDays(text: string): string {
  const plain = deadlinesIn(text)
    .toReversed()
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}${rest.slice(end)}`, text)
  return plain.replace(/\s+/g, ' ').trim()
}

/** What sets no deadline: reasons, and other appointments. */
const ASIDE =
  /\b(?:because|'cause|since|which|as I|I'm (?:on|out|in|away)|I've got|I have|week before|is out|'s out|half-term)\b/i

/** The day a sentence sets, ignoring days that only give a reason; null: it sets none. */
export function daySet(text: string): string | null {
  const before = text.split(ASIDE)[0] ?? ''
  return deadlinesIn(before).at(-1)?.text ?? null
}

/** "By Friday, this Friday the eighth" names a day twice. */
const REPEATED = /^(?:(?:by|on|before) )?(\w+day),? (?=(?:this |next |on )?\1 )/i

/** "by Friday", "on Friday", "tonight": with the preposition that it needs. */
export function asDeadline(day: string): string {
  const plain = day
    .trim()
    .replace(/^(?:from|for|at|till|until|still|later)\s+/i, '')
    .replace(/, (?:so )?that's (?:the )?/gi, ', the ')
    .replace(REPEATED, '')
    .replace(/^[A-Z]\w+(?= of )/, (ordinal) => `the ${ordinal.toLowerCase()}`)
    .replace(
      /^(By|On|Before|The|Next|This|End|In|Until|Within|Tonight|Today|Tomorrow|Still|Later|Right|After|Early|Late|First|Mid|Within|Over|Half)\b/,
      (word) => word.toLowerCase(),
    )
  if (
    /^(?:by|on|before|within|in|tonight|today|tomorrow|this|next|right|after|still|later|early|late|first)\b/i.test(
      plain,
    )
  )
    return plain
  const end = /^(?:by |until |till )?(?:the )?((?:end|close|middle|start|beginning) of .*)/i.exec(plain)?.[1]
  if (end !== undefined) return `by the ${end}`
  if (/^(?:the )?(?:twenty-four|forty-eight|24|48)\b/.test(plain)) return `within ${plain}`
  return `by ${plain}`
}
