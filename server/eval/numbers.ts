import { findNumbers, type FoundNumber } from '../src/analysis/language/number-words.ts'

/** The numbers of a text in digits and words; both "a hundred and forty" and "a hundred forty" are 140. */
export function numbersIn(text: string): readonly FoundNumber[] {
  return findNumbers(text.replaceAll(/\b(hundred|thousand|million) and\b/gi, '$1'))
}
