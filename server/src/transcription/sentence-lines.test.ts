import { expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { sentenceLines } from './sentence-lines.ts'

type Line = Omit<Segment, 'id'>

/** A line of words of 200 ms, each 100 ms after the one before. */
function spoken(text: string, startMs: number, words = text.split(' ')): Line {
  const timed = words.map((word, i) => ({ text: word, start_ms: startMs + i * 300, end_ms: startMs + i * 300 + 200 }))
  return { start_ms: startMs, end_ms: timed.at(-1)?.end_ms ?? startMs, speaker: null, text, words: timed }
}
const texts = (...lines: Line[]) => sentenceLines(lines).map(({ text }) => text)

test('ends lines with sentences, wherever the engine broke them', () => {
  const lines = [spoken('Hello. We need about', 0), spoken('30 seats. Is that', 1200), spoken('possible?', 2200)]
  const made = sentenceLines(lines)
  expect(made.map(({ text }) => text)).toEqual(['Hello.', 'We need about 30 seats.', 'Is that possible?'])
  expect(made.map(({ start_ms, end_ms }) => [start_ms, end_ms])).toEqual([
    [0, 200],
    [300, 1700],
    [1800, 2400],
  ])
  expect(made.flatMap(({ words = [] }) => words)).toEqual(lines.flatMap(({ words = [] }) => words))
})

test('starts a new sentence at a capitalized line after a pause', () => {
  expect(texts(spoken('Fine. It is 15% off', 0), spoken('That is higher.', 2000))).toEqual([
    'Fine.',
    'It is 15% off',
    'That is higher.',
  ])
  expect(texts(spoken('Fine. We got an offer from', 0), spoken('Helpline today.', 1900))).toEqual([
    'Fine.',
    'We got an offer from Helpline today.',
  ])
})

test('does not end a sentence at abbreviations and numbers', () => {
  expect(texts(spoken('I met Mr. Weber at 3 p.m. today about 2.5 seats. Good.', 0))).toEqual([
    'I met Mr. Weber at 3 p.m. today about 2.5 seats.',
    'Good.',
  ])
})

test('assigns words spelled differently than the text to their sentence', () => {
  const words = ['it', 's', 'twenty', 'five', 'dollars', 'too', 'much']
  const made = sentenceLines([spoken('It’s twenty-five dollars. Too much!', 0, words)])
  expect(made.map((line) => line.words?.map(({ text }) => text).join(' '))).toEqual([
    'it s twenty five dollars',
    'too much',
  ])
})

test('cuts text without punctuation at pauses', () => {
  expect(texts(spoken('we need it', 0), spoken('by friday', 900), spoken('well yes', 3000))).toEqual([
    'we need it by friday',
    'well yes',
  ])
})

test('cuts Chinese and Japanese sentences without spaces', () => {
  const signs = (text: string, startMs: number) => spoken(text, startMs, text.replace(/。/g, '').split(''))
  expect(texts(signs('你好。我们需要报告', 0), signs('和价格。谢谢', 2500))).toEqual([
    '你好。',
    '我们需要报告和价格。',
    '谢谢',
  ])
})

test('keeps a line without timed words', () => {
  const plain = { start_ms: 0, end_ms: 5000, speaker: null, text: 'One. Two' }
  expect(sentenceLines([plain, { ...plain, start_ms: 5000, text: 'three.' }])).toHaveLength(2)
})

test('keeps a line without text', () => {
  expect(texts({ start_ms: 0, end_ms: 900, speaker: null, text: '' })).toEqual([''])
})
