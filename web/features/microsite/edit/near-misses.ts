import type { Segment } from '@callfolio/shared/contract/transcript.ts'

/** A name that may be misspelled in some lines. */
export interface NearMiss {
  /** As written in the lines: "Pay Sprout". */
  said: string
  /** "Paysprout" */
  name: string
  /** Ids of the lines. */
  lines: readonly string[]
}

interface Token {
  text: string
  /** A capital that doesn't start a sentence. */
  isName: boolean
  /** Only a space or hyphen precedes it. */
  follows: boolean
}

/** Shorter names have too many neighbors: Dana and Dan, Mark and Marc. */
const SHORTEST = 5
/** From this length on, two letters may differ. */
const LONG = 9
const MOST_OFFERS = 5
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu
/** The punctuation between two sentences. */
const SENTENCE_BREAK = /[.?!…:]["'”’)\]]*\s*["'“‘([]*$/
const QUOTE_START = /^\s*["'“‘([]*$/
const POSSESSIVE = /['’]s?$/i
/** Capitalized words that are not names. */
const NO_NAME =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december)$/

/**
 * Finds spellings in a transcript that probably mean a known name: its letters as two words ("Pay Sprout"), or nearly
 * its letters ("Paysprowt"). Both need a capital inside a sentence, so that ordinary words are never suggested.
 * @param names people, companies and products likely to be mentioned.
 * @param language BCP 47 tag; German capitalizes every noun, so none is found in it.
 * @returns the most frequent first.
 */
export function findNearMisses(
  segments: readonly Segment[],
  names: readonly string[],
  language: string | null = null,
): NearMiss[] {
  if (language?.toLowerCase().startsWith('de')) return []
  const words = new Map(names.flatMap((name) => name.match(WORD) ?? []).map((word) => [plain(word), word]))
  const wanted = [...words].filter(([letters, word]) => letters.length >= SHORTEST && /^\p{Lu}/u.test(word))
  if (wanted.length === 0) return []
  const lines = segments.filter(({ redacted }) => !redacted).map(({ id, text }) => ({ id, tokens: getTokens(text) }))
  const ordinary = new Set(lines.flatMap(({ tokens }) => tokens.map(({ text }) => text).filter(isLowerCase)))
  const found = new Map<string, { name: string; lines: Set<string> }>()
  const add = (said: string, name: string, id: string) => {
    const miss = found.get(said) ?? { name, lines: new Set() }
    found.set(said, { ...miss, lines: miss.lines.add(id) })
  }
  for (const { id, tokens } of lines)
    for (const [index, token] of tokens.entries()) {
      const next = tokens[index + 1]
      if (!token.isName && !next?.isName) continue
      const [letters, both] = [plain(token.text), next?.follows ? plain(token.text + next.text) : null]
      if (words.has(letters)) continue
      for (const [known, name] of wanted) {
        if (next && both === known && (token.isName || next.isName)) add(`${token.text} ${next.text}`, name, id)
        else if (token.isName && !ordinary.has(letters) && !NO_NAME.test(letters) && isNear(letters, known))
          add(token.text, name, id)
      }
    }
  return [...found]
    .map(([said, { name, lines: ids }]) => ({ said, name, lines: [...ids] }))
    .toSorted((a, b) => b.lines.length - a.lines.length)
    .slice(0, MOST_OFFERS)
}

/** Replaces the near miss in a line with the name. */
export function correctNearMiss(text: string, { said, name }: Pick<NearMiss, 'said' | 'name'>): string {
  const wanted = String.raw`(?<![\p{L}\p{N}])${said.replace(' ', String.raw`[\s-]+`)}(?![\p{L}\p{N}])`
  return text.replace(new RegExp(wanted, 'gu'), name)
}

function getTokens(text: string): Token[] {
  let end = 0
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => {
    const gap = text.slice(end, index)
    const starts = SENTENCE_BREAK.test(gap) || (end === 0 && QUOTE_START.test(gap))
    const follows = end > 0 && /^(?:\s+|-)$/.test(gap)
    end = index + word.length
    const bare = word.replace(POSSESSIVE, '')
    return { text: bare, isName: !starts && /^\p{Lu}/u.test(bare), follows }
  })
}

function plain(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function isLowerCase(word: string): boolean {
  return /^\p{Ll}/u.test(word)
}

/** The same first letter, and no more differences than its length allows; a longer ending makes it another word. */
function isNear(said: string, name: string): boolean {
  if (said[0] !== name[0] || said.startsWith(name) || name.startsWith(said)) return false
  const most = name.length >= LONG ? 2 : 1
  return said.length >= SHORTEST - 1 && Math.abs(said.length - name.length) <= most && distance(said, name) <= most
}

/** Number of letters to insert, remove, change or swap with their neighbor. */
function distance(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    ;[before, row] = [row, next]
  }
  return row[b.length] ?? 0
}
