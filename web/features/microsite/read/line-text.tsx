import { memo } from 'react'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { cutAt } from '../../../lib/find-text.ts'
import { textRuns } from '../../../lib/segments.ts'
import type { LineMarks } from './search-context.tsx'

const NO_MARKS: LineMarks = { ranges: [], current: -1 }

/** A line's words; those the speech engine was unsure of are dimmed, search matches are marked. */
export const LineText = memo(function LineText({
  segment,
  marks = NO_MARKS,
}: {
  segment: Segment
  marks?: LineMarks | undefined
}) {
  let offset = 0
  return textRuns(segment).map(({ text, doubtful }, index) => {
    const pieces = cutAt(text, marks.ranges, offset)
    offset += text.length + 1
    return (
      <span key={index} className={doubtful ? 'text-muted italic' : ''}>
        {pieces.map((piece, part) =>
          piece.range === -1 ? (
            piece.text
          ) : (
            <Mark key={part} text={piece.text} current={piece.range === marks.current} />
          ),
        )}{' '}
      </span>
    )
  })
})

function Mark({ text, current }: { text: string; current: boolean }) {
  return (
    <mark
      data-current={current || undefined}
      className={`rounded-[2px] text-ink ${current ? 'bg-mark-current' : 'bg-mark'}`}
    >
      {text}
    </mark>
  )
}
