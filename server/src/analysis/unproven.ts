import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { findNumbers } from './number-words.ts'
import { plainWords } from './spoken-words.ts'

/** Smaller numbers in words ("one of the", "the second") are rarely facts. */
const LEAST_SPELLED = 10
/** Above it a language writes its nouns with capitals, or a heading all its words: they tell nothing of names. */
const CAPITALS_SHARE = 0.34
const FEW_CAPITALS = 3
const SENTENCE_START = /(?:^|[.!?:;…]["'”’)]?\s+|["“‘(]\s*)$/
const WORD = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{M}\p{N}'’]*/gu
/** German and Luxembourgish write every noun with a capital: a short sentence may have no other word to tell it by. */
const CAPITAL_NOUNS = /^(?:de|lb)(?:-|$)/i
/** Written with a capital whatever they mean. */
const ALWAYS_CAPITAL = new Set(['i', 'im', 'ill', 'ive', 'id', 'q1', 'q2', 'q3', 'q4', 'ok'])

/**
 * The numbers and names of a sentence about a call that its lines don't hold.
 * @param lines what the sentence stands on; their speakers' names count as said.
 * @param alsoNamed further names that may be used: of those spoken to.
 * @param writtenIn code of the sentence's language; null: unknown.
 */
export function unprovenParts(text: string, lines: readonly Segment[], alsoNamed: readonly string[], writtenIn: string | null = null): string[] {
  const said = lines.map((line) => line.text).join('\n')
  const names = [...lines.flatMap((line) => line.speaker ?? []), ...alsoNamed].join(' ')
  return [...new Set([...unprovenNumbers(text, `${said}\n${names}`), ...(CAPITAL_NOUNS.test(writtenIn ?? '') ? [] : unprovenNames(text, `${said} ${names}`))])]
}

function unprovenNumbers(text: string, said: string): string[] {
  const known = new Set(findNumbers(said).flatMap(({ parts }) => [...parts]))
  return findNumbers(text)
    .filter(({ text: shown, readings }) => /\d/.test(shown) || [...readings].some((value) => Number(value) >= LEAST_SPELLED))
    .filter(({ readings }) => readings.isDisjointFrom(known))
    .map(({ text: shown }) => shown)
}

function unprovenNames(text: string, said: string): string[] {
  const inside = [...text.matchAll(WORD)].filter((match) => !SENTENCE_START.test(text.slice(0, match.index)))
  const capital = inside.filter(([word]) => /^\p{Lu}/u.test(word))
  const many = capital.length > FEW_CAPITALS && capital.length > inside.length * CAPITALS_SHARE
  const owner = /^(\p{Lu}[^:.]{0,40}):\s/u.exec(text)?.[1] ?? ''
  const candidates = [...(owner.match(WORD) ?? []).filter((word) => /^\p{Lu}/u.test(word)), ...(many ? [] : capital.map(([word]) => word))]
  const known = new Set(plainWords(said).map(stem))
  return candidates.filter((word) => !plainWords(word).every((plain) => known.has(stem(plain)) || ALWAYS_CAPITAL.has(plain)))
}

/** "Brightwater's", plurals and possessives are the name. */
function stem(plain: string): string {
  return plain.replace(/(?<=..)s$/, '')
}
