import type { EvidenceItem, ListEntry } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { findQuote } from '../analysis/verification/find-quote.ts'
import { AppError } from '../kernel/errors.ts'

/**
 * Lets only evidence pass that leads to lines of the transcript.
 * @throws AppError invalid_request
 */
export function checkEntries(entries: readonly ListEntry[], segments: readonly Segment[]): ListEntry[] {
  for (const entry of entries) linesOf(entry, segments)
  return entries.map(reviewed)
}

/** What its owner saved has been reviewed, unless it says of itself that it is still to be kept. */
function reviewed(entry: ListEntry): ListEntry {
  if (typeof entry === 'string' || entry.unconfirmed) return entry
  const { unproven: _, ...rest } = entry
  return rest
}

/**
 * Like `checkEntries`, and a quote with evidence becomes the transcript's own words. One without (written by hand) is
 * the owner's responsibility and leads nowhere.
 * @throws AppError invalid_request when nobody said so in the lines it names.
 */
export function checkQuotes(entries: readonly ListEntry[], segments: readonly Segment[]): ListEntry[] {
  return entries.map((entry) => {
    const lines = linesOf(entry, segments)
    if (lines.length === 0 || typeof entry === 'string') return entry
    const found = findQuote(entry.text, [lines])
    if (!found)
      throw new AppError('invalid_request', 'Quotes must match the transcript. Correct the transcript instead.')
    return { ...entry, text: found.text }
  })
}

function linesOf(entry: ListEntry, segments: readonly Segment[]): Segment[] {
  const ids = new Set((typeof entry === 'string' ? undefined : (entry satisfies EvidenceItem).segment_ids) ?? [])
  const lines = segments.filter(({ id }) => ids.has(id))
  if (lines.length < ids.size)
    throw new AppError('invalid_request', 'An entry refers to a line that isn’t in the transcript.')
  return lines
}
