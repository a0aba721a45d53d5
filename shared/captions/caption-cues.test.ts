import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lines, type Line } from './said-lines.testing.ts'
import { readTranscript } from './read-transcript.ts'

const parseCaptions = (text: string) => readTranscript(text, null).segments

function read(text: string): Line[] {
  return parseCaptions(text).map(({ start_ms, end_ms, speaker, text: said }) => ({
    start_ms,
    end_ms,
    speaker,
    text: said,
  }))
}

function clock(ms: number, point: string): string {
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0')
  return `${pad(Math.floor(ms / 3_600_000))}:${pad(Math.floor(ms / 60_000) % 60)}:${pad(Math.floor(ms / 1000) % 60)}${point}${pad(ms % 1000, 3)}`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const named = ({ speaker, text }: Line): string => `${speaker ?? ''}: ${escape(text)}`

/** The same cues as written by each program. */
const writers: [string, (lines: Line[]) => string][] = [
  [
    'Zoom WebVTT',
    (lines) =>
      `WEBVTT\r\n\r\n${lines.map((line, i) => `${i + 1}\r\n${clock(line.start_ms, '.')} --> ${clock(line.end_ms, '.')}\r\n${named(line)}\r\n`).join('\r\n')}`,
  ],
  [
    'Teams WebVTT',
    (lines) =>
      `\uFEFFWEBVTT\n\n${lines.map((line, i) => `0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0/${i}-0\n${clock(line.start_ms, '.')} --> ${clock(line.end_ms, '.')}\n<v ${line.speaker ?? ''}>${escape(line.text).replace(' ', '\n')}</v>\n`).join('\n')}`,
  ],
  [
    'SRT',
    (lines) =>
      lines
        .map((line, i) => `${i + 1}\n${clock(line.start_ms, ',')} --> ${clock(line.end_ms, ',')}\n${named(line)}\n`)
        .join('\n'),
  ],
  [
    'SBV',
    (lines) =>
      lines
        .map((line) => `${clock(line.start_ms, '.').slice(1)},${clock(line.end_ms, '.').slice(1)}\n${named(line)}\n`)
        .join('\n'),
  ],
]

describe('reading captions', () => {
  it.each(writers)('restores what was written as %s', (_, write) => {
    assert(
      property(lines, (written) => {
        expect(read(write(written))).toEqual(written)
      }),
    )
  })

  it('numbers the segments in chronological order, whatever the order in the file', () => {
    expect(
      parseCaptions('00:05.000 --> 00:06.000\nsecond\n\n00:01.000 --> 00:09.000\nfirst').map(({ id, text }) => [
        id,
        text,
      ]),
    ).toEqual([
      ['s1', 'first'],
      ['s2', 'second'],
    ])
  })

  it('ignores headers, notes, styles, regions, settings and ids', () => {
    const text =
      'WEBVTT - title\nKind: captions\nLanguage: en\n\nNOTE\nnot said\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:x\n\nintro-cue\n01:02.500 --> 01:03.000 align:start position:10%\nsaid\n\nNOTE one line\n'
    expect(read(text)).toEqual([{ start_ms: 62_500, end_ms: 63_000, speaker: null, text: 'said' }])
  })

  it('needs no empty line between cues', () => {
    expect(read('1\n00:01,000 --> 00:02,000\none\n2\n00:02,000 --> 00:03,000\ntwo').map(({ text }) => text)).toEqual([
      'one',
      'two',
    ])
  })

  it('reads voices with classes, over several lines, and several in one cue', () => {
    const text = '00:01.000 --> 00:02.000\n<v.first.loud Esme  Miller>Hello\nthere</v> <v Bob>Hi <i>you</i></v>'
    expect(read(text)).toEqual([
      { start_ms: 1000, end_ms: 2000, speaker: 'Esme Miller', text: 'Hello there' },
      { start_ms: 1000, end_ms: 2000, speaker: 'Bob', text: 'Hi you' },
    ])
  })

  it('drops tags and codes, decodes entities, and keeps text that only resembles them', () => {
    const said = (text: string): string | undefined => read(`00:01.000 --> 00:02.000\n${text}`)[0]?.text
    expect(said('<b>so</b> <c.yellow>it</c> <00:01.500>is <font color="#fff">white</font>{\\an8}')).toBe(
      'so it is white',
    )
    expect(said('R&amp;D &lt;3 &quot;x&quot; &#233;&#x1F600;&nbsp;&unknown; &#99999999;')).toBe(
      'R&D <3 "x" é😀 &unknown; &#99999999;',
    )
    expect(said('a < b and c > d, x <y> z')).toBe('a < b and c > d, x <y> z')
    expect(said('one<br/>two[br]three\u0000\u0007four\u200B')).toBe('one two three four')
  })

  it('treats a repeated name as a speaker, but not a sentence with a colon', () => {
    const cues = (...texts: string[]): [string | null, string][] =>
      read(texts.map((text, i) => `00:0${i}.000 --> 00:0${i + 1}.000\n${text}\n`).join('\n')).map(
        ({ speaker, text }) => [speaker, text],
      )
    expect(cues('Dana: Hello.', 'We meet at 10:30: sharp.', 'One thing: the price.', 'Dana: Yes: agreed.')).toEqual([
      ['Dana', 'Hello.'],
      [null, 'We meet at 10:30: sharp.'],
      [null, 'One thing: the price.'],
      ['Dana', 'Yes: agreed.'],
    ])
    expect(cues('2024: a year', '2024: a year')).toEqual([
      [null, '2024: a year'],
      [null, '2024: a year'],
    ])
    expect(cues('- Dana: Hi\n- Bob: Hi!', 'Dana: So', '>> Bob: Well')).toEqual([
      ['Dana', 'Hi'],
      ['Bob', 'Hi!'],
      ['Dana', 'So'],
      ['Bob', 'Well'],
    ])
  })

  it('finds a speaker who speaks only once in a file that names everyone', () => {
    expect(
      read('00:01.000 --> 00:02.000\nDana: Hello\n\n00:02.000 --> 00:03.000\nPriya: Goodbye').map(
        ({ speaker }) => speaker,
      ),
    ).toEqual(['Dana', 'Priya'])
  })

  it('keeps the words of a broken cue and returns nothing when nothing is readable', () => {
    expect(
      read(
        '00:09.000 --> 00:01.000\nbackwards\n\n99:99:99 --> x\n\n00:01.000 --> 00:02.000\n\n\n00:03 --> 00:04\ngood',
      ).map(({ text }) => text),
    ).toEqual(['good', 'backwards 99:99:99 --> x'])
    for (const text of ['{"a":1}', '\u0000\u0001PK', 'hello'])
      expect(readTranscript(text, null).isTranscript).toBe(false)
  })

  it('never throws and always returns segments in order, whatever the file contains', () => {
    const hostile = string({
      unit: constantFrom(
        '0',
        '1:',
        ':',
        '.',
        ',',
        ' --> ',
        '<v ',
        '<',
        '>',
        '&',
        ';',
        'Dana: ',
        '\n',
        '\n\n',
        '00:01.000 --> 00:02.000\n',
        '\uD800',
        '\u0000',
      ),
      maxLength: 200,
    })
    assert(
      property(hostile, (text) => {
        const segments = parseCaptions(text)
        expect(segments).toEqual(segments.toSorted((a, b) => a.start_ms - b.start_ms))
        expect(
          segments.filter(
            (segment) => segment.text === '' || segment.end_ms < segment.start_ms || !segment.text.isWellFormed(),
          ),
        ).toEqual([])
      }),
    )
  })

  it('reads a long run of spaces next to a character of another script', () => {
    expect(parseCaptions(`00:00.000 --> 00:01.000\na${' '.repeat(16_000_000)}’`)).toMatchObject([{ text: 'a ’' }])
  })

  it('reads a file of a million characters in reasonable time', () => {
    const size = 1_000_000
    for (const part of [
      '<',
      '<v ',
      '<b>',
      '&',
      '{\\',
      ':',
      ' ',
      '1:',
      'a: ',
      '00:01 --> ',
      '-',
      '\n',
      '00:01.000 --> 00:02.000\na\n\n',
    ]) {
      const text = part.repeat(size / part.length)
      expect(parseCaptions(`00:00.000 --> 00:01.000\n${text}>`).length).toBeLessThan(size)
    }
  })
})
