import { completed } from './answers.ts'
import { losesItsEnd, worthReading } from './clean.ts'
import { importance } from './cues.ts'
import { createTalkRemover } from './plain-talk.ts'
import type { Sentence } from './sentences.ts'
import { contentStems, isContent, wordsOf } from './words.ts'

/** A sentence that can be shown, with what the choosing needs to know of it. */
export interface Candidate {
  sentence: Sentence
  /** Readable form of the sentence. */
  text: string
  /** The lines it stands on; more than the sentence's own where it was an answer. */
  segmentIds: string[]
  /** Its different content words, as stems. */
  stems: ReadonlySet<string>
  /** True when its first word is written large wherever it stands. */
  opensWithName: boolean
  /** How strongly its words mark it as worth keeping, 0 and up. */
  importance: number
  /** How much of the call it stands for, 0–1. */
  score: number
}

/** A draft transcript's sentence counts only when the recogniser was fairly sure of its words. */
const DRAFT_CONFIDENCE = 0.7

/** The sentences worth showing, scored by how central their words are to the whole call. */
export function candidatesOf(sentences: readonly Sentence[]): Candidate[] {
  const weights = stemWeights(sentences)
  const withoutTalk = createTalkRemover([...new Set(sentences.flatMap(({ speaker }) => speaker ?? []))])
  const isName = namesIn(sentences)
  const readable = sentences.flatMap((sentence) => {
    const plain = withoutTalk(sentence.tidied)
    const { text: whole, segmentIds } = completed(plain, sentence, sentences) ?? { text: plain, segmentIds: sentence.segmentIds }
    const text = losesItsEnd(sentence.text) ? null : worthReading(whole)
    const stems = new Set(text === null ? [] : contentStems(text))
    return text === null || stems.size < 2 ? [] : [{ sentence, text, segmentIds, stems, opensWithName: isName(text), importance: importance(text), score: centrality(stems, weights) }]
  })
  const best = Math.max(...readable.map((candidate) => candidate.score), Number.EPSILON)
  return readable.map((candidate) => ({ ...candidate, score: candidate.score / best }))
}

/** Of a machine's draft the sentences it was fairly sure of, else all. */
export function trustedOf(sentences: readonly Sentence[], draft: boolean): readonly Sentence[] {
  return draft ? sentences.filter((sentence) => (sentence.confidence ?? 0) >= DRAFT_CONFIDENCE) : sentences
}

const WRITTEN_SMALL = /(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{N}'’-]*/gu

/** Tells by the other sentences of a call whether the first word of a text is a name. */
function namesIn(sentences: readonly Sentence[]): (text: string) => boolean {
  const small = new Set(sentences.flatMap(({ text }) => text.match(WRITTEN_SMALL) ?? []).flatMap(wordsOf))
  return (text) => {
    const [first = ''] = wordsOf(text)
    return isContent(first) && !small.has(first)
  }
}

/** What a word that is said only once still counts. */
const ONCE = 0.2

/** How much each content word says about this call: the more sentences hold it, the more, with falling gain. */
function stemWeights(sentences: readonly Sentence[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const sentence of sentences) {
    for (const stem of new Set(sentence.stems)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  return new Map([...counts].map(([stem, count]) => [stem, ONCE + Math.log(count)]))
}

/** Long sentences hold more words without being more central, so length is discounted; very short ones gain little by it. */
const LENGTH_FLOOR = 10

function centrality(stems: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const stem of stems) sum += weights.get(stem) ?? 0
  return sum / Math.sqrt(stems.size + LENGTH_FLOOR)
}

/** Share of the smaller sentence's words that the other has too. */
export function likeness(a: Candidate, b: Candidate): number {
  let shared = 0
  for (const stem of a.stems) if (b.stems.has(stem)) shared++
  return shared / Math.min(a.stems.size, b.stems.size)
}
