import { array, assert, constantFrom, integer, nat, option, property, record, string, type Arbitrary } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Segment } from '../contract/transcript.ts'
import { DRAFT_CUE, toSrt, toVtt } from './transcript-files.ts'
import { readTranscript } from '../captions/read-transcript.ts'

const parseCaptions = (text: string) => readTranscript(text, null).segments

type Line = Pick<Segment, 'start_ms' | 'end_ms' | 'speaker' | 'text'>

const read = (file: string): Line[] =>
  parseCaptions(file).map(({ start_ms, end_ms, speaker, text }) => ({ start_ms, end_ms, speaker, text }))
const line = (text: string, speaker: string | null = null, start = 0): Line => ({
  start_ms: start,
  end_ms: start + 900,
  speaker,
  text,
})

/** Arbitrary speech or input, including characters and words with a meaning in caption files. */
const PIECES = [
  ...Array.from('ab zÉ漢🎉0<>&;/-{}[]"\'.,?!'),
  '👩🏽‍💻',
  'שלום',
  'مرحبا',
  '<b>',
  '</v>',
  '<v Eve>',
  '<script>',
  '&amp;',
  '&#60;',
  '-->',
  '->',
  '{\\an8}',
  '[br]',
  '0:01',
  '00:01.000',
  '10:30, 11:00',
  '00:00:01,000 --> 00:00:02,000',
  'WEBVTT',
  'NOTE',
  '42',
  '>> ',
  '- ',
]
const said = string({ unit: constantFrom(...PIECES), minLength: 1, maxLength: 30 }).map((text) =>
  text.replaceAll(/\s+/g, ' ').trim(),
)
const words = said.filter((text) => text !== '')

function transcripts(speaker: Arbitrary<string | null>, text: Arbitrary<string>): Arbitrary<Line[]> {
  const cues = array(record({ gap: nat(4_000_000), length: integer({ min: 1, max: 90_000 }), speaker, text }), {
    minLength: 2,
    maxLength: 12,
  })
  return cues.map((spoken) => {
    let at = 0
    return spoken.map(({ gap, length, ...rest }) => {
      const start_ms = at + gap
      at = start_ms + length
      return { start_ms, end_ms: at, ...rest }
    })
  })
}

/** An unknown speaker's line that begins like `Name: ` can't be distinguished from a named one. */
const nameless = words.filter((text) => !/^[^:]*:(?:\s|$)/.test(text))
const oddNames = ['Dana', 'Marcus O’Neil', 'R&D <Priya>', 'Dr. A: B', '>', '{\\i}', 'דנה', '42']

describe('a transcript written as captions', () => {
  it.each([false, true])('as WebVTT keeps its times, speakers and text (draft: %s)', (draft) => {
    assert(
      property(transcripts(option(constantFrom(...oddNames)), nameless), (segments) => {
        expect(read(toVtt({ segments, draft }))).toEqual(segments)
      }),
    )
    assert(
      property(transcripts(constantFrom(...oddNames), words), (segments) => {
        expect(read(toVtt({ segments, draft }))).toEqual(segments)
      }),
    )
  })

  it.each([false, true])('as SRT keeps its times, speakers and text (draft: %s)', (draft) => {
    assert(
      property(transcripts(constantFrom('Dana', 'Marcus O’Neil', 'Priya (R&D)', 'דנה'), words), (segments) => {
        expect(read(toSrt({ segments, draft }))).toEqual(segments)
      }),
    )
    assert(
      property(transcripts(constantFrom(null), nameless), (segments) => {
        expect(read(toSrt({ segments, draft }))).toEqual(segments)
      }),
    )
  })

  it('keeps a line that looks like the times of a cue', () => {
    const segments = ['10:30, 11:00', '00:01.000 --> 00:02.000', '1:00 -> 2:00'].map((text, index) =>
      line(text, null, index * 1000),
    )
    for (const write of [toSrt, toVtt]) expect(read(write({ segments, draft: false }))).toEqual(segments)
  })

  it('survives being written and read a second time', () => {
    assert(
      property(transcripts(constantFrom('Dana', 'Marcus'), words), (segments) => {
        const file = toVtt({ segments, draft: false })
        expect(toVtt({ segments: parseCaptions(file), draft: false })).toBe(file)
      }),
    )
  })

  it('matches the format that players expect', () => {
    const segments = [line('R&D <3 it', 'Dana', 3_723_004), line('So do I', null, 3_725_000)]
    expect(toSrt({ segments, draft: false })).toBe(
      '1\n01:02:03,004 --> 01:02:03,904\nDana: R&D <3 it\n\n2\n01:02:05,000 --> 01:02:05,900\nSo do I\n',
    )
    expect(toVtt({ segments, draft: false })).toBe(
      'WEBVTT\n\n01:02:03.004 --> 01:02:03.904\n<v Dana>R&amp;D &lt;3 it\n\n01:02:05.000 --> 01:02:05.900\nSo do I\n',
    )
  })

  it('of a draft begins with a cue that says so, without a speaker', () => {
    for (const write of [toSrt, toVtt]) {
      const file = write({ segments: [line('hello'), line('bye', null, 2000)], draft: true })
      expect(file).toContain(`\n${DRAFT_CUE}\n`)
      expect(read(file).map(({ text }) => text)).toEqual(['hello', 'bye'])
    }
  })

  it('never contains an empty line, a broken character or a cue that ends when it begins', () => {
    const segments = [
      line('one\n\ntwo\u0000\u0007\uD800', 'Da\nna'),
      { ...line(' three', 'Dana', 5000), end_ms: 5000 },
      line(' \u0001\n', 'Dana', 6000),
    ]
    for (const write of [toSrt, toVtt]) {
      expect(read(write({ segments, draft: false }))).toEqual([
        { start_ms: 0, end_ms: 900, speaker: 'Da na', text: 'one two \uFFFD' },
        { start_ms: 5000, end_ms: 5001, speaker: 'Dana', text: 'three' },
      ])
    }
  })

  it('writes no time-line arrow after a speaker whose name ends in hyphens', () => {
    for (const name of ['---', 'Ann--'])
      expect(toVtt({ segments: [line('Hello.', name)], draft: false }).split('-->')).toHaveLength(2)
    const file = toVtt({ segments: [line('Hello.', 'Ann--')], draft: false })
    expect(read(file)).toEqual([line('Hello.', 'Ann--')])
  })

  it('is an empty file of its format without lines', () => {
    expect([toSrt({ segments: [], draft: false }), toVtt({ segments: [], draft: false })]).toEqual(['', 'WEBVTT\n'])
  })

  it('can be ten hours long', () => {
    const segments = Array.from({ length: 12_000 }, (_, index) =>
      line(`Sentence ${index}`, index % 2 === 0 ? 'Dana' : 'Marcus', index * 3000),
    )
    for (const write of [toSrt, toVtt]) expect(read(write({ segments, draft: false }))).toEqual(segments)
  })
})
