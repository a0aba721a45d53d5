const WORD = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{M}\p{N}]*/gu
/** After it every word may have a capital. */
export const SENTENCE_START = /(?:^|(?<!\b(?:Mr|Mrs|Ms|Dr|St))[.!?:;…]["'”’)]?\s+|["“‘'’(]\s*|\s[—–-]+\s)$/
const CAPITAL = /^\p{Lu}/u
/** Always capitalized, whatever the meaning. */
const ALWAYS_CAPITAL = new Set(
  'i im ill ive id ok okay oh monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december english mr mrs ms dr sir'.split(
    ' ',
  ),
)
const SHORTEST = 3
/** Above this share a language capitalizes its nouns, so capitals don't indicate names. */
const CAPITALS_SHARE = 0.2
const FEW_WORDS = 25

/** True for capitalized words that are not names: "I", "Monday", "OK". */
export function isAlwaysCapital(word: string): boolean {
  return ALWAYS_CAPITAL.has(word.toLowerCase())
}

/**
 * The names said in a call, in lower case: words that are capitalized mid-sentence and never written in lower case.
 * Empty for a language that capitalizes its nouns.
 */
export function getNames(texts: readonly string[]): Set<string> {
  const capital = new Set<string>()
  const small = new Set<string>()
  let [capitals, inside] = [0, 0]
  for (const text of texts) {
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const isCapital = CAPITAL.test(word)
      const first = SENTENCE_START.test(text.slice(Math.max(0, index - 8), index))
      if (!isCapital) small.add(bareName(word))
      else if (!first) capital.add(bareName(word))
      if (!first) inside += 1
      if (isCapital && !first && !isAlwaysCapital(word)) capitals += 1
    }
  }
  if (capitals > CAPITALS_SHARE * inside && inside > FEW_WORDS) return new Set()
  return new Set(
    [...capital].filter((word) => word.length >= SHORTEST && !small.has(word) && !ALWAYS_CAPITAL.has(word)),
  )
}

/** The words of a text normalized for name comparison: lower case, "Dana's" and "Dana'll" become Dana. */
export function nameWords(text: string): string[] {
  return (text.match(WORD) ?? []).map(bareName)
}

/** Possessives and plurals match the name. */
export function bareName(word: string): string {
  return word.toLowerCase().replace(/(?<=...)s$/, '')
}
