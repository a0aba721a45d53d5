import { findNumbers, type FoundNumber } from '../src/analysis/language/number-words.ts'

/** The numbers of a text in digits and words; "a hundred and forty" is 140, as "a hundred forty" is. */
export function numbersIn(text: string): FoundNumber[] {
  return findNumbers(text.replaceAll(/\b(hundred|thousand|million) and\b/gi, '$1'))
}
