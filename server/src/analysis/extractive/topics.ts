import type { CallWords } from './call-words.ts'
import type { Sentence } from './sentences.ts'

/** Sentences that are compared on each side of a possible border. */
const WINDOW = 20
const FEWEST_SENTENCES = 15

/** Cuts a call into so many parts at most; they are runs of sentences in its order. */
export type TopicSplitter = (count: number) => Sentence[][]

/** Makes what cuts a call where its words change. */
export function createTopicSplitter(sentences: readonly Sentence[], words: CallWords): TopicSplitter {
  const change = changes(sentences, words)
  return (count) => splitAt(change, sentences, count)
}

function splitAt(change: readonly number[], sentences: readonly Sentence[], count: number): Sentence[][] {
  const least = Math.max(FEWEST_SENTENCES, Math.floor(sentences.length / (count * 2.5)))
  const borders: number[] = []
  for (const i of change.keys().toArray().toSorted((a, b) => (change[b] ?? 0) - (change[a] ?? 0))) {
    if (borders.length >= count - 1) break
    if ([0, sentences.length, ...borders].every((border) => Math.abs(border - i) >= least)) borders.push(i)
  }
  const edges = [0, ...borders.toSorted((a, b) => a - b), sentences.length]
  return edges.slice(1).map((edge, i) => sentences.slice(edges[i], edge))
}

/** For each sentence how different the words before it and from it on are, 0–1. */
function changes(sentences: readonly Sentence[], words: CallWords): number[] {
  const weights = new Map([...words].map(([stem, weight]) => [stem, Math.log1p(weight)]))
  const before = new Map<string, number>()
  const after = new Map<string, number>()
  const move = (bag: Map<string, number>, i: number, sign: 1 | -1) => {
    for (const stem of sentences[i]?.stems ?? []) bag.set(stem, (bag.get(stem) ?? 0) + sign * (weights.get(stem) ?? 0))
  }
  for (let i = 0; i < WINDOW; i++) move(after, i, 1)
  return sentences.map((_, i) => {
    const change = 1 - likenessOf(before, after)
    move(before, i - WINDOW, -1)
    move(before, i, 1)
    move(after, i, -1)
    move(after, i + WINDOW, 1)
    for (const [stem, weight] of before) if (weight < 1e-9) before.delete(stem)
    for (const [stem, weight] of after) if (weight < 1e-9) after.delete(stem)
    return change
  })
}

function likenessOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let [dot, ofA, ofB] = [0, 0, 0]
  for (const [stem, weight] of a) {
    dot += weight * (b.get(stem) ?? 0)
    ofA += weight * weight
  }
  for (const weight of b.values()) ofB += weight * weight
  return dot === 0 ? 0 : dot / Math.sqrt(ofA * ofB)
}

/** True for a sentence of a part of the call, which is a run of neighbours. */
export function isWithin(part: readonly Sentence[], { index }: Sentence): boolean {
  return index >= (part[0]?.index ?? 0) && index <= (part.at(-1)?.index ?? -1)
}
