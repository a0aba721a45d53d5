import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import type { DraftItem } from '../analyst.ts'
import { checkDigits } from './check-digits.ts'
import { checkNames } from './check-names.ts'
import { checkNumbers } from './check-numbers.ts'
import type { Call, Claim, Fault } from './claim.ts'
import { shownText } from './shown-text.ts'
import { plainWords } from '../language/spoken-words.ts'

const LONGEST_TITLE = 120
const LONGEST_HEADING = 200

/**
 * The title to show, or why there is none: the whole call supports it, and its names and numbers have to be said there.
 */
export function getTitle(proposed: string | null, call: Call): { title: string | null; fault: Fault | null } {
  const title = shownText((proposed ?? '').slice(0, 2 * LONGEST_TITLE))
    .slice(0, LONGEST_TITLE)
    .trim()
  if (title === '' || call.segments.length === 0) return { title: null, fault: null }
  const fault = checkHeading(
    title,
    call.segments.map((_, place) => place),
    call,
  )
  return { title: fault === null ? title : null, fault }
}

/**
 * Headings in the order of the call, each up to the next one; of two with the same start the first counts. Drops a
 * heading with a name or number that isn't said in its part.
 */
export function getChapters(
  items: readonly DraftItem[],
  positions: ReadonlyMap<string, number>,
  call: Call,
): EvidenceItem[] {
  const found = items
    .flatMap(({ text, segmentIds }) => {
      const places = segmentIds.map((id) => positions.get(id) ?? -1)
      const place = Math.min(...places)
      const heading = shownText(text.slice(0, LONGEST_HEADING))
      return places.length === 0 || place < 0 || plainWords(heading).length === 0 ? [] : [{ text: heading, place }]
    })
    .toSorted((a, b) => a.place - b.place)
  const getStart = (place: number) => call.segments[place]?.start_ms ?? 0
  const apart = found.filter(({ place }, i) => i === 0 || getStart(place) !== getStart(found[i - 1]?.place ?? -1))
  const ends = apart.map((_, i) => apart[i + 1]?.place ?? call.segments.length)
  const kept = apart.filter(
    ({ text, place }, i) => checkHeading(text, range(place, ends[i] ?? place + 1), call) === null,
  )
  const endMs = call.segments.reduce((latest, { end_ms }) => Math.max(latest, end_ms), 0)
  return kept.map(({ text, place }, i) => ({
    text,
    start_ms: getStart(place),
    end_ms: getStart(kept[i + 1]?.place ?? -1) || endMs,
    segment_ids: [call.segments[place]?.id ?? ''],
  }))
}

function checkHeading(text: string, places: readonly number[], call: Call): Fault | null {
  const claim: Claim = { list: 'title', text, owner: null, places, lines: [] }
  return (call.english ? checkNumbers : checkDigits)(claim, call) ?? checkNames(claim, call)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}
