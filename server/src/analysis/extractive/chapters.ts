import type { DraftItem } from '../analyst.ts'
import { isConfidential } from './acts.ts'
import type { CallWords } from './call-words.ts'
import type { Line } from './lines.ts'
import type { NounPhrase } from './noun-phrases.ts'
import { contentStems } from './words.ts'

const FEWEST_SENTENCES = 60
const SENTENCES_PER_CHAPTER = 45
const MOST_CHAPTERS = 8
const LONGEST_HEADING = 40
const BEFORE_NAME = /^(?:an?|the|my|our|your|their|his|her|its|some|any|no|that|this|these|those|every|each)\s+/i

/** The course of a longer call: where its words change, headed by the thing that is named there more than elsewhere. */
export function chaptersOf(lines: readonly Line[], words: CallWords): DraftItem[] {
  if (lines.length < FEWEST_SENTENCES) return []
  const parts = splitAt(changes(lines, words), lines, Math.min(MOST_CHAPTERS, Math.round(lines.length / SENTENCES_PER_CHAPTER)))
  const people = new Set(lines.flatMap(({ speaker }) => (speaker ?? '').toLowerCase().split(' ')))
  const named = Map.groupBy(lines.flatMap(({ phrases }) => phrases), ({ head }) => head)
  const spent = new Set<string>()
  const chapters = parts.flatMap((part) => {
    const here = Map.groupBy(part.filter(({ index, text }) => index >= lines.length * ARRIVAL && !isConfidential(text)).flatMap(({ phrases }) => phrases).filter(isTelling), ({ head }) => head)
    const worth = (head: string) => {
      const count = here.get(head)?.length ?? 0
      return count < 2 || spent.has(head) || people.has(head) ? 0 : (count / (named.get(head)?.length ?? 1)) * Math.sqrt(count) * Math.log1p(Math.max(0, ...contentStems(head).map((stem) => words.get(stem) ?? 0)))
    }
    const [head] = [...here.keys()].filter((candidate) => worth(candidate) > 0).toSorted((a, b) => worth(b) - worth(a))
    const mentions = head === undefined ? [] : (here.get(head) ?? [])
    const [start] = part[0]?.segmentIds ?? []
    if (head === undefined || start === undefined) return []
    spent.add(head)
    const segmentIds = mentions.slice(0, 4).flatMap(({ line }) => lines[line]?.segmentIds ?? [])
    return [{ text: headingOf(mentions.map(({ text }) => text)), segmentIds: [...new Set([start, ...segmentIds])].slice(0, 6) }]
  })
  return chapters.length < 2 ? [] : chapters
}

/** Shares of the call in which people arrive. */
const ARRIVAL = 0.05

/** A heading names one thing: by a name, or by more than one word; "the other left" and "five thousand users" don't. */
function isTelling({ text, proper }: NounPhrase): boolean {
  const plain = text.replace(BEFORE_NAME, '')
  return (proper || plain.includes(' ')) && !/^(?:other|same|whole|big|new|old|good|first|last|next|one|two|three|\d|\w+(?:teen|ty|hundred|thousand)\b)/i.test(plain)
}

/** The fullest short form in which a thing is named, without what stands before it. */
function headingOf(names: readonly string[]): string {
  const plain = names.map((name) => name.replace(BEFORE_NAME, ''))
  const fitting = plain.filter((name) => name.length <= LONGEST_HEADING).toSorted((a, b) => b.length - a.length)
  const heading = fitting[0] ?? plain[0] ?? ''
  return `${heading.charAt(0).toUpperCase()}${heading.slice(1)}`
}

/** Sentences that are compared on each side of a possible border. */
const WINDOW = 20
const FEWEST_IN_PART = 15

/** Cuts a call where its words change, into so many parts at most. */
function splitAt(change: readonly number[], sentences: readonly Line[], count: number): Line[][] {
  const least = Math.max(FEWEST_IN_PART, Math.floor(sentences.length / (count * 2.5)))
  const borders: number[] = []
  for (const i of change.keys().toArray().toSorted((a, b) => (change[b] ?? 0) - (change[a] ?? 0))) {
    if (borders.length >= count - 1) break
    if ([0, sentences.length, ...borders].every((border) => Math.abs(border - i) >= least)) borders.push(i)
  }
  const edges = [0, ...borders.toSorted((a, b) => a - b), sentences.length]
  return edges.slice(1).map((edge, i) => sentences.slice(edges[i], edge))
}

/** For each sentence how different the words before it and from it on are, 0–1. */
function changes(sentences: readonly Line[], words: CallWords): number[] {
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
