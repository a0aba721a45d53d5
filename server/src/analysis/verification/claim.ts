import type { CheckFault, WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { aloneFrom } from './suggestions.ts'
import { contentStems, looksEnglish } from '../language/english.ts'
import { currenciesIn, quantitiesIn, type Quantity } from '../language/quantities.ts'
import { nameWords, getNames } from '../language/call-names.ts'

/** A statement about a call, with the lines that support it. */
export interface Claim {
  list: WithheldItem['list']
  text: string
  /** The owner, as the analyst gave it apart from the text. */
  owner: string | null
  /** Indexes of its lines in the call, in order. */
  places: readonly number[]
  lines: readonly Segment[]
}

/** A fault that a check found in a claim. */
export interface Fault extends CheckFault {
  /** True if the claim is withheld. Otherwise the owner decides. */
  isHard?: boolean
}

/** What the checks know about a call before they look at a claim. */
export interface Call {
  segments: readonly Segment[]
  /** Index of each line in the call. */
  places: ReadonlyMap<Segment, number>
  speakers: readonly string[]
  /** `YYYY-MM-DD`; null: unknown. */
  date: string | null
  /** The spoken names, and those of the speakers, word by word in lower case. */
  names: ReadonlySet<string>
  /** Only the names of speakers. */
  speakerWords: ReadonlySet<string>
  /** The names as `contentStems`. */
  speakerStems: ReadonlySet<string>
  /** The names in the call's title: the companies that met. */
  parties: ReadonlySet<string>
  /** Every spoken word, normalized for name comparison. */
  vocabulary: ReadonlySet<string>
  /** The currencies named, as units of `quantitiesIn`. */
  currencies: ReadonlySet<string>
  /** Every spoken number; computed on first use. */
  quantities: () => readonly Quantity[]
  /** All spoken words as one normalized string, with a space before and after each; computed on first use. */
  spokenNames: () => string
  /** As `aloneFrom`; computed on first use. */
  alone: () => number
  /** Spoken and written in English: meaning can be checked, not only numbers and names. */
  english: boolean
  /** Written in the language that was spoken. */
  sameLanguage: boolean
}

/** The parts of a draft besides its claims. */
interface DraftFacts {
  /** Its texts, for language detection. */
  texts: readonly string[]
  title: string
  /** Code of the requested language; null: the call's. */
  writtenIn: string | null
  /** The day of the call, `YYYY-MM-DD`; null: unknown. */
  date: string | null
}

/** Prepares a call for checking one draft against it. */
export function readCall(segments: readonly Segment[], { texts, title, writtenIn, date }: DraftFacts): Call {
  const said = segments.map(({ text }) => text)
  const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))]
  const speakerWords = new Set(speakers.flatMap(nameWords))
  const names = getNames(said).union(speakerWords)
  const spokenEnglish = looksEnglish(said)
  const inEnglish = looksEnglish(texts) && (writtenIn === null ? spokenEnglish : /^en\b/i.test(writtenIn))
  return {
    segments,
    places: new Map(segments.map((segment, place) => [segment, place])),
    speakers,
    date,
    names,
    speakerWords,
    speakerStems: new Set(speakers.flatMap(contentStems)),
    parties: new Set(nameWords(title).filter((word) => names.has(word))),
    vocabulary: new Set(said.flatMap(nameWords)),
    currencies: new Set(said.flatMap(currenciesIn)),
    quantities: once(() => said.flatMap(quantitiesIn)),
    spokenNames: once(() => ` ${said.flatMap(nameWords).join(' ')} `),
    alone: once(() => aloneFrom(segments)),
    english: spokenEnglish && inEnglish,
    sameLanguage: spokenEnglish === inEnglish,
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Content words that a line elsewhere shares with a claim when both have the same subject. */
const SAME_SUBJECT = 2

/** Whether something was said anywhere in the call in lines with the claim's subject. */
export function isSaidOfSubject(claim: Claim, call: Call, says: (text: string) => boolean): boolean {
  const words = new Set(contentStems(claim.text)).difference(call.speakerStems)
  return call.segments.some(({ text }, place) => {
    if (!says(text)) return false
    const near = new Set(around(call, { places: [place] }, 1, 2).flatMap((line) => contentStems(line.text)))
    return near.intersection(words).size >= SAME_SUBJECT
  })
}

/** Whether a claim is a next step. */
export function isStep({ list }: Pick<Claim, 'list'>): boolean {
  return list === 'action_points' || list === 'todo_list'
}

/** The claim's lines with as many before and after each, in order. */
export function around(call: Call, { places }: Pick<Claim, 'places'>, before: number, after = before): Segment[] {
  const wanted = new Set(
    places.flatMap((place) => Array.from({ length: before + after + 1 }, (_, i) => place - before + i)),
  )
  return [...wanted].toSorted((a, b) => a - b).flatMap((place) => call.segments[place] ?? [])
}
