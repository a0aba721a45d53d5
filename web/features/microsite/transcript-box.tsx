import { useEffect, useMemo, useRef } from 'react'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { turnsOf } from '../../lib/segments.ts'
import { bringIntoSight } from './bring-into-sight.ts'
import { LineText } from './line-text.tsx'
import { useTranscriptSearch } from './search-context.tsx'
import { SearchField } from './search-field.tsx'

/** The transcript to read and to search, in a box that scrolls. */
export function TranscriptBox({ text, segments }: { text: string | null; segments: readonly Segment[] }) {
  const { current, query, marksOf } = useTranscriptSearch()
  const box = useRef<HTMLDivElement>(null)
  const turns = useMemo(() => turnsOf(segments), [segments])
  useEffect(() => showFind(box.current), [current, query])
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
        className="grid max-h-64 grid-cols-1 gap-4 overflow-y-auto rounded-b px-5 py-4 text-15 leading-6 break-words -outline-offset-2"
      >
        {segments.length === 0 ? (
          <p className="whitespace-pre-line">{text}</p>
        ) : (
          turns.map(({ speaker, segments: lines }) => (
            <div key={lines[0]?.id}>
              {speaker !== null && <p className="text-13 font-medium">{speaker}</p>}
              <p dir="auto">
                {lines.map((line) => (
                  <LineText key={line.id} segment={line} marks={marksOf(line.id)} />
                ))}
              </p>
            </div>
          ))
        )}
      </div>
    </div>
  )
}

function showFind(box: HTMLElement | null): void {
  const mark = box?.querySelector('mark[data-current]')
  if (box && mark) bringIntoSight(box, mark)
}
