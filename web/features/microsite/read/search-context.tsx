import { createContext, use, useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { comparable, findText, type Range } from '../../../lib/find-text.ts'
import { textRuns } from '../../../lib/segments.ts'

/** Search in the transcript; the box and the timeline share the matches. */
export interface TranscriptSearch {
  query: string
  setQuery: (query: string) => void
  count: number
  /** Index of the current match; -1 without one. */
  current: number
  /** Goes to the next (1) or previous (-1) match, wrapping around. */
  move: (by: 1 | -1) => void
  /** What to mark in a line; the same object as long as nothing changed. */
  getMarks: (segmentId: string) => LineMarks | undefined
  /** The line of the current match; null without one. */
  currentSegmentId: string | null
}

/** The matches in one line; `current` is the index of the current one, -1 for none. */
export interface LineMarks {
  ranges: readonly Range[]
  current: number
}

const SearchContext = createContext<TranscriptSearch | null>(null)

export function SearchProvider({ segments, children }: { segments: readonly Segment[]; children: ReactNode }) {
  const [query, setQuery] = useState('')
  // Steps from the first match; also set before a new query has matches.
  const [steps, setSteps] = useState(0)
  const deferred = useDeferredValue(query)
  const searching = deferred.trim() !== ''
  const lines = useMemo(() => (searching ? searchable(segments) : []), [segments, searching])
  const finds = useMemo(() => findLines(lines, deferred), [lines, deferred])
  const search = useMemo((): TranscriptSearch => {
    const count = finds.reduce((sum, { ranges }) => sum + ranges.length, 0)
    const current = count === 0 ? -1 : ((steps % count) + count) % count
    const marks = marksAt(finds, current)
    return {
      query,
      setQuery: (words) => {
        setQuery(words)
        setSteps(0)
      },
      count,
      current,
      move: (by) => setSteps((before) => before + by),
      getMarks: (id) => marks.byLine.get(id),
      currentSegmentId: marks.currentSegmentId,
    }
  }, [finds, query, steps])
  return <SearchContext value={search}>{children}</SearchContext>
}

/** The enclosing search. Throws outside its provider. */
export function useTranscriptSearch(): TranscriptSearch {
  const search = use(SearchContext)
  if (search === null) throw new Error('useTranscriptSearch must be used within a SearchProvider')
  return search
}

interface LineFinds {
  id: string
  ranges: Range[]
  /** For lines without the current match. */
  marks: LineMarks
}

/** A line as displayed, and in comparable form. */
interface SearchableLine {
  id: string
  text: string
  plain: string
}

function searchable(segments: readonly Segment[]): SearchableLine[] {
  return segments.map((segment) => {
    const text = textRuns(segment)
      .map((run) => run.text)
      .join(' ')
    return { id: segment.id, text, plain: comparable(text) }
  })
}

function findLines(lines: readonly SearchableLine[], query: string): LineFinds[] {
  const wanted = comparable(query.trim())
  if (wanted === '') return []
  return lines.flatMap(({ id, text, plain }) => {
    const ranges = plain.includes(wanted) ? findText(text, query) : []
    return ranges.length === 0 ? [] : [{ id, ranges, marks: { ranges, current: -1 } }]
  })
}

function marksAt(
  finds: readonly LineFinds[],
  current: number,
): { byLine: Map<string, LineMarks>; currentSegmentId: string | null } {
  const byLine = new Map<string, LineMarks>()
  let currentSegmentId: string | null = null
  let before = 0
  for (const { id, ranges, marks } of finds) {
    const here = current >= before && current < before + ranges.length
    byLine.set(id, here ? { ranges, current: current - before } : marks)
    if (here) currentSegmentId = id
    before += ranges.length
  }
  return { byLine, currentSegmentId }
}
