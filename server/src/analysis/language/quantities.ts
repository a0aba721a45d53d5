import { memoize } from './memoize.ts'
import { daysIn } from './days.ts'
import { stem } from './english.ts'
import { findNumbers } from './number-words.ts'

/** A number with its unit and the noun that it counts. */
export interface Quantity {
  text: string
  /** The number with the words next to it, for people. */
  shown: string
  /** Start and end offset of the number, end exclusive. */
  from: number
  to: number
  values: ReadonlySet<string>
  /** "dollar", "percent", "week"; null: none was said. */
  unit: string | null
  /** Stem of the noun it counts; null: none follows directly. */
  counted: string | null
  /** Stems of the nearby words. */
  beside: ReadonlySet<string>
  /** True for the first of "two of twenty-five". */
  ofNext: boolean
}

const SIGNS: Record<string, string> = { '$': 'dollar', '€': 'euro', '£': 'pound', '¥': 'yen', '%': 'percent' }
const UNITS: [RegExp, string][] = [
  [/^(?:us )?(?:dollars?|bucks?)\b/, 'dollar'],
  [/^(?:pounds?|quid)\b/, 'pound'],
  [/^euros?\b/, 'euro'],
  [/^rupees?\b/, 'rupee'],
  [/^(?:cents?|pence|p(?!\.?\s?m))\b/, 'cent'],
  [/^(?:percent|per cent)(?:age)?\b/, 'percent'],
  [/^(?:seconds?)\b/, 'second'],
  [/^(?:minutes?|mins?)\b/, 'minute'],
  [/^hours?\b/, 'hour'],
  [/^(?:working |business )?days?\b/, 'day'],
  [/^weeks?\b/, 'week'],
  [/^months?\b/, 'month'],
  [/^years?\b/, 'year'],
  [/^(?:met(?:re|er)s?)\b/, 'metre'],
  [/^(?:tonn?es?|tons?)\b/, 'tonne'],
  [/^(?:kilos?|kilograms?|kg)\b/, 'kilogram'],
  [/^(?:degrees?)\b/, 'degree'],
]
export const CURRENCIES: ReadonlySet<string> = new Set(['dollar', 'pound', 'euro', 'rupee', 'yen'])
const CURRENCY_SAID = /[$€£¥]|\b(?:dollars?|bucks|pounds|quid|euros?|rupees?|yen)\b/gi
/** Words that may come between a number and the noun it counts. */
const PASSED = new Set(
  'more new of the other different small big large full extra additional about or and to in for at by with per a an our their your its all is are was were from on as if that than up out so then'.split(
    ' ',
  ),
)
const GRAMMAR = new Set(
  'of the or and to in for at by with per a an is are was were from on as if that than up out so then not no but we i you they it he she each apiece anyway max maximum minimum total maybe now again today tomorrow right please too there here because when if sorry yeah yes no'.split(
    ' ',
  ),
)
const OF = /^ (?:out )?of (?:the |those |these |our |their )?$/i
const CLOSE_CHARACTERS = 40

/** The numbers of an English text with their units and what they count, in order. */
export const quantitiesIn = memoize((text: string): readonly Quantity[] => {
  const lower = text.toLowerCase()
  return findNumbers(text).map(({ text: shown, from, to, readings }, i, all) => {
    const before = text.slice(0, from).trimEnd().at(-1) ?? ''
    const behind = lower.slice(to).replace(/^[\s-]+/, '')
    const [unitText, unit] = getUnit(behind, before)
    return {
      text: shown,
      shown: `${SIGNS[before] !== undefined ? before : ''}${text.slice(from, to)}${unitText === '' ? '' : ` ${unitText}`}`,
      from,
      to,
      values: readings,
      unit,
      counted: unit === null ? countedIn(behind) : null,
      beside: new Set(
        (lower.slice(Math.max(0, from - CLOSE_CHARACTERS), to + CLOSE_CHARACTERS).match(/\p{L}+/gu) ?? []).map(stem),
      ),
      ofNext: OF.test(text.slice(to, all[i + 1]?.from ?? to)),
    }
  })
})

const ORDINAL = /(?:st|nd|rd|th|first|second|third|\bhalf past .*)$/i
const TIME = /\b(?:at|before|after|by|until|till|from|around|past) $/i

/** The numbers of an English text that aren't part of a date or a time of day, in order. */
export function amountsIn(text: string): Quantity[] {
  const days = daysIn(text, null)
  return quantitiesIn(text).filter(
    ({ from, text: words }) =>
      !ORDINAL.test(words) && !TIME.test(text.slice(0, from)) && !days.some((day) => from >= day.from && from < day.to),
  )
}

/** The currencies named in a text, as units. */
export function currenciesIn(text: string): string[] {
  return (text.match(CURRENCY_SAID) ?? []).flatMap((word) => SIGNS[word] ?? getUnit(word.toLowerCase(), '')[1] ?? [])
}

function getUnit(behind: string, before: string): [text: string, unit: string | null] {
  const sign = SIGNS[before] ?? SIGNS[behind.charAt(0)]
  if (sign !== undefined) return [behind.startsWith('%') ? '%' : '', sign]
  for (const [pattern, unit] of UNITS) {
    const [found] = pattern.exec(behind) ?? []
    if (found !== undefined) return [found, unit]
  }
  return ['', null]
}

/** The first noun-like word after a number; none if a grammar word or a full stop comes first. */
function countedIn(behind: string): string | null {
  const [phrase = ''] = /^[\p{L}\s'-]*/u.exec(behind) ?? []
  const word = (phrase.match(/\p{L}+/gu) ?? []).find((candidate) => !PASSED.has(candidate) || GRAMMAR.has(candidate))
  return word === undefined || GRAMMAR.has(word) ? null : stem(word)
}
