import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { getLines, type Line } from './lines.ts'

/** A call written as "Name: words", one line each, four seconds per line, with the ids s0, s1, … */
export function segmentsOfScript(script: string): Segment[] {
  return script
    .trim()
    .split('\n')
    .map((line, i) => {
      const [speaker = '', text = ''] = line.trim().split(/: (.*)/)
      return { id: `s${i}`, start_ms: i * 4000, end_ms: i * 4000 + 3500, speaker, text }
    })
}

/** The sentences of such a call. */
export function linesOfScript(script: string): Line[] {
  return getLines(segmentsOfScript(script))
}
