import type { Line } from './lines.ts'
import { isNumber, TENS } from './words.ts'

const CURRENCY = /^(?:dollar|pound|euro|cent|percent|buck|quid|grand)/

/** What a sentence is about besides its numbers. */
export function thingsIn({ stems }: Line): string[] {
  return [...new Set(stems.filter((stem) => !isNumber(stem) && !CURRENCY.test(stem)))]
}

const TERM_UNIT = /\b(?:days|percent)\b/i

/** "per seat", "a register": what an amount is counted by; "a month" where it is nothing else. */
export function unitsIn({ tidied }: Line): string[] {
  const units = [...tidied.toLowerCase().matchAll(/\b(?:per|an?) (\w+)(?=[,.;?!]|$| (?:per|an?|and|for|plus)\b)/g)]
  const found = units.flatMap(([, unit]) => unit ?? [])
  const [term] = TERM_UNIT.exec(tidied) ?? []
  if (term !== undefined) found.push(term.toLowerCase())
  const things = found.filter((unit) => !/^(?:month|year|week|day)$/.test(unit))
  return things.length > 0 ? things : found
}

/** "Seven and a half thousand", "ten percent", "forty-five", not "at two" or "both". */
export const AMOUNT_OF_MONEY = new RegExp(
  String.raw`[$€£%]|\b(?:hundred|thousand|million|percent|per cent|dollars?|pounds?|euros?|cents|grand|${TENS}(?:-\w+)?)\b`,
  'i',
)

export const NUMBER = new RegExp(
  String.raw`\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|${TENS}|hundred|thousand|million|half|percent)\b`,
  'i',
)

export const MONEY =
  /[$€£]|\b(?:dollars?|pounds?|euros?|bucks|cents|pence|grand|quid|k|price|pricing|cost|costs|fee|budget|discount|quote|subscription|surcharge|invoice|deposit|credit|free|no charge|warranty|per (?:user|seat|month|year|site|head|unit|club)|a (?:month|year|seat|user))\b/i

/** A price or an amount needs no verb: "three thousand and fifty per site, all in". */
export const RATE = new RegExp(
  String.raw`\b(?:hundred|thousand|million|\w+teen|${TENS}|\d[\d,.]*)\b.*\b(?:per (?!cent)\w+|a (?:month|year|seat|user|site|piece|unit)|each|one[- ]time|one-off|up front|in total|all in|flat|total)\b`,
  'i',
)

/** "It's thirty-eight a sensor, a month": that this is the price needs no noun. */
export function isPrice({ tidied }: Pick<Line, 'tidied'>): boolean {
  return (
    RATE.test(tidied) &&
    COUNTED.test(tidied) &&
    !/\b(?:leads?|weeks?|minutes?|hours?|people|lit(?:er|re)s|times)\b/i.test(tidied) &&
    PRICE_OPENS.test(tidied)
  )
}

/** "Two thousand a month" leaves open for what; "a seat" says so. */
const COUNTED = /\b(?:(?:per|an?) (?!month|year|week|day|half|quarter|hundred|thousand|million)\w+|each)\b/i
const PRICE_OPENS = new RegExp(
  String.raw`^(?:it's|it is|that's|that is|so it's|the price|plus|we(?:'re| are) at|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|${TENS}|\d[\d,.]*)[ -])`,
  'i',
)

/** How far somebody may go, or what ends it for them: it stays so whatever is offered after it. */
export function isLimit({ tidied }: Line): boolean {
  return BOUND.test(tidied) && NUMBER.test(tidied)
}

export const BOUND =
  /\b(?:(?:my|our|the) (?:ceiling|limit|maximum|signature)|(?:anything |everything )?up to .* I (?:can )?sign|I can sign up to|can spend without|can't (?:spend|go|sign|pay)\b.* (?:more than|over|above|past|beyond)|not (?:go|going|pay|paying|spend|sign)\b.* (?:more than|over|above|past|beyond)|won't (?:go|pay|spend|sign)\b.* (?:more than|over|above|past|beyond)|(?:over|above) .{3,40} (?:goes|has to go|needs)\b|under .{3,30} I (?:can )?sign|at most|no more than|I'm gone|we're gone|(?:I|we)(?:'d| would|'ll| will)? walk away|deal.?breaker)\b/i
