import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  nat,
  property,
  record,
  string,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CaptionLine } from '../messaging/captions-protocol.ts'
import type { SeenBlock } from './caption-block.ts'
import { EMPTY_TRACK, observeCaptions } from './caption-track.ts'
import { timeLines } from './caption-webvtt.ts'
import { matchWords, splitWords, timeWords, type Word } from './caption-words.ts'

/** A turn: number of words, their interval, and whether the page swaps all its elements during it. */
interface Turn {
  speaker: string
  words: { waitMs: number; swap: boolean }[]
}

const turns: Arbitrary<Turn[]> = array(
  record({
    speaker: constantFrom('Ann', 'Ben', 'Cem'),
    words: array(record({ waitMs: nat(4000), swap: boolean() }), { minLength: 1, maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 8 },
)

/** Plays turns on a page that shows the last three. Every word is unique, so that it can be tracked. */
function play(meeting: readonly Turn[], swaps: boolean): CaptionLine[] {
  const lines = new Map<string, CaptionLine>()
  let track = EMPTY_TRACK
  let at = 0
  let generation = 0
  const page: { turn: number; speaker: string; text: string }[] = []
  for (const [turn, { speaker, words }] of meeting.entries()) {
    const block = { turn, speaker, text: '' }
    page.push(block)
    if (page.length > 3) page.shift()
    for (const [index, { waitMs, swap }] of words.entries()) {
      at += waitMs
      block.text = `${block.text} w${turn}x${index}`.trim()
      if (swap && swaps) generation++
      const seen: SeenBlock[] = page.map((shown) => ({
        key: generation * 1000 + shown.turn,
        speaker: shown.speaker,
        text: shown.text,
      }))
      const observed = observeCaptions(track, seen, at)
      track = observed.track
      for (const id of observed.changes.removed) lines.delete(id)
      for (const line of observed.changes.put) lines.set(line.id, line)
    }
  }
  return [...lines.values()]
}

describe('captions of any meeting', () => {
  it('keep every word once, under its speaker, in order', () => {
    assert(
      property(turns, boolean(), (meeting, swaps) => {
        const said = meeting.flatMap(({ speaker, words }, turn) =>
          words.map((_, index) => `${speaker}: w${turn}x${index}`),
        )
        expect(
          play(meeting, swaps).flatMap(({ speaker, text }) => text.split(' ').map((word) => `${speaker}: ${word}`)),
        ).toEqual(said)
      }),
    )
  })

  it('don’t change when elements are swapped', () => {
    assert(
      property(turns, (meeting) => {
        expect(play(meeting, true)).toEqual(play(meeting, false))
      }),
    )
  })
})

describe('words', () => {
  const text = array(string({ minLength: 1, maxLength: 6, unit: constantFrom('a', 'b', ' ', '.', '漢', 'か', 'é') }), {
    maxLength: 12,
  }).map((parts) => parts.join(' ').trim())

  it('restore the text when joined', () => {
    assert(
      property(text, (said) => {
        expect(splitWords(said).join('')).toBe(said)
      }),
    )
  })

  it('keep times in order and match the displayed text, whatever is corrected', () => {
    assert(
      property(array(text, { minLength: 1, maxLength: 8 }), (versions) => {
        let words: Word[] = []
        for (const [index, version] of versions.entries()) {
          const texts = splitWords(version)
          words = timeWords(
            words,
            texts,
            matchWords(
              words.map((word) => word.text),
              texts,
            ),
            index,
          )
          expect(words.map((word) => word.text)).toEqual(texts)
          expect(words.map(({ at }) => at)).toEqual(words.map(({ at }) => at).toSorted((a, b) => a - b))
        }
      }),
    )
  })
})

describe('the time of a recording', () => {
  const spans = array(record({ gap: integer({ min: 1, max: 5000 }), length: nat(5000) }), { maxLength: 6 })

  it('keeps lines within the recording, in order, and drops what was said in a pause', () => {
    assert(
      property(spans, spans, (pausing, speaking) => {
        const place = (list: { gap: number; length: number }[], begin: number) => {
          let from = begin
          return list.map(({ gap, length }) => {
            const span = { from: from + gap, to: from + gap + length }
            from = span.to
            return span
          })
        }
        const recording = { startedAt: 1000, endedAt: 40_000, pauses: place(pausing, 1000) }
        const length =
          39_000 - recording.pauses.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, 40_000) - from), 0)
        const lines = place(speaking, 0).map(({ from, to }, index) => ({
          id: `1-${index}`,
          speaker: 'Ann',
          text: 'said',
          startedAt: from,
          endedAt: to,
        }))
        const timed = timeLines(lines, recording)
        for (const line of timed) {
          expect(line.start_ms).toBeGreaterThanOrEqual(0)
          expect(line.end_ms).toBeGreaterThanOrEqual(line.start_ms)
          expect(line.end_ms).toBeLessThanOrEqual(length)
        }
        expect(timed.map(({ start_ms }) => start_ms)).toEqual(
          timed.map(({ start_ms }) => start_ms).toSorted((a, b) => a - b),
        )
        const paused = lines.filter(({ startedAt, endedAt }) =>
          recording.pauses.some(({ from, to }) => from <= startedAt && endedAt <= to),
        )
        expect(timed.length).toBeLessThanOrEqual(lines.length - paused.length)
      }),
    )
  })
})

describe('a list that is scrolled', () => {
  const rows = array(
    record({
      speaker: constantFrom('Ann', 'Ben'),
      /** Only long sentences are unique. */
      text: constantFrom('Yes.', 'Right.', '#a #b #c #d #e #f.'),
      // Positions to which the reader scrolls before the next row comes.
      scrolls: array(integer({ min: -2, max: 2 }), { maxLength: 4 }),
      waitMs: integer({ min: 100, max: 20_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  const IN_VIEW = 3

  it('has each row once and in order, also short ones in new elements', () => {
    assert(
      property(rows, (said) => {
        const meeting = said.map((row, index) => ({ ...row, text: row.text.replaceAll('#', `w${index}`) }))
        const lines = new Map<string, CaptionLine>()
        let [track, at, lastKey] = [EMPTY_TRACK, 0, 0]
        let elements = new Map<number, number>()
        const show = (first: number, count: number): void => {
          at += 1000
          const shown = meeting.slice(0, count).flatMap((row, index) => {
            return index >= first && index < first + IN_VIEW ? [{ ...row, index }] : []
          })
          // A row gets a new element whenever it comes into view.
          elements = new Map(shown.map(({ index }) => [index, elements.get(index) ?? ++lastKey]))
          const seen = shown.map(({ index, speaker, text }) => ({ key: elements.get(index) ?? 0, speaker, text }))
          const observed = observeCaptions(track, seen, at, true)
          track = observed.track
          for (const id of observed.changes.removed) lines.delete(id)
          for (const line of observed.changes.put) lines.set(line.id, line)
        }
        for (const [index, { scrolls, waitMs }] of meeting.entries()) {
          const end = Math.max(0, index + 1 - IN_VIEW)
          at += waitMs
          show(end, index + 1)
          let first = end
          for (const scroll of scrolls) show((first = Math.min(end, Math.max(0, first + scroll))), index + 1)
          // Back to the end, as fast as one scrolls.
          while (first < end) show((first = Math.min(end, first + 2)), index + 1)
        }
        const told = [...lines.values()].sort((a, b) => a.startedAt - b.startedAt)
        expect(told.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual(
          meeting.map(({ speaker, text }) => `${speaker}: ${text}`),
        )
      }),
      { numRuns: 300 },
    )
  })
})
