import type { Line } from './lines.ts'
import { isNumber } from './words.ts'

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
export const AMOUNT_OF_MONEY =
  /[$€£%]|\b(?:hundred|thousand|million|percent|per cent|dollars?|pounds?|euros?|cents|grand|\w+ty(?:-\w+)?)\b/i
