import { useEffect, useMemo, useRef } from 'react'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { getTurns } from '../../../lib/segments.ts'
import { LongList, getPlace } from '../../../ui/long-list.tsx'
import { bringIntoSight } from './bring-into-sight.ts'
import { LineText } from './line-text.tsx'
import { useTranscriptSearch } from './search-context.tsx'
import { SearchField } from './search-field.tsx'

/** Number of lines in a paragraph of a monologue. */
const MAX_LINES = 12
/** An estimate. px */
const TURN_HEIGHT = 110

/** The transcript to read and search, in a scrolling box. */
export function TranscriptBox({ text, segments }: { text: string | null; segments: readonly Segment[] }) {
  const { current, currentSegmentId, query, getMarks } = useTranscriptSearch()
  const box = useRef<HTMLDivElement>(null)
  const turns = useMemo(() => getTurns(segments, MAX_LINES), [segments])
  useEffect(() => {
    const list = box.current
    if (list === null || currentSegmentId === null) return undefined
    const turn = turns.findIndex((each) => each.segments.some(({ id }) => id === currentSegmentId))
    return bringIntoSight(list, () => {
      const mark = list.querySelector('mark[data-current]')
      return mark ? { element: mark, drawn: true } : getPlace(list, turn)
    })
  }, [turns, currentSegmentId, current, query])
  return (
    <div className="rounded border border-line bg-surface">
      {segments.length > 0 && (
        <div className="border-b border-line p-2">
          <SearchField shortcut />
        </div>
      )}
      <div
        ref={box}
        tabIndex={0}
        role="region"
        aria-label="Transcript text"
        className="max-h-64 overflow-y-auto rounded-b px-5 py-4 text-15 leading-6 break-words -outline-offset-2"
      >
        {segments.length === 0 ? (
          <p className="whitespace-pre-line">{text}</p>
        ) : (
          <LongList items={turns} scroller={box} itemHeight={TURN_HEIGHT}>
            {({ speaker, continued, segments: lines }, index) => (
              <div key={lines[0]?.id} dir="auto" className={index === 0 ? '' : 'pt-4'}>
                {speaker !== null && !continued && <p className="text-13 font-medium">{speaker}</p>}
                <p>
                  {lines.map((line) => (
                    <LineText key={line.id} segment={line} marks={getMarks(line.id)} />
                  ))}
                </p>
              </div>
            )}
          </LongList>
        )}
      </div>
    </div>
  )
}
