import { around, type Call, type Claim, type Fault } from './claim.ts'

const DIGITS = /\p{Nd}(?:[\p{Nd}.,:'’\u00A0\u202F]*\p{Nd})?/gu
const NEAR = 1

/**
 * The numbers in digits of a claim in any language, against those in digits of its lines. Where the lines spell theirs
 * out nothing can be told: they are `unprovenDigits`.
 */
export function checkDigits(claim: Claim, call: Call): Fault | null {
  const said = saidDigits(claim, call)
  const wrong = said.size === 0 ? undefined : digitsOf(claim.text).find((number) => !said.has(plain(number)))
  return wrong === undefined ? null : { reason: 'number', detail: wrong }
}

/** Numbers of a claim whose lines spell all of theirs out. */
export function unprovenDigits(claim: Claim, call: Call): string[] {
  return saidDigits(claim, call).size === 0 ? [...new Set(digitsOf(claim.text))] : []
}

function saidDigits(claim: Claim, call: Call): Set<string> {
  return new Set(around(call, claim, NEAR).flatMap(({ text, speaker }) => digitsOf(`${text} ${speaker ?? ''}`)).map(plain))
}

function digitsOf(text: string): string[] {
  return text.normalize('NFKC').match(DIGITS) ?? []
}

/** "4.000", "4,000" and "4000" are the same in one language or another. */
function plain(number: string): string {
  return number.replace(/\P{Nd}/gu, '').replace(/^0+(?=.)/, '')
}
