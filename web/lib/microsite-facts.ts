import type { ConsentStatement, PlainFields } from '@callfolio/shared/contract/microsite-fields.ts'
import type { Microsite, MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { fill, fillCount } from '@callfolio/shared/page-words/fill.ts'
import type { PageWords } from '@callfolio/shared/page-words/en.ts'
import { pageWords, type PageLanguage } from '@callfolio/shared/page-words/page-words.ts'
import { getCount, formatClock, formatDate, formatDay } from '@callfolio/shared/format.ts'

/** A short text below a microsite's title; `moment`: the date it shows, ISO 8601. */
export interface Fact {
  text: string
  moment?: string
}

/**
 * The facts below a document's title, on pages and in exports: the call's date, length and number of speakers, what
 * was removed, and the owner's statement about the participants' consent.
 */
export function documentFacts(
  microsite: PlainFields & { segments: readonly Segment[] },
  language: PageLanguage = 'en',
): Fact[] {
  const { call_date, duration_ms, segments } = microsite
  const words = pageWords(language)
  const speakers = new Set(segments.map(({ speaker }) => speaker).filter((name) => name !== null))
  return [
    ...(call_date === null ? [] : [{ text: formatDate(call_date, language), moment: call_date }]),
    ...(duration_ms === null ? [] : [{ text: formatClock(duration_ms) }]),
    ...(speakers.size > 1 ? [{ text: fillCount(words.speakers, speakers.size, language) }] : []),
    ...removedFacts(microsite, words, language),
    ...(microsite.consent_statement ? [consentFact(microsite.consent_statement, words, language)] : []),
  ]
}

function removedFacts(site: PlainFields, { removed }: PageWords, language: PageLanguage): Fact[] {
  const dates = [
    [removed.recording, site.recording_removed_at],
    [removed.transcript, site.transcript_removed_at],
  ] as const
  return dates.flatMap(([text, at]) => (at === null ? [] : [{ text: fill(text, { day: formatDay(at, language) }) }]))
}

function consentFact({ kind, by, at, note }: ConsentStatement, { consent }: PageWords, language: PageLanguage): Fact {
  const statement = note === null ? consent[kind] : `${consent[kind]}: ${note}`
  const day = formatDay(at, language)
  return { text: fill(by === null ? consent.stated : consent.statedBy, { statement, day, by: by ?? '' }) }
}

/**
 * The same for the owner, who also sees the views, the consent and, if the date of the call is unknown, when it was
 * added.
 */
export function ownerFacts(microsite: Microsite): Fact[] {
  const { call_date, created_at, view_count, consent } = microsite
  return [
    ...(call_date === null ? [{ text: `Added on ${formatDay(created_at)}` }] : []),
    ...documentFacts(microsite),
    ...(view_count > 0 ? [{ text: getCount(view_count, 'view') }] : []),
    ...(consent ? [{ text: `You agreed on ${formatDay(consent.at)} to tell everyone about the recording` }] : []),
  ]
}

/** The facts on a list card; the length is on the picture. */
export function cardFacts({ created_at, view_count }: MicrositeCard): Fact[] {
  return [{ text: formatDay(created_at) }, { text: getCount(view_count, 'view') }]
}
