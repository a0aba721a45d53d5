import type { EvidenceItem, ListEntry } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { findQuote } from '../../analysis/verification/find-quote.ts'
import { AppError } from '../../kernel/errors.ts'

/**
 * Checks that all evidence refers to lines of the transcript.
 * @throws AppError invalid_request
 */
export function checkEntries(entries: readonly ListEntry[], segments: readonly Segment[]): ListEntry[] {
  for (const entry of entries) getLines(entry, segments)
  return entries.map(reviewed)
}

/** Entries that the owner saved count as reviewed, unless they are marked as unconfirmed. */
function reviewed(entry: ListEntry): ListEntry {
  if (typeof entry === 'string' || entry.unconfirmed) return entry
  const { unproven: _, ...rest } = entry
  return rest
}

/**
 * Like `checkEntries`, and replaces a quote that has evidence with the transcript's own words. A quote without evidence
 * (written by hand) is the owner's responsibility and has no link.
 * @throws AppError invalid_request when the cited lines don't contain it.
 */
export function checkQuotes(entries: readonly ListEntry[], segments: readonly Segment[]): ListEntry[] {
  return entries.map((entry) => {
    const lines = getLines(entry, segments)
    if (lines.length === 0 || typeof entry === 'string') return entry
    const found = findQuote(entry.text, [lines])
    if (!found)
      throw new AppError('invalid_request', 'Quotes must match the transcript. Correct the transcript instead.')
    return { ...entry, text: found.text }
  })
}

function getLines(entry: ListEntry, segments: readonly Segment[]): Segment[] {
  const ids = new Set((typeof entry === 'string' ? undefined : (entry satisfies EvidenceItem).segment_ids) ?? [])
  const lines = segments.filter(({ id }) => ids.has(id))
  if (lines.length < ids.size)
    throw new AppError('invalid_request', 'An entry refers to a line that isn’t in the transcript.')
  return lines
}
