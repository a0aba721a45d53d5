import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { clockColumn } from '../../../lib/clock-column.ts'
import { LongList, getPlace } from '../../../ui/long-list.tsx'
import { bringIntoSight } from './bring-into-sight.ts'
import { usePlayer } from '../player/player-context.tsx'
import { useTranscriptSearch } from './search-context.tsx'
import { SearchField } from './search-field.tsx'
import { TimelineLine } from './timeline-line.tsx'

/** An estimate. px */
const LINE_HEIGHT = 64

/** All lines with time and speaker. The current one stays in view until the reader scrolls or searches. */
export function Timeline() {
  const { segments, currentLine, play } = usePlayer()
  const { query, getMarks, currentSegmentId } = useTranscriptSearch()
  const list = useRef<HTMLDivElement>(null)
  const [following, setFollowing] = useState(true)
  const [seenFind, setSeenFind] = useState(currentSegmentId)
  if (seenFind !== currentSegmentId) {
    setSeenFind(currentSegmentId)
    if (currentSegmentId !== null) setFollowing(false)
  }

  useEffect(() => {
    return following && currentLine >= 0 ? showLine(list.current, currentLine) : undefined
  }, [following, currentLine])

  useEffect(() => {
    if (currentSegmentId === null) return undefined
    return showLine(
      list.current,
      segments.findIndex(({ id }) => id === currentSegmentId),
    )
  }, [segments, currentSegmentId, query])

  const playFrom = useCallback(
    (ms: number) => {
      setFollowing(true)
      play(ms)
    },
    [play],
  )
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div className="border-b border-line p-2">
        <SearchField />
      </div>
      <div
        ref={list}
        role="list"
        onWheel={() => setFollowing(false)}
        onTouchMove={() => setFollowing(false)}
        className={`min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 ${clockColumn(segments.at(-1)?.start_ms)}`}
      >
        <LongList items={segments} scroller={list} itemHeight={LINE_HEIGHT}>
          {(segment, index) => (
            <div role="listitem" key={segment.id}>
              <TimelineLine
                segment={segment}
                current={index === currentLine}
                continued={segments[index - 1]?.speaker === segment.speaker}
                marks={getMarks(segment.id)}
                onPlay={playFrom}
              />
            </div>
          )}
        </LongList>
      </div>
      {!following && currentLine >= 0 && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            variant="secondary"
            size="sm"
            onClick={() => setFollowing(true)}
            className="pointer-events-auto shadow-menu"
          >
            Back to the current line
          </Button>
        </div>
      )}
    </div>
  )
}

function showLine(list: HTMLElement | null, index: number): (() => void) | undefined {
  return list ? bringIntoSight(list, () => getPlace(list, index)) : undefined
}
