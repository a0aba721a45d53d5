import type { DraftItem } from '../analyst.ts'
import type { Sentence } from './sentences.ts'
import type { Sides } from './sides.ts'
import { shortName } from './speakers.ts'
import { pickSubjects, type Subject } from './subjects.ts'

const SUBJECTS = 4
/** A long meeting is about more. */
const SUBJECTS_OF_LONG = 6
const LONG_SENTENCES = 400
const MOST_NAMED = 5
const CLEARLY = 0.3
const MENTIONS_SHOWN = 4

interface Material {
  sentences: readonly Sentence[]
  subjects: readonly Subject[]
  sides: Sides | null
}

/** The sentence a summary begins with: who met about what; none in a call in which nothing comes back. */
export function opening({ sentences, subjects, sides }: Material): DraftItem[] {
  const chosen = pickSubjects(subjects, ({ weight }) => weight, sentences.length < LONG_SENTENCES ? SUBJECTS : SUBJECTS_OF_LONG, new Set())
  if (chosen.length === 0) return []
  const lines = chosen.flatMap(({ mentions }) => mentions.slice(0, MENTIONS_SHOWN)).flatMap(({ segmentIds }) => segmentIds)
  return [{ text: `${who(sentences, sides)} about ${listed(chosen.map(({ name }) => name))}.`, segmentIds: [...new Set([...firstLines(sentences), ...lines])] }]
}

function who(sentences: readonly Sentence[], sides: Sides | null): string {
  const names = speakersOf(sentences)
  if (names.length < 2 || names.length > MOST_NAMED) return `The ${kindOfTalk(sentences)} was`
  const [sellers, customers] = [1, -1].map((side) => names.filter((name) => (sides?.get(name) ?? 0) * side > CLEARLY).map(shortName))
  if (sellers !== undefined && customers !== undefined && sellers.length > 0 && sellers.length + customers.length === names.length && customers.length > 0)
    return `${listed(sellers)} spoke with ${listed(customers)}`
  return `${listed(names.map(shortName))} spoke`
}

/** In the order in which they first speak. */
function speakersOf(sentences: readonly Sentence[]): string[] {
  return [...new Set(sentences.flatMap(({ speaker }) => speaker ?? []))]
}

/** Where each of the speakers speaks first; a line that names one is by the one. */
function firstLines(sentences: readonly Sentence[]): string[] {
  const names = speakersOf(sentences)
  return names.length > MOST_NAMED ? [] : names.flatMap((name) => sentences.find(({ speaker }) => speaker === name)?.segmentIds.slice(0, 1) ?? [])
}

function kindOfTalk(sentences: readonly Sentence[]): 'call' | 'meeting' {
  const says = (pattern: RegExp) => sentences.filter(({ text }) => pattern.test(text)).length
  return says(/\bmeetings?\b/i) > says(/\bcalls?\b/i) ? 'meeting' : 'call'
}

/** "the pilot, tickets and Nagpur" */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
