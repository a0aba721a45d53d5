import { expect, test } from 'vitest'
import { readTranscript } from './read-transcript.ts'

const readCaptions = (text: string) => {
  const { segments, estimated } = readTranscript(text, null)
  return estimated ? [] : segments
}

const read = (text: string) => readCaptions(text).map(({ start_ms, speaker, text: said }) => [start_ms, speaker, said])

test('reads a Meet document: a time every few minutes, distributed over the words, without header and footer', () => {
  const text =
    '\uFEFFMar 10, 2026\nWeekly call - Transcript\nAttendees\nDana Miller, Lee Chan\nTranscript\n00:00:00\n \nDana Miller: One two three four.\nLee Chan: Five six seven eight.\n00:00:04\nDana Miller: Nine ten.\nTranscription ended after 00:12:10\nThis editable transcript was computer generated and might contain errors.\n'
  expect(read(text)).toEqual([
    [0, 'Dana Miller', 'One two three four.'],
    [2000, 'Lee Chan', 'Five six seven eight.'],
    [4000, 'Dana Miller', 'Nine ten.'],
  ])
})

test('treats a sentence that ends with a time as text, and text without times as untimed', () => {
  expect(readCaptions('We meet at 10:30\nThat is fine.')).toEqual([])
  expect(readCaptions('Dana: Hello.\nLee: Hi.')).toEqual([])
  expect(readCaptions('0:50\nb\n0:40\na\n0:30\nc\n')).toEqual([])
})

test('spreads text without times over the recording; returns nothing without words', () => {
  const { segments, estimated } = readTranscript('Dana: Hello there you.\nLee: Hi there you all.', 70_000)
  expect(estimated).toBe(true)
  expect(segments.map(({ start_ms, end_ms }) => [start_ms, end_ms])).toEqual([
    [0, 30_000],
    [30_000, 70_000],
  ])
  for (const text of ['', '12:00', 'WEBVTT\n\nNOTE nothing', '00:01.000 --> 00:02.000'])
    expect(readTranscript(text, null).segments).toEqual([])
})

test('reads long text without a pause in reasonable time', () => {
  for (const part of ['0:01 a\n', 'Dana  0:01\n', '[', '(0:01', 'a (', 'a 0:', ' ', '1:']) {
    const before = process.cpuUsage()
    readTranscript(part.repeat(250_000 / part.length), null)
    // CPU time, so that other programs don't affect it.
    expect(process.cpuUsage(before).user, part).toBeLessThan(2_500_000)
  }
})
