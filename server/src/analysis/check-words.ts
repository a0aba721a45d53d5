import { around, type Call, type Claim, type Fault } from './claim.ts'
import { daysIn } from './days.ts'
import { contentStems, stem, wordsOf } from './english.ts'
import { findNumbers } from './number-words.ts'

/** Of a claim's content words this share is said in its lines or beside them. Chosen on server/eval/calls. */
const LEAST_SUPPORT = 0.3
const FEWEST_WORDS = 2

/** Whether a claim's lines speak of what it speaks of. Names of speakers tell nothing of that. */
export function checkWords(claim: Claim, call: Call): Fault | null {
  const names = new Set([...call.speakerWords].map(stem))
  const [numbers, days] = [findNumbers(claim.text), daysIn(claim.text, null)]
  const facts = [...numbers, ...days]
  const wanted = new Set(contentStems(without(claim.text, facts)).filter((word) => !names.has(word)))
  if (tellsWhoMet(claim, wanted)) return null
  const near = around(call, claim, 1).map(({ text }) => text)
  if (wanted.size < FEWEST_WORDS) return sharesWords(claim.text, near) ? null : { reason: 'unsupported', detail: null }
  const said = saidStems(near)
  const missing = [...wanted].filter((word) => !isSaid(word, said))
  const values = new Set(near.flatMap((text) => findNumbers(text)).flatMap(({ readings }) => [...readings]))
  const told = numbers.filter(({ readings }) => !readings.isDisjointFrom(values)).length + (near.some((text) => daysIn(text, null).length > 0) ? days.length : 0)
  return (wanted.size - missing.length + told) / (wanted.size + facts.length) < LEAST_SUPPORT ? { reason: 'unsupported', detail: missing.join(', ') } : null
}

const MEETING = new Set(['spoke', 'met', 'meet', 'talked', 'talk'].map(stem))

/** "Ana and Ben spoke": true of those who speak in the lines, who say no such thing. */
function tellsWhoMet({ text, lines }: Claim, wanted: ReadonlySet<string>): boolean {
  const speaking = new Set(lines.flatMap(({ speaker }) => wordsOf(speaker ?? '')))
  return wanted.size > 0 && wanted.isSubsetOf(MEETING) && wordsOf(text).every((word) => speaking.has(word) || MEETING.has(stem(word)) || word === 'and' || word === 'with')
}

/** Numbers and days are said in many ways, and looked at by themselves. */
function without(text: string, facts: readonly { from: number; to: number }[]): string {
  return facts.reduce((rest, { from, to }) => rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to), text)
}

/** For what is said in words of grammar alone. */
function sharesWords(text: string, near: readonly string[]): boolean {
  const said = new Set(near.flatMap(wordsOf))
  const words = wordsOf(text)
  return words.filter((word) => said.has(word)).length >= words.length / 2
}

/** Stems of what was said, and their beginnings: "integrat" meets "integration". */
export function saidStems(texts: readonly string[]): Set<string> {
  return withBeginnings(texts.flatMap(contentStems))
}

/** Stems with their beginnings, for `isSaid`. */
export function withBeginnings(stems: readonly string[]): Set<string> {
  return new Set(stems.flatMap((word) => [word, beginning(word)]))
}

export function isSaid(word: string, said: ReadonlySet<string>): boolean {
  return said.has(word) || said.has(beginning(word))
}

function beginning(word: string): string {
  return word.length > 5 ? `${word.slice(0, 5)}*` : word
}
