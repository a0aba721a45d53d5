import { around, type Call, type Claim, type Fault } from './claim.ts'
import { daysIn, type DayMention } from '../language/days.ts'
import { contentStems, getWords } from '../language/english.ts'
import { findNumbers, type FoundNumber } from '../language/number-words.ts'

/** Minimum share of a claim's content words that is said in or next to its lines. Tuned on server/eval/calls. */
const LEAST_SUPPORT = 0.3
const FEWEST_WORDS = 2
const NAME = /\p{Lu}[\p{L}\p{M}]+ \p{Lu}[\p{L}\p{M}]+/gu
/** Open questions are worded differently from the lines that raise them. */
const OPEN =
  /\b(?:open|unclear|unsettled|undecided|unknown|unresolved|not (?:yet )?(?:settled|decided|clear|known|agreed|fixed))\b/i
const UNKNOWN =
  /\b(?:don['’]t know|not sure|can['’]t (?:tell|say)|no idea|depends|have to (?:ask|check|see|find out)|find out|let me (?:ask|check))\b|\?/i

/** Whether a claim's lines have the same subject as the claim. Names of speakers don't count. */
export function checkWords(claim: Claim, call: Call): Fault | null {
  const [numbers, days] = [findNumbers(claim.text), daysIn(claim.text, null)]
  const facts = [...numbers, ...days]
  const wanted = new Set(contentStems(without(claim.text, facts)).filter((word) => !call.speakerStems.has(word)))
  const lines = around(call, claim, 1)
  const near = lines.map(({ text }) => text)
  if (wanted.size < FEWEST_WORDS)
    return areSaid(facts.length, numbers, days, near) ||
      sharesWords(
        claim.text.replace(NAME, ' '),
        lines.map(({ text, speaker }) => `${speaker ?? ''} ${text}`),
      )
      ? null
      : { reason: 'unsupported', detail: null }
  const said = saidStems(near)
  const missing = [...wanted].filter((word) => !isSaid(word, said))
  const values = new Set(near.flatMap((text) => findNumbers(text)).flatMap(({ readings }) => [...readings]))
  const content =
    numbers.filter(({ readings }) => !readings.isDisjointFrom(values)).length +
    (near.some((text) => daysIn(text, null).length > 0) ? days.length : 0)
  const least = OPEN.test(claim.text) && near.some((text) => UNKNOWN.test(text)) ? 0 : LEAST_SUPPORT
  return (wanted.size - missing.length + content) / (wanted.size + facts.length) < least
    ? { reason: 'unsupported', detail: missing.join(', ') }
    : null
}

/** Numbers and days can be said in many ways, and are checked separately. */
function without(text: string, facts: readonly { from: number; to: number }[]): string {
  return facts.reduce((rest, { from, to }) => rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to), text)
}

/** "Next call: Thursday the 29th, 1 p.m." has only a day and a time. */
function areSaid(
  count: number,
  numbers: readonly FoundNumber[],
  days: readonly DayMention[],
  near: readonly string[],
): boolean {
  const values = new Set(near.flatMap((text) => findNumbers(text)).flatMap(({ readings }) => [...readings]))
  const isSaidDay = days.length > 0 && near.some((text) => daysIn(text, null).length > 0)
  return (
    count > 0 &&
    (days.length === 0 || isSaidDay) &&
    numbers.filter(({ readings }) => !readings.isDisjointFrom(values)).length * 2 >= numbers.length
  )
}

/** Handles texts that consist of grammar words only. */
function sharesWords(text: string, near: readonly string[]): boolean {
  const said = new Set(near.flatMap(getWords))
  const words = getWords(text)
  return words.filter((word) => said.has(word)).length >= words.length / 2
}

/** Stems of what was said, and their prefixes: "integrat" matches "integration". */
export function saidStems(texts: readonly string[]): Set<string> {
  return withBeginnings(texts.flatMap(contentStems))
}

/** Stems with their prefixes, for `isSaid`. */
export function withBeginnings(stems: readonly string[]): Set<string> {
  return new Set(stems.flatMap((word) => [word, beginning(word)]))
}

export function isSaid(word: string, said: ReadonlySet<string>): boolean {
  return said.has(word) || said.has(beginning(word))
}

function beginning(word: string): string {
  return word.length > 5 ? `${word.slice(0, 5)}*` : word
}
