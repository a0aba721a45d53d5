import { assert, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { lines } from '@callfolio/shared/captions/said-lines.testing.ts'
import { mergeCues } from './merge-cues.ts'

describe('joining cues into lines', () => {
  const cue = (start: number, end: number, speaker: string | null, text: string): Segment => ({
    id: 'x',
    start_ms: start,
    end_ms: end,
    speaker,
    text,
  })

  it('joins cues of one speaker up to the end of the sentence', () => {
    const long = 'that would make your support team a good deal faster than it is today'
    const joined = mergeCues([
      cue(0, 2000, 'Dana', 'I suggest something'),
      cue(2000, 6000, 'Dana', `${long}.`),
      cue(6000, 7000, 'Dana', 'Agreed?'),
      cue(7000, 8000, 'Bob', 'Yes.'),
    ])
    expect(joined.map(({ id, start_ms, end_ms, speaker, text }) => [id, start_ms, end_ms, speaker, text])).toEqual([
      ['s1', 0, 6000, 'Dana', `I suggest something ${long}.`],
      ['s2', 6000, 7000, 'Dana', 'Agreed?'],
      ['s3', 7000, 8000, 'Bob', 'Yes.'],
    ])
  })

  it('does not join across a pause, or without a name even across a short one', () => {
    expect(
      mergeCues([cue(0, 1000, 'Dana', 'So'), cue(2499, 3000, 'Dana', 'well'), cue(4500, 5000, 'Dana', 'then')]),
    ).toHaveLength(2)
    expect(
      mergeCues([cue(0, 1000, null, 'so'), cue(1299, 2000, null, 'well'), cue(2300, 3000, null, 'then')]),
    ).toHaveLength(2)
  })

  it('keeps the times of words, and spreads words without times over their cue', () => {
    const words = [{ text: 'so', start_ms: 100, end_ms: 900, confidence: 0.9 }]
    const [line] = mergeCues([{ ...cue(0, 1000, 'Dana', 'so'), words }, cue(1000, 2000, 'Dana', 'four word')])
    expect(line?.words).toEqual([
      ...words,
      { text: 'four', start_ms: 1000, end_ms: 1500 },
      { text: 'word', start_ms: 1500, end_ms: 2000 },
    ])
  })

  it('loses and invents no word, and stays within 30 s and 400 characters', () => {
    assert(
      property(lines, (written) => {
        const cues = written.map((line, i) => ({ id: `s${i + 1}`, ...line }))
        const joined = mergeCues(cues)
        const flat = (segments: readonly Segment[]): string =>
          segments
            .map(({ speaker, text }) =>
              text
                .split(' ')
                .map((word) => `${speaker}/${word}`)
                .join(' '),
            )
            .join(' ')
        expect(flat(joined)).toBe(flat(cues))
        for (const { start_ms, end_ms, text, words } of joined) {
          if (words === undefined) continue
          expect(end_ms - start_ms).toBeLessThanOrEqual(30_000)
          expect(text.length).toBeLessThanOrEqual(400)
          expect(words.map((word) => word.text).join(' ')).toBe(text)
          expect(
            words.every((word, i) => word.start_ms >= (words[i - 1]?.start_ms ?? start_ms) && word.end_ms <= end_ms),
          ).toBe(true)
        }
      }),
    )
  })
})
