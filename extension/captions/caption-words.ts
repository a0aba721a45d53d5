/** A word with the spaces after it, and when the page first showed it, ms since 1970. */
export interface Word {
  text: string
  at: number
}

/** For each word of the new text, the matching word of the old text; -1 for a new one. */
export type Match = readonly number[]

/** Scripts that don't put spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Comparing longer texts word by word would be noticeably slow; corrections are never that large. */
const MAX_COMPARISONS = 4_000_000

/** Splits a text into words; joined they restore the text. */
export function splitWords(text: string): string[] {
  return (text.match(/\S+\s*/g) ?? []).flatMap((chunk) => (UNSPACED.test(chunk) ? splitUnspaced(chunk) : [chunk]))
}

function splitUnspaced(chunk: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(chunk)) {
    if (isWordLike === true || words.length === 0) words.push(segment)
    else words[words.length - 1] += segment
  }
  return words
}

/** Matches the words of two versions of a text, in order; ignores case and punctuation. */
export function matchWords(before: readonly string[], after: readonly string[]): number[] {
  const [old, now] = [before.map(plain), after.map(plain)]
  const match = now.map(() => -1)
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) match[start] = start++
  let [oldEnd, nowEnd] = [old.length, now.length]
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) match[--nowEnd] = --oldEnd
  for (const [i, j] of commonWords(old.slice(start, oldEnd), now.slice(start, nowEnd))) match[start + j] = start + i
  return match
}

/** The longest common subsequence, as pairs of indices. */
function commonWords(old: readonly string[], now: readonly string[]): [number, number][] {
  const width = now.length + 1
  if (old.length * now.length > MAX_COMPARISONS) return []
  const lengths = new Uint16Array((old.length + 1) * width)
  const length = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === now[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < old.length && j < now.length;) {
    if (old[i] === now[j]) pairs.push([i++, j++])
    else if (length(i + 1, j) >= length(i, j + 1)) i++
    else j++
  }
  return pairs
}

/**
 * Assigns times to the new words: an unchanged word keeps its own, a corrected one gets that of the word it replaced,
 * an appended one the current time.
 */
export function timeWords(before: readonly Word[], texts: readonly string[], match: Match, at: number): Word[] {
  const words: Word[] = []
  let passed = 0
  for (let j = 0; j < texts.length;) {
    let end = j
    while (end < texts.length && match[end] === -1) end++
    const next = match[end] ?? before.length
    for (let k = 0; j < end; k++, j++) {
      const replaced = passed + k < next ? before[passed + k] : before[next]
      words.push({ text: texts[j] ?? '', at: replaced?.at ?? at })
    }
    const kept = before[next]
    if (kept !== undefined && end < texts.length) words.push({ text: texts[j++] ?? '', at: kept.at })
    passed = next + 1
  }
  return words
}

function plain(word: string): string {
  const letters = word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  return letters === '' ? word.trim() : letters
}
