import type { PlainFields } from '@callfolio/shared/contract/microsite-fields.ts'
import type { Microsite, MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { countOf, formatClock, formatDay } from '@callfolio/shared/format.ts'

/** A short text below a microsite's title; `moment`: the date that it names, ISO 8601. */
export interface Fact {
  text: string
  moment?: string
}

/** What a document says below its title, on its pages and in exports: day, length and number of speakers. */
export function documentFacts(microsite: PlainFields & { segments: readonly Segment[] }): Fact[] {
  const { created_at, duration_ms, segments } = microsite
  const speakers = new Set(segments.map(({ speaker }) => speaker).filter((name) => name !== null))
  return [
    { text: formatDay(created_at), moment: created_at },
    ...(duration_ms === null ? [] : [{ text: formatClock(duration_ms) }]),
    ...(speakers.size > 1 ? [{ text: countOf(speakers.size, 'speaker') }] : []),
  ]
}

/** The same for the owner, who also sees the views and the consent. */
export function ownerFacts(microsite: Microsite): Fact[] {
  const { view_count, consent } = microsite
  return [
    ...documentFacts(microsite),
    ...(view_count > 0 ? [{ text: countOf(view_count, 'view') }] : []),
    ...(consent ? [{ text: `Consent reminder confirmed on ${formatDay(consent.at)}` }] : []),
  ]
}

/** What a card of the list says; its length stands on the picture. */
export function cardFacts({ created_at, view_count }: MicrositeCard): Fact[] {
  return [{ text: formatDay(created_at) }, { text: countOf(view_count, 'view') }]
}
