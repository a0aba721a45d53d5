import type { ListEntry } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { findQuote } from '../../analysis/verification/find-quote.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import type { Transcript } from '../../transcription/transcriber.ts'
import type { MicrositeChange } from '../records/microsite.ts'
import { transcriptText } from '../editing/transcript-text.ts'

const OWN_LISTS = ['quotes', 'actionPoints', 'importantPoints', 'todoList'] as const
/** Times in two transcripts of one call may differ by this much. */
const NEAR_MS = 5000
const BETTER_NOTICE = 'Replaced the draft when the speech model was ready.'

/**
 * Replaces the transcript. The owner's texts stay: their times refer to the recording, and they cite the new lines at
 * the same time.
 */
export function replaceTranscript(site: MicrositeRow, { segments, info }: Transcript): MicrositeChange {
  const own = OWN_LISTS.flatMap((field) => {
    const entries = site[field]
    return entries === null
      ? []
      : [[field, entries.map((entry) => movedEntry(entry, segments, field === 'quotes'))] as const]
  })
  return {
    ...Object.fromEntries(own),
    segments,
    transcriptInfo: site.transcriptRequest?.automatic ? { ...info, notice: info.notice ?? BETTER_NOTICE } : info,
    transcript: transcriptText(segments),
    replacing: false,
  }
}

function movedEntry(entry: ListEntry, segments: readonly Segment[], isQuote: boolean): ListEntry {
  if (typeof entry === 'string' || entry.start_ms === undefined) return entry
  const { segment_ids: _, ...moment } = entry
  const [from, to] = [entry.start_ms, entry.end_ms ?? entry.start_ms]
  if (!isQuote) {
    const lines = segments.filter((line) => line.start_ms < to && line.end_ms > from)
    return lines.length === 0 ? moment : { ...moment, segment_ids: lines.map(({ id }) => id) }
  }
  const near = segments.filter((line) => line.start_ms < to + NEAR_MS && line.end_ms > from - NEAR_MS)
  const found = findQuote(entry.text, [near])
  // A quote that isn't there verbatim stays as the owner's own words, and links only to its timestamp.
  return found === null ? moment : { ...found, speaker: entry.speaker ?? found.speaker ?? null }
}
