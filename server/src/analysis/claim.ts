import type { CheckFault, WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { contentStems, looksEnglish } from './english.ts'
import { currenciesIn, quantitiesIn, type Quantity } from './quantities.ts'
import { nameWords, namesOf } from './call-names.ts'

/** A statement about a call, with the lines it stands on. */
export interface Claim {
  list: WithheldItem['list']
  text: string
  /** Who is to do it, as the analyst gave it apart from the text. */
  owner: string | null
  /** Places of its lines in the call, in order. */
  places: readonly number[]
  lines: readonly Segment[]
}

/** What a check found in a claim. */
export interface Fault extends CheckFault {
  /** True: the claim is false or must not be told, so that nobody can add it. Otherwise its owner decides. */
  isHard?: boolean
}

/** What is known of a call before a claim about it is checked. */
export interface Call {
  segments: readonly Segment[]
  /** Where each line is in the call. */
  places: ReadonlyMap<Segment, number>
  speakers: readonly string[]
  /** `YYYY-MM-DD`; null: unknown. */
  date: string | null
  /** The names that are said, and those of the speakers, word by word in lower case. */
  names: ReadonlySet<string>
  /** The same of the speakers only. */
  speakerWords: ReadonlySet<string>
  /** The same as `contentStems`. */
  speakerStems: ReadonlySet<string>
  /** The names of the call's title: the companies that met. */
  parties: ReadonlySet<string>
  /** Every word that was said, as names are compared. */
  vocabulary: ReadonlySet<string>
  /** The currencies that are named, as units of `quantitiesIn`. */
  currencies: ReadonlySet<string>
  /** Every number that was said; read when it is first asked for. */
  quantities: () => readonly Quantity[]
  /** What was said as one run of names' words, with a space before and after each; the same. */
  spokenNames: () => string
  /** Spoken and written in English: what is meant can be checked, not only numbers and names. */
  english: boolean
  /** Written in the language that was spoken. */
  sameLanguage: boolean
}

/** What a call says by itself, whatever is claimed of it. */
export type SpokenCall = Omit<Call, 'parties' | 'date' | 'english' | 'sameLanguage'> & { spokenEnglish: boolean }

/** Reads a call once for any number of drafts. */
export function readSpoken(segments: readonly Segment[]): SpokenCall {
  const said = segments.map(({ text }) => text)
  const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))]
  const speakerWords = new Set(speakers.flatMap(nameWords))
  return {
    segments,
    places: new Map(segments.map((segment, place) => [segment, place])),
    speakers,
    names: namesOf(said).union(speakerWords),
    speakerWords,
    speakerStems: new Set(speakers.flatMap(contentStems)),
    vocabulary: new Set(said.flatMap(nameWords)),
    currencies: new Set(said.flatMap(currenciesIn)),
    quantities: once(() => said.flatMap(quantitiesIn)),
    spokenNames: once(() => ` ${said.flatMap(nameWords).join(' ')} `),
    spokenEnglish: looksEnglish(said),
  }
}

/**
 * The call as one draft is checked against it.
 * @param texts what an analyst wrote, to detect its language by.
 * @param title the analyst's title.
 * @param writtenIn code of the language it was to write in; null: the call's.
 */
export function readCall(
  { spokenEnglish, ...spoken }: SpokenCall,
  {
    texts,
    title,
    writtenIn,
    date,
  }: { texts: readonly string[]; title: string; writtenIn: string | null; date: string | null },
): Call {
  const inEnglish = looksEnglish(texts) && (writtenIn === null ? spokenEnglish : /^en\b/i.test(writtenIn))
  const parties = new Set(nameWords(title).filter((word) => spoken.names.has(word)))
  return { ...spoken, parties, date, english: spokenEnglish && inEnglish, sameLanguage: spokenEnglish === inEnglish }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Content words that a line elsewhere shares with a claim when both speak of the same. */
const SAME_SUBJECT = 2

/** Whether something was said anywhere in the call in lines that speak of what the claim speaks of. */
export function isSaidOfSubject(claim: Claim, call: Call, says: (text: string) => boolean): boolean {
  const words = new Set(contentStems(claim.text)).difference(call.speakerStems)
  return call.segments.some(({ text }, place) => {
    if (!says(text)) return false
    const near = new Set(around(call, { places: [place] }, 1, 2).flatMap((line) => contentStems(line.text)))
    return near.intersection(words).size >= SAME_SUBJECT
  })
}

/** The claim's lines and as many before and after each, in order. */
export function around(call: Call, { places }: Pick<Claim, 'places'>, before: number, after = before): Segment[] {
  const wanted = new Set(
    places.flatMap((place) => Array.from({ length: before + after + 1 }, (_, i) => place - before + i)),
  )
  return [...wanted].toSorted((a, b) => a - b).flatMap((place) => call.segments[place] ?? [])
}
