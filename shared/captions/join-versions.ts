import type { Segment } from '../contract/transcript.ts'

type Line = Omit<Segment, 'id'>

/** Share of lines that repeat the previous one; below it, the speakers repeated themselves. */
const GROWING_SHARE = 0.25
const FEWEST = 3
const TOUCHING_MS = 2000
/** Fewer matching words at the end of one line and the start of the next are a coincidence. */
const LEAST_OVERLAP = 3
const MOST_OVERLAP = 40

/**
 * Live captions are saved each time they grow ("I will", "I will send the"), or scroll by a word. Keeps only the last
 * version of a line, or what is new in it; files that don't grow stay unchanged.
 */
export function joinVersions(lines: readonly Line[]): Line[] {
  const read = new Map<number, string[]>()
  const words = (at: number): string[] => {
    const known = read.get(at) ?? getWords(lines[at]?.text ?? '')
    read.set(at, known)
    return known
  }
  const getLast = new Map<string | null, number>()
  const repeated = lines.map(({ speaker, start_ms: startMs }, at) => {
    const before = getLast.get(speaker)
    getLast.set(speaker, at)
    const last = before === undefined ? undefined : lines[before]
    if (before === undefined || last === undefined || startMs > last.end_ms + TOUCHING_MS) return null
    const count = repeatedWords(words(before), words(at))
    return count === 0 ? null : { before, count, isVersion: count === words(before).length }
  })
  const growing = repeated.filter((found, at) => found !== null && found.count < words(at).length).length
  if (growing < FEWEST || growing < lines.length * GROWING_SHARE) return [...lines]
  const kept: (Line | null)[] = lines.map((line) => ({ ...line }))
  /** Where the words of a line moved to. */
  const home = lines.map((_, at) => at)
  repeated.forEach((found, at) => {
    const line = kept[at]
    if (found === null || line === null || line === undefined) return
    const place = home[found.before] ?? found.before
    const first = kept[place]
    if (first === null || first === undefined) return
    if (found.isVersion && place === found.before) {
      kept[place] = null
      kept[at] = { ...line, start_ms: first.start_ms }
      return
    }
    const rest = line.text.split(' ').slice(found.count).join(' ')
    kept[at] = rest === '' ? null : { ...line, text: rest }
    if (rest === '') home[at] = place
  })
  return kept.filter((line) => line !== null)
}

function getWords(text: string): string[] {
  return text.split(' ').map((word) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') || word)
}

/** Length of the overlap: all of the first line, or its last words, with which the second begins; 0 without one. */
function repeatedWords(before: readonly string[], words: readonly string[]): number {
  if (before.length <= words.length && before.every((word, at) => word === words[at])) return before.length
  for (let count = Math.min(before.length, words.length, MOST_OVERLAP); count >= LEAST_OVERLAP; count--)
    if (before.slice(-count).every((word, at) => word === words[at])) return count
  return 0
}
