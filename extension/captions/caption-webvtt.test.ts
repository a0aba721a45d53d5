import { describe, expect, it } from 'vitest'
import { describeHealth } from './keep-captions.ts'
import { timeLines, writeWebVtt } from './caption-webvtt.ts'

const line = (from: number, to: number, text = 'said', speaker = 'Ann') => ({
  id: `1-${from}`,
  speaker,
  text,
  startedAt: from,
  endedAt: to,
})
const times = (lines: ReturnType<typeof timeLines>) => lines.map(({ start_ms, end_ms }) => [start_ms, end_ms])

describe('the time of lines', () => {
  it('is relative to the recording’s start, without its pauses', () => {
    const recording = { startedAt: 10_000, endedAt: 60_000, pauses: [{ from: 20_000, to: 30_000 }] }
    expect(times(timeLines([line(12_000, 14_000), line(31_000, 33_000)], recording))).toEqual([
      [2000, 4000],
      [11_000, 13_000],
    ])
  })

  it('leaves out what was said before, after and in a pause', () => {
    const recording = { startedAt: 10_000, endedAt: 60_000, pauses: [{ from: 20_000, to: 30_000 }] }
    expect(timeLines([line(8000, 9000), line(22_000, 25_000), line(61_000, 62_000)], recording)).toEqual([])
  })

  it('is relative to the first line when there is no recording', () => {
    expect(times(timeLines([line(52_000, 55_000), line(50_000, 51_500)]))).toEqual([
      [0, 1500],
      [2000, 5000],
    ])
  })

  it('shows a single word for a second, or until the speaker’s next line', () => {
    expect(times(timeLines([line(0, 0), line(400, 400)]))).toEqual([
      [0, 400],
      [400, 1400],
    ])
  })
})

describe('WebVTT', () => {
  it('names the speaker of each line and escapes what the format would interpret', () => {
    const lines = timeLines([line(0, 3_723_004, 'a <b> & c --> d\n\ne', 'Ann <ann@example.org>')])
    expect(writeWebVtt(lines)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 01:02:03.004\n<v Ann &lt;ann@example.org&gt;>a &lt;b&gt; &amp; c --&gt; d e</v>\n',
    )
  })

  it('is missing without lines', () => {
    expect(writeWebVtt([])).toBeNull()
  })
})

it('the status line shows how many lines arrived and when the last one did', () => {
  expect(describeHealth(12, 1000, 4900)).toBe('Captions: 12 lines, last 3 s ago')
  expect(describeHealth(1, 1000, 125_000)).toBe('Captions: 1 line, last 2 min ago')
  expect(describeHealth(0, 0, 1000)).toBe('Waiting for captions')
})
