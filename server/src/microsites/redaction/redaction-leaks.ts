import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import common from './common-words.json' with { type: 'json' }
import { contentStems, looksEnglish } from '../../analysis/language/english.ts'
import { findNumbers } from '../../analysis/language/number-words.ts'
import { plainWords } from '../../analysis/language/spoken-words.ts'
import { NUMBERED_SPEAKERS } from '../../speakers/numbered-speaker.ts'

/**
 * How sure it is that a text repeats lines that were removed. `certain`: it has the same words or numbers. `uncertain`:
 * it has other forms or compounds of them, or a number that they may say in another way.
 */
export type Leak = 'certain' | 'uncertain'

/** Detects texts that repeat lost lines; null: they don't. */
export interface RedactionLeaks {
  /**
   * For a text without evidence: it has the lines' own words, or a content word or a number that is said nowhere else.
   */
  inFree(text: string): Leak | null
  /** For a text based on other lines: it has an uncommon word or a number that is said nowhere else. */
  inProven(text: string): Leak | null
  /** For a speaker's name: it has an uncommon word that is said nowhere else, or a form of one. */
  inName(name: string): boolean
}

/** This many words in a row come from the lines. */
const FEWEST_OWN_WORDS = 3

const COMMON: ReadonlySet<string> = new Set(Object.values(common).flatMap((words) => contentStems(words)))

/**
 * Compares by words, by parts of words in scripts without spaces, and by number values. Number words are read in
 * English only: elsewhere any number or word that no line has may repeat a lost line.
 * @param lost removed lines. @param kept remaining lines.
 */
export function findLeaks(lost: readonly Segment[], kept: readonly Segment[]): RedactionLeaks {
  const keptTexts = kept.map(({ text }) => text)
  const speaking = new Set(kept.map(({ speaker }) => speaker))
  const texts = lost.flatMap((line) => saidIn(line, speaking))
  const isEnglish = looksEnglish([...keptTexts, ...texts])
  const readsNumbers = isEnglish && looksEnglish(texts)
  const known = getTerms(keptTexts)
  const knownNumbers = new Set(keptTexts.flatMap(getReadings))
  const only = getTerms(texts).difference(known)
  const rare = new Set([...only].filter((term) => !COMMON.has(term) && !HIRAGANA.test(term)))
  const numbers = new Set(texts.flatMap(getReadings)).difference(knownNumbers)
  const said = ` ${texts.map((text) => plainWords(text).join(' ')).join(' / ')} `
  const likeKnown = closeness(known, isEnglish)
  const isVerbatim = (text: string) => {
    const words = plainWords(text)
    return words.length >= FEWEST_OWN_WORDS && said.includes(` ${words.join(' ')} `)
  }
  const hasNumber = (text: string) => getReadings(text).some((number) => numbers.has(number))
  const hasUnknownNumber = (text: string) =>
    !readsNumbers && getReadings(text.replaceAll(DATE, ' ')).some((number) => !knownNumbers.has(number))
  const mayBeNumber = (text: string) => !readsNumbers && numbers.size > 0 && !getTerms([text]).isSubsetOf(known)
  /** Compares by the words that a text shares with these. */
  const leakBy = (lostTerms: ReadonlySet<string>) => {
    const likeLost = closeness(lostTerms, isEnglish)
    const isForm = (term: string) => !known.has(term) && likeLost(term) > likeKnown(term)
    return (text: string): Leak | null => {
      const terms = [...getTerms([text])]
      if (terms.some((term) => lostTerms.has(term)) || hasNumber(text)) return 'certain'
      return terms.some(isForm) || hasUnknownNumber(text) ? 'uncertain' : null
    }
  }
  if (lost.length === 0) return { inFree: () => null, inProven: () => null, inName: () => false }
  const [byOnly, byRare] = [leakBy(only), leakBy(rare)]
  return {
    inFree: (text) => (isVerbatim(text) ? 'certain' : (byOnly(text) ?? (mayBeNumber(text) ? 'uncertain' : null))),
    inProven: byRare,
    inName: (name) => byRare(name) !== null,
  }
}

/** A line as edited and as transcribed; with its speaker's name, unless that speaker still has lines. */
function saidIn({ text, speaker, heard }: Segment, speaking: ReadonlySet<string | null>): string[] {
  const names = [speaker, heard?.speaker].filter((name) => name !== undefined && !speaking.has(name))
  return [text, heard?.text, ...names].filter((said) => said !== undefined && said !== null)
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
const LATIN = /^[\p{sc=Latin}\p{N}'-]+$/u
/**
 * Runs of characters without spaces, compared in parts of this length. Korean has spaces, but particles attach to its
 * words.
 */
const SIGN_RUNS = [
  { runs: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}]+/gu, length: 2 },
  { runs: /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu, length: 3 },
] as const
/** Mostly Japanese endings and particles. */
const HIRAGANA = /^\p{sc=Hiragana}+$/u
const ACCENTS = /[\u0300-\u036F]/gu

/**
 * The units for comparing texts: stems of content words, whole words of other alphabets, parts of runs of characters.
 */
function getTerms(texts: readonly string[]): Set<string> {
  const terms = new Set<string>()
  const words = new Set<string>()
  for (const text of texts) {
    let rest = text.normalize('NFKC').toLowerCase().replaceAll('’', "'")
    for (const { runs, length } of SIGN_RUNS)
      rest = rest.replaceAll(runs, (run) => {
        for (const part of getParts(run, length)) terms.add(part)
        return ' '
      })
    for (const word of rest.normalize('NFD').replaceAll(ACCENTS, '').normalize('NFC').match(WORD) ?? []) words.add(word)
  }
  for (const word of words)
    for (const term of LATIN.test(word) ? contentStems(word) : [word]) if (term.length > 1) terms.add(term)
  return terms
}

function getParts(run: string, length: number): string[] {
  const signs = Array.from(run)
  if (signs.length <= length) return [run]
  return signs.slice(length - 1).map((_, i) => signs.slice(i, i + length).join(''))
}

/** Thousands separators in most of Europe. */
const GROUPED = /(?<!\d)\d{1,3}(?:[.'’\u00A0\u202F ]\d{3})+(?!\d)/gu
/** Dates in digits, which titles begin with. */
const DATE = /\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})/g

/** The values of a text's numbers, in digits: "ninety five thousand", "95,000", "95.000" and "95k" are the same. */
function getReadings(text: string): string[] {
  const readings = (of: string) =>
    findNumbers(of.replaceAll(NUMBERED_SPEAKERS, '')).flatMap((number) => [...number.readings])
  const grouped = text.match(GROUPED) ?? []
  return [...readings(text), ...grouped.map((digits) => digits.replaceAll(/\D/g, ''))]
}

const FIRST_LETTERS = 3

/** @returns how many letters a word shares with the closest of these words that it may be a form of; 0: none. */
function closeness(words: ReadonlySet<string>, isEnglish: boolean): (word: string) => number {
  const byBeginning = Map.groupBy(words, (word) => word.slice(0, FIRST_LETTERS))
  const joined = [...words].filter((word) => CLINGING.test(word))
  return (word) => {
    const same = (byBeginning.get(word.slice(0, FIRST_LETTERS)) ?? []).map((other) => {
      const letters = commonLetters(word, other)
      const endings = [word.length - letters, other.length - letters] as const
      return isForm(letters, Math.min(...endings), Math.max(...endings), isEnglish) ? letters : 0
    })
    const within = CLINGING.test(word)
      ? joined.filter((other) => word.includes(other) || other.includes(word)).map((other) => other.length)
      : []
    return Math.max(0, ...same, ...within)
  }
}

/** Scripts in which prepositions and articles are prefixed to words. */
const CLINGING = /^[\p{sc=Arabic}\p{sc=Hebrew}]{3,}/u

/** Whether words with a common prefix are forms of one: by their common letters, and how many each has beyond them. */
function isForm(letters: number, fewest: number, most: number, isEnglish: boolean): boolean {
  if (letters >= 5 && (fewest === 0 || most <= 3)) return true
  return !isEnglish && letters >= FIRST_LETTERS && most <= 2
}

function commonLetters(one: string, other: string): number {
  let i = 0
  while (i < one.length && one[i] === other[i]) i += 1
  return i
}
