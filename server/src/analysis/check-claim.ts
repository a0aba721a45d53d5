import { checkDays } from './check-days.ts'
import { checkDigits, unprovenDigits } from './check-digits.ts'
import { checkNames } from './check-names.ts'
import { checkNumbers, unprovenNumbers } from './check-numbers.ts'
import { checkOwner } from './check-owner.ts'
import { checkPolarity } from './check-polarity.ts'
import { checkWords } from './check-words.ts'
import type { Call, Claim, Fault } from './claim.ts'

type Check = (claim: Claim, call: Call) => Fault | null

/** The surest first: its reason is the one reported. */
const IN_ENGLISH: readonly Check[] = [checkWords, checkDays, checkNumbers, checkOwner, checkNames, checkPolarity]
/** What holds in any language, and across two. */
const IN_ANY: readonly Check[] = [checkDigits, checkNames]

/** What is doubtful in a claim that is shown, word by word; only the owner sees it. */
export function doubtsOf(claim: Claim, call: Call): string[] {
  return call.english ? unprovenNumbers(claim, call) : unprovenDigits(claim, call)
}

/** Looks for what is false in a claim, or not supported by its lines; null: nothing is. */
export function checkClaim(claim: Claim, call: Call): Fault | null {
  for (const check of call.english ? IN_ENGLISH : IN_ANY) {
    const fault = check(claim, call)
    if (fault !== null) return fault
  }
  return null
}
