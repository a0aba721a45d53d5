import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseScript } from './script.ts'

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
const script = parseScript(read('sales-call.txt'))
const { turns, duration_ms: durationMs } = z
  .object({
    duration_ms: z.int(),
    turns: z.array(z.object({ speaker: z.string(), start_ms: z.int(), end_ms: z.int(), text: z.string() })),
  })
  .parse(JSON.parse(read('sample-call.json')))
const cues = [...read('sample-call.vtt').matchAll(/^(\S+) --> (\S+)\n<v (\w+)>(.*)<\/v>$/gm)].map(
  ([, start, end, speaker, text]) => ({
    start: Date.parse(`1970-01-01T${start}Z`),
    end: Date.parse(`1970-01-01T${end}Z`),
    speaker,
    text: text ?? '',
  }),
)

describe('the sample call (rebuild it with npm run sample)', () => {
  it('matches its script', () => {
    expect(turns.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual(
      script.lines.map(({ speaker, text }) => `${speaker.name}: ${text}`),
    )
    expect(words(read('sample-call.txt'))).toEqual(words(script.lines.map(({ text }) => text).join(' ')))
  })

  it('has turns in order, within the recording, that never overlap', () => {
    const times = turns.flatMap((turn) => [turn.start_ms, turn.end_ms])
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(durationMs)
  })

  it('has captions with every word in its turn, by its speaker', () => {
    expect(words(cues.map(({ text }) => text).join(' '))).toEqual(words(read('sample-call.txt')))
    const strays = cues.filter(
      (cue) =>
        !turns.some((turn) => turn.speaker === cue.speaker && turn.start_ms <= cue.start && cue.end <= turn.end_ms),
    )
    expect(strays).toEqual([])
  })

  it('is small enough for the repository', () => {
    expect(statSync(join(import.meta.dirname, 'sample-call.mp4')).size).toBeLessThan(3_000_000)
  })
})
