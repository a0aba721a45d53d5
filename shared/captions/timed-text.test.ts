import { expect, test } from 'vitest'
import { readTranscript } from './read-transcript.ts'

const readCaptions = (text: string) => {
  const { segments, estimated } = readTranscript(text, null)
  return estimated ? [] : segments
}

const read = (text: string) => readCaptions(text).map(({ start_ms, speaker, text: said }) => [start_ms, speaker, said])

test('reads a Teams document: name and time on a line, the words below it', () => {
  const text =
    'Discovery call-20260310_090000-Meeting Recording\r\nMarch 10, 2026, 9:00AM\r\n32m 10s\r\n\r\nDana Miller started transcription\r\nDana Miller   0:03\r\nMorning, everyone. R&D is here too.\r\n\r\nLee Chan   0:09\r\nHi.\r\nWe meet at 10:30\r\n\r\nDana Miller   1:02:07\r\nGreat: let’s begin.\r\nDana Miller stopped transcription\r\n'
  expect(read(text)).toEqual([
    [3000, 'Dana Miller', 'Morning, everyone. R&D is here too.'],
    [9000, 'Lee Chan', 'Hi. We meet at 10:30'],
    [3_727_000, 'Dana Miller', 'Great: let’s begin.'],
  ])
})

test('reads an older Teams document: times with an arrow, the name on its own line', () => {
  const cue = (from: string, to: string, name: string, said: string) => `0:0:${from} --> 0:0:${to}\n${name}\n${said}\n`
  const text =
    cue('0.0', '3.120', 'Dana Miller', 'Good morning.') +
    cue('3.120', '5.5', 'Lee Chan', 'Hello.') +
    cue('5.5', '7.0', 'Dana Miller', 'Shall we?') +
    cue('7.0', '9.0', 'Lee Chan', 'Sure.')
  expect(read(text)).toEqual([
    [0, 'Dana Miller', 'Good morning.'],
    [3120, 'Lee Chan', 'Hello.'],
    [5500, 'Dana Miller', 'Shall we?'],
    [7000, 'Lee Chan', 'Sure.'],
  ])
})

test('reads a Meet document: a time every few minutes, distributed over the words, without header and footer', () => {
  const text =
    '\uFEFFMar 10, 2026\nWeekly call - Transcript\nAttendees\nDana Miller, Lee Chan\nTranscript\n00:00:00\n \nDana Miller: One two three four.\nLee Chan: Five six seven eight.\n00:00:04\nDana Miller: Nine ten.\nTranscription ended after 00:12:10\nThis editable transcript was computer generated and might contain errors.\n'
  expect(read(text)).toEqual([
    [0, 'Dana Miller', 'One two three four.'],
    [2000, 'Lee Chan', 'Five six seven eight.'],
    [4000, 'Dana Miller', 'Nine ten.'],
  ])
})

test('reads Zoom’s times of day; the call begins with its first word', () => {
  expect(read('[Dana Miller] 10:00:03\nHello.\n[Lee Chan] 10:00:08\nHi there.\n')).toEqual([
    [0, 'Dana Miller', 'Hello.'],
    [5000, 'Lee Chan', 'Hi there.'],
  ])
})

test('reads times before lines, with or without brackets, and text copied from YouTube', () => {
  expect(read('[00:01] Dana: Hello.\n[00:05] Lee: Hi.\n[00:07] Dana: So.')).toEqual(
    [
      [1000, null, 'Dana: Hello.'],
      [5000, null, 'Lee: Hi.'],
      [7000, null, 'Dana: So.'],
    ].map(([ms, , said]) => [ms, String(said).split(': ')[0], String(said).split(': ')[1]]),
  )
  expect(read('0:00\nwelcome to the call\n0:04\ntoday we look at prices')).toEqual([
    [0, null, 'welcome to the call'],
    [4000, null, 'today we look at prices'],
  ])
  expect(read('Dana Miller (00:01): Hello.\nLee Chan (00:05): Hi.')).toEqual([
    [1000, 'Dana Miller', 'Hello.'],
    [5000, 'Lee Chan', 'Hi.'],
  ])
})

test('shows each line of rolling automatic captions once', () => {
  const text = `WEBVTT
Kind: captions

00:00:00.000 --> 00:00:02.000 align:start position:0%
 
welcome<00:00:00.500><c> to</c><00:00:01.000><c> the</c> call

00:00:02.000 --> 00:00:02.010 align:start position:0%
welcome to the call
 

00:00:02.010 --> 00:00:04.000 align:start position:0%
welcome to the call
today<c> we</c> look

00:00:04.000 --> 00:00:04.010 align:start position:0%
today we look
 

00:00:04.010 --> 00:00:06.000 align:start position:0%
today we look
at prices

00:00:06.000 --> 00:00:06.010
at prices

00:00:06.010 --> 00:00:08.000
at prices
and dates
`
  expect(read(text).map(([, , said]) => said)).toEqual([
    'welcome to the call',
    'today we look',
    'at prices',
    'and dates',
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
