import { expect, test } from 'vitest'
import { readTranscript } from './read-transcript.ts'

const readPlainText = (text: string) => readTranscript(text, null).segments

const turns = (text: string) => readPlainText(text).map(({ speaker, text }) => [speaker, text])

test('makes each named line a turn of that speaker', () => {
  expect(turns('Dana: Good afternoon.\r\nLee: Hello. One thing: the price.\r\nDana: Sure.')).toEqual([
    ['Dana', 'Good afternoon.'],
    ['Lee', 'Hello. One thing: the price.'],
    ['Dana', 'Sure.'],
  ])
})

test('continues a turn with the line right below it, but not after a blank line', () => {
  expect(turns('Dana: Good\n  afternoon.\n\nThey shake hands.\nLee: Hello.\nDana: So.\nLee: Yes.\n')).toEqual([
    ['Dana', 'Good afternoon.'],
    [null, 'They shake hands.'],
    ['Lee', 'Hello.'],
    ['Dana', 'So.'],
    ['Lee', 'Yes.'],
  ])
})

test('gives lines without names no speaker', () => {
  expect(turns('\uFEFFGood afternoon.\nHello.')).toEqual([
    [null, 'Good afternoon.'],
    [null, 'Hello.'],
  ])
})

test('spaces times at 150 words a minute', () => {
  const text = Array.from({ length: 150 }, () => 'word').join(' ')
  expect(readPlainText(`${text}\n${text}`).map(({ start_ms, end_ms }) => [start_ms, end_ms])).toEqual([
    [0, 60_000],
    [60_000, 120_000],
  ])
})

test('finds no transcript in text without words', () => {
  expect(readPlainText(' \n\n')).toEqual([])
})
