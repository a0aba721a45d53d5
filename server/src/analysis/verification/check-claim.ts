import { checkAnswers } from './check-answers.ts'
import { checkCertainty } from './check-certainty.ts'
import { checkDays } from './check-days.ts'
import { checkDigits, unprovenDigits } from './check-digits.ts'
import { checkLastWord } from './check-last-word.ts'
import { checkNames } from './check-names.ts'
import { checkNumbers, unprovenNumbers } from './check-numbers.ts'
import { checkOwner } from './check-owner.ts'
import { checkPolarity } from './check-polarity.ts'
import { checkPrivate } from './check-private.ts'
import { checkSpeaker } from './check-speaker.ts'
import { checkWords } from './check-words.ts'
import type { Call, Claim, Fault } from './claim.ts'

type Check = (claim: Claim, call: Call) => Fault | null

/** In order of certainty: the first failed check is the reason that is reported. */
const IN_ENGLISH: readonly Check[] = [
  checkPrivate,
  checkWords,
  checkDays,
  checkNumbers,
  checkOwner,
  checkSpeaker,
  checkNames,
  checkPolarity,
  checkAnswers,
  checkLastWord,
  checkCertainty,
]
/** Checks for any language, and for claims in another language than the call. */
const IN_ANY: readonly Check[] = [checkPrivate, checkDigits, checkNames]

/** Checks that leave a claim shown but doubtful, word by word; only the owner sees the doubt. */
export function getDoubts(claim: Claim, call: Call): string[] {
  return call.english ? unprovenNumbers(claim, call) : unprovenDigits(claim, call)
}

/** @returns what is false in a claim or not supported by its lines, the most certain first. */
export function checkClaim(claim: Claim, call: Call): Fault[] {
  return (call.english ? IN_ENGLISH : IN_ANY).flatMap((check) => check(claim, call) ?? [])
}
