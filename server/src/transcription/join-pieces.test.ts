import { expect, test } from 'vitest'
import { joinPieces, type HeardPiece } from './join-pieces.ts'

const CUT_MS = 10_000
const OVERLAP_MS = 3_000

/** One word every 500 ms from a given time. */
function heard(text: string, startMs: number, piece: { startMs: number; endMs: number }): HeardPiece {
  const words = text.split(' ').map((word, i) => ({
    text: word,
    start_ms: startMs + i * 500,
    end_ms: startMs + i * 500 + 400,
  }))
  const line = { start_ms: startMs, end_ms: words.at(-1)?.end_ms ?? 0, speaker: null, text, words }
  const sound = { startMs: Math.max(0, piece.startMs - OVERLAP_MS), endMs: piece.endMs + OVERLAP_MS }
  return { piece: { ...piece, sound }, lines: [line] }
}
const first = (text: string, startMs: number) => heard(text, startMs, { startMs: 0, endMs: CUT_MS })
const second = (text: string, startMs: number) => heard(text, startMs, { startMs: CUT_MS, endMs: 2 * CUT_MS })
const joined = (...pieces: HeardPiece[]) =>
  joinPieces(pieces)
    .map(({ text }) => text)
    .join(' ')

test.each([-400, -150, 0, 150, 400])('keeps each word once when the pieces’ times differ by %i ms', (shiftMs) => {
  expect(
    joined(
      first('we need thirty seats for the new team in', 8_500),
      second('seats for the new team in May.', 10_000 + shiftMs),
    ),
  ).toBe('we need thirty seats for the new team in May.')
})

test('takes a word cut at a piece’s end from the other piece', () => {
  expect(joined(first('send the report by Fry', 10_500), second('end the report by Friday morning', 10_500))).toBe(
    'send the report by Friday morning',
  )
})

test('joins at the cut when the pieces share no words', () => {
  expect(joined(first('one two three four', 9_000), second('five six seven eight', 9_000))).toBe('one two seven eight')
})

test('keeps every word of pieces whose audio does not overlap', () => {
  const [one, two] = [first('yes yes', 9_000), second('yes yes', 10_100)]
  const apart = [one, two].map((each) => ({ ...each, piece: { ...each.piece, sound: each.piece } }))
  expect(joined(...apart)).toBe('yes yes yes yes')
})
