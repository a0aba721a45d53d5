import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Line, Script, Speaker } from './script.ts'
import { ffmpeg, run } from './tools.ts'

const SAMPLE_RATE = 16_000
const BYTES_PER_SAMPLE = 2
const PAUSE_MS = { start: 800, sameSpeaker: 300, otherSpeaker: 450, otherSlide: 1100, end: 1000 }

/** A line with its exact position in the recording, ms. */
export interface SpokenLine extends Line {
  startMs: number
  endMs: number
}

export interface Speech {
  /** 16 kHz mono 16-bit samples without a header. */
  pcmPath: string
  inputFormat: string[]
  durationMs: number
  lines: SpokenLine[]
}

/** Synthesizes every line with its speaker's voice, with pauses between them. Times come from counted samples. */
export function speak(script: Script, folder: string): Speech {
  const parts: Buffer[] = [silence(PAUSE_MS.start)]
  const lines = script.lines.map((line, index): SpokenLine => {
    const startMs = lengthMs(parts)
    parts.push(speakLine(line, join(folder, `line-${index}.wav`)))
    const endMs = lengthMs(parts)
    parts.push(silence(pauseAfter(line, script.lines[index + 1])))
    return { ...line, startMs, endMs }
  })
  const pcmPath = join(folder, 'speech.s16le')
  writeFileSync(pcmPath, Buffer.concat(parts))
  return {
    pcmPath,
    inputFormat: ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1'],
    durationMs: lengthMs(parts),
    lines,
  }
}

function speakLine({ speaker, text }: Line, wavPath: string): Buffer {
  run('flite', ['-voice', speaker.voice, '-t', text, '-o', wavPath])
  return ffmpeg('-i', wavPath, '-af', voiceFilter(speaker), '-ar', String(SAMPLE_RATE), '-ac', '1', '-f', 's16le', '-')
}

function voiceFilter({ shift }: Speaker): string {
  const deeper = [
    `aresample=${SAMPLE_RATE}`,
    `asetrate=${Math.round(SAMPLE_RATE * shift)}`,
    `aresample=${SAMPLE_RATE}`,
    `atempo=${1 / shift}`,
  ]
  const trimStart = 'silenceremove=start_periods=1:start_threshold=-50dB'
  return [...(shift === 1 ? [] : deeper), trimStart, 'areverse', trimStart, 'areverse', 'loudnorm=I=-20:TP=-2'].join(
    ',',
  )
}

function pauseAfter(line: Line, next: Line | undefined): number {
  if (next === undefined) return PAUSE_MS.end
  if (next.slide !== line.slide) return PAUSE_MS.otherSlide
  return next.speaker === line.speaker ? PAUSE_MS.sameSpeaker : PAUSE_MS.otherSpeaker
}

function silence(ms: number): Buffer {
  return Buffer.alloc(Math.round((ms * SAMPLE_RATE) / 1000) * BYTES_PER_SAMPLE)
}

function lengthMs(parts: Buffer[]): number {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  return Math.round((bytes * 1000) / (SAMPLE_RATE * BYTES_PER_SAMPLE))
}
