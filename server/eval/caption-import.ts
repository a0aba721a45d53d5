import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { readTranscript } from '@callfolio/shared/captions/read-transcript.ts'
import { readCalls } from './calls.ts'

/** A meeting service's transcript format. */
interface Format {
  name: string
  write: (cues: readonly Segment[]) => string
}

export interface ImportResult {
  format: string
  /** Lines written, over all calls. */
  written: number
  /** Lines read back with the same words, speaker and start. */
  same: number
}

const FORMATS: readonly Format[] = [
  {
    name: 'WebVTT, voices',
    write: (cues) =>
      `WEBVTT\n\n${blocks(cues, (cue) => `${range(cue, '.')}\n<v ${cue.speaker}>${escaped(cue.text)}</v>`)}`,
  },
  {
    name: 'WebVTT, "Name: text"',
    write: (cues) =>
      `WEBVTT\n\n${blocks(cues, (cue, i) => `${i + 1}\n${range(cue, '.')}\n${cue.speaker}: ${escaped(cue.text)}`)}`,
  },
  {
    name: 'SRT, BOM and CRLF',
    write: (cues) =>
      `\uFEFF${blocks(cues, (cue, i) => `${i + 1}\n${range(cue, ',')}\n${cue.speaker}: ${cue.text}`).replaceAll('\n', '\r\n')}`,
  },
  {
    name: 'SBV',
    write: (cues) => blocks(cues, (cue) => `${range(cue, '.').replace(' --> ', ',')}\n${cue.speaker}: ${cue.text}`),
  },
]

/** Writes every call in every format and reads it again. */
export async function captionImport(): Promise<ImportResult[]> {
  const calls = await readCalls()
  return FORMATS.map(({ name, write }) => {
    const pairs = calls.map(({ cues }) => ({ cues, read: readTranscript(write(cues), null).segments }))
    return {
      format: name,
      written: pairs.reduce((sum, { cues }) => sum + cues.length, 0),
      same: pairs.reduce((sum, { cues, read }) => sum + cues.filter((cue, i) => isSame(cue, read[i])).length, 0),
    }
  })
}

function isSame(cue: Segment, read: Segment | undefined): boolean {
  return (
    read?.text === cue.text &&
    read.speaker === cue.speaker &&
    read.start_ms === cue.start_ms &&
    read.end_ms === cue.end_ms
  )
}

function blocks(cues: readonly Segment[], block: (cue: Segment, index: number) => string): string {
  return `${cues.map(block).join('\n\n')}\n`
}

function range({ start_ms: start, end_ms: end }: Segment, mark: string): string {
  return [start, end].map((ms) => new Date(ms).toISOString().slice(11, 23).replace('.', mark)).join(' --> ')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
