import type { Sentence } from './sentences.ts'
import type { CallWords } from './call-words.ts'
import { contentStems } from './words.ts'

/** Sentences that are compared on each side of a possible border. */
const WINDOW = 20
const FEWEST_SENTENCES = 15

/**
 * Cuts a call where its words change.
 * @param count how many parts at most.
 * @returns runs of sentences in the order of the call.
 */
export function splitTopics(sentences: readonly Sentence[], words: CallWords, count: number): Sentence[][] {
  const stems = sentences.map(({ text }) => contentStems(text))
  const change = sentences.map((_, i) => 1 - likenessOf(bag(stems.slice(Math.max(0, i - WINDOW), i), words), bag(stems.slice(i, i + WINDOW), words)))
  const least = Math.max(FEWEST_SENTENCES, Math.floor(sentences.length / (count * 2.5)))
  const borders: number[] = []
  for (const i of change.keys().toArray().toSorted((a, b) => (change[b] ?? 0) - (change[a] ?? 0))) {
    if (borders.length === count - 1) break
    if ([0, sentences.length, ...borders].every((border) => Math.abs(border - i) >= least)) borders.push(i)
  }
  const edges = [0, ...borders.toSorted((a, b) => a - b), sentences.length]
  return edges.slice(1).map((edge, i) => sentences.slice(edges[i], edge))
}

function bag(lists: readonly string[][], words: CallWords): Map<string, number> {
  const counts = new Map<string, number>()
  for (const stem of lists.flat()) counts.set(stem, (counts.get(stem) ?? 0) + Math.log1p(words.get(stem) ?? 0))
  return counts
}

function likenessOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let dot = 0
  for (const [stem, weight] of a) dot += weight * (b.get(stem) ?? 0)
  const length = (bag: ReadonlyMap<string, number>) => Math.sqrt(bag.values().reduce((sum, weight) => sum + weight * weight, 0))
  return dot === 0 ? 0 : dot / (length(a) * length(b))
}
