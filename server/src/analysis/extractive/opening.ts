import type { DraftItem } from '../analyst.ts'
import { organisationOf } from './organisations.ts'
import type { Sentence } from './sentences.ts'
import type { Sides } from './sides.ts'
import { shortName } from './speakers.ts'
import { pickSubjects, type Subject } from './subjects.ts'

/** The longer a call, the more it is about: subjects of one with fewer sentences than these, and of all others. */
const SUBJECTS: readonly (readonly [number, number])[] = [[100, 3], [400, 4]]
const MOST_SUBJECTS = 6
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
  const chosen = pickSubjects(subjects, ({ weight }) => weight, SUBJECTS.find(([length]) => sentences.length < length)?.[1] ?? MOST_SUBJECTS, new Set())
  if (chosen.length === 0) return []
  const people = speakersOf(sentences)
  const lines = chosen.flatMap(({ mentions }) => mentions.slice(0, MENTIONS_SHOWN)).flatMap(({ segmentIds }) => segmentIds)
  return [{ text: `${who(people, sentences, sides)} about ${listed(chosen.map(({ name }) => name))}.`, segmentIds: [...new Set([...people.flatMap(({ segmentIds }) => segmentIds), ...lines])] }]
}

interface Person {
  speaker: string
  /** "Marcus of Brightwater" */
  called: string
  /** Where they speak first, and where they say at whose they work. */
  segmentIds: string[]
}

/** In the order in which they first speak; none where they are too many to be named. */
function speakersOf(sentences: readonly Sentence[]): Person[] {
  const speakers = [...new Set(sentences.flatMap(({ speaker }) => speaker ?? []))]
  if (speakers.length < 2 || speakers.length > MOST_NAMED) return []
  return speakers.map((speaker) => {
    const organisation = organisationOf(speaker, sentences)
    const first = sentences.find((sentence) => sentence.speaker === speaker)?.segmentIds.slice(0, 1) ?? []
    return { speaker, called: organisation === null ? shortName(speaker) : `${shortName(speaker)} of ${organisation.name}`, segmentIds: [...first, ...(organisation?.segmentIds ?? [])] }
  })
}

function who(people: readonly Person[], sentences: readonly Sentence[], sides: Sides | null): string {
  if (people.length === 0) return `The ${kindOfTalk(sentences)} was`
  const on = (side: 1 | -1) => people.filter(({ speaker }) => (sides?.get(speaker) ?? 0) * side > CLEARLY).map(({ called }) => called)
  const [sellers, customers] = [on(1), on(-1)]
  if (sellers.length > 0 && customers.length > 0 && sellers.length + customers.length === people.length) return `${listed(sellers)} spoke with ${listed(customers)}`
  return `${listed(people.map(({ called }) => called))} spoke`
}

function kindOfTalk(sentences: readonly Sentence[]): 'call' | 'meeting' {
  const says = (pattern: RegExp) => sentences.filter(({ text }) => pattern.test(text)).length
  return says(/\bmeetings?\b/i) > says(/\bcalls?\b/i) ? 'meeting' : 'call'
}

/** "the pilot, tickets and Nagpur" */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
