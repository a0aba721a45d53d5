import { around, type Call, type Claim, type Fault } from './claim.ts'

/** "4.000", "4,000", "4 000" and "4000" are the same number, in different languages. */
const DIGITS = /\p{Nd}+(?:[.,:'’\u00A0\u202F]\p{Nd}+| \p{Nd}{3}(?!\p{Nd}))*/gu
const NEAR = 1

/**
 * Compares the digits of a claim in any language with those of its lines. If the lines spell their numbers out, nothing
 * can be checked; see `unprovenDigits`.
 */
export function checkDigits(claim: Claim, call: Call): Fault | null {
  const [missing] = missingDigits(claim, call)
  return missing === undefined || spellsOut(claim) ? null : { reason: 'number', detail: missing }
}

/** Numbers of a claim that are missing from its lines, which spell theirs out. */
export function unprovenDigits(claim: Claim, call: Call): string[] {
  return spellsOut(claim) ? [...new Set(missingDigits(claim, call))] : []
}

function spellsOut({ lines }: Claim): boolean {
  return lines.every(({ text }) => getDigits(text).length === 0)
}

function missingDigits(claim: Claim, call: Call): string[] {
  const said = new Set(
    around(call, claim, NEAR)
      .flatMap(({ text, speaker }) => getDigits(`${text} ${speaker ?? ''}`))
      .map(plain),
  )
  return getDigits(claim.text).filter((number) => !said.has(plain(number)))
}

function getDigits(text: string): string[] {
  return text.normalize('NFKC').match(DIGITS) ?? []
}

function plain(number: string): string {
  return number.replace(/\P{Nd}/gu, '').replace(/^0+(?=.)/, '')
}
