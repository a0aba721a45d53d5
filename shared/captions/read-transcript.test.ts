import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readFileText } from './file-text.ts'
import { describeReading, readTranscript } from './read-transcript.ts'

type Turn = [speaker: string | null, text: string]

/** A file in `examples/` as written by a tool, and what has to be read from it. */
interface Example {
  file: string
  understood: string
  /** The speakers of the usual call, in turn; empty: none. */
  call?: string[]
  /** Any other call. */
  turns?: Turn[]
  /** Start times of the lines, ms; absent: not checked. */
  starts?: number[]
  warnings?: string[]
}

const FOLDER = new URL('examples/', import.meta.url)
const EXAMPLES = JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as Example[]
const CALL = [
  'Thanks for joining, let us start with the pilot.',
  'Sure. The pilot went well for our team.',
  'I will send the new offer on Thursday.',
  'Great, our budget is twelve thousand euros.',
]
const getCall = (names: readonly string[]): Turn[] =>
  names.length === 0 ? [[null, CALL.join(' ')]] : CALL.map((text, at) => [names[at % 2] ?? null, text])

describe('reading a file', () => {
  test.each(EXAMPLES)('$file', async ({ file, understood, call = [], turns, starts, warnings = [] }) => {
    const reading = readTranscript(await readFileText(new Uint8Array(readFileSync(new URL(file, FOLDER)))), null)
    const read: Turn[] = []
    for (const { speaker, text } of reading.segments) {
      const last = read.at(-1)
      if (last?.[0] === speaker) last[1] += ` ${text}`
      else read.push([speaker, text])
    }
    expect(read).toEqual(turns ?? getCall(call))
    expect(describeReading(reading)).toBe(understood)
    expect(reading.warnings).toEqual(warnings)
    if (starts) expect(reading.segments.map(({ start_ms: start }) => start)).toEqual(starts)
  })

  test('every example has a row', () => {
    expect(EXAMPLES.map(({ file }) => file).toSorted()).toEqual(readdirSync(FOLDER).toSorted())
  })
})

test('lists the lines whose words were left out', () => {
  const text = 'This long remark was written before the call and ends here.\n0:01 Ines: Hello.\n0:05 Tom: Hi.\n'
  expect(readTranscript(text, null).warnings).toEqual([
    'Left out of the transcript: “This long remark was written before the…” (line 1).',
  ])
})

test('lists a lost line whose words are all said elsewhere', () => {
  const text =
    'We will send the offer on Thursday and talk again then.\n0:01 Ines: We will talk on Thursday then.\n0:05 Tom: And send the offer again.\n'
  expect(readTranscript(text, null).warnings).toEqual([
    'Left out of the transcript: “We will send the offer on Thursday and …” (line 1).',
  ])
})

test.each([
  [
    'JSON',
    'Ines sends the corrected offer on Friday',
    JSON.stringify({
      segments: [
        { start: 1, speaker: 'Ines', text: 'Hello all, let us start with the results of the pilot.' },
        { start: 4, speaker: 'Tom', text: 'Good morning, the pilot went well for our whole team.' },
      ],
      comments: [{ start: 9, speaker: 'Ines', text: 'Ines sends the corrected offer on Friday' }],
    }),
  ],
  [
    'a table',
    'We sign on Friday if the price holds',
    'Time,Speaker,Text,Note\n0:01,Ines,Hello all.,\n0:04,Tom,,We sign on Friday if the price holds\n',
  ],
  [
    'XML',
    'We sign on Friday if the price holds',
    '<tt><head><title>The title of this call</title></head><body><div><p begin="1s">Ines: Hello all.</p><span>We sign on Friday if the price holds</span><p begin="4s">Tom: Hi.</p></div></body></tt>',
  ],
])('lists the words that were left out of %s', (_, lost, text) => {
  const { warnings } = readTranscript(text, null)
  expect(warnings).toEqual([`Left out of the transcript: “${lost.length > 40 ? `${lost.slice(0, 39)}…` : lost}”.`])
})

test.each(['', 'WEBVTT\n\n', '1\n00:00:01,000 --> 00:00:02,000\n[Music]\n'])(
  'takes %j for a call in which nothing was said',
  (text) => {
    expect(readTranscript(text, null)).toMatchObject({ segments: [], isTranscript: true })
  },
)

test.each([
  'We talked about the price.',
  '{"a": 1}',
  '{"calls": [\n{"Start": 1,\n"End": 2},\n{"Start": 3,\n"End": 4}]}',
  'x,y\n1,2',
])('doesn’t read %j as a transcript', (text) => {
  expect(readTranscript(text, null).isTranscript).toBe(false)
})

test.each([
  ['an hour on an editor’s timeline', 20_000, [1000, 6000]],
  ['the time after an hour of silence', 3_700_000, [3_601_000, 3_606_000]],
  ['as written without a recording', null, [3_601_000, 3_606_000]],
  ['as written if they don’t fit the recording', 4000, [3_601_000, 3_606_000]],
])('takes times after the first hour for %s', (_, durationMs, starts) => {
  const text = '1\n01:00:01,000 --> 01:00:05,000\nInes: Hello.\n\n2\n01:00:06,000 --> 01:00:09,000\nTom: Hi.\n'
  expect(readTranscript(text, durationMs).segments.map(({ start_ms: start }) => start)).toEqual(starts)
})

test('ends an element that isn’t closed at the next one', () => {
  const text = '<tt><p begin="1s">Ines: Hello there.<p begin="3s">Tom: Good morning.'
  expect(readTranscript(text, null).segments).toMatchObject([
    { start_ms: 1000, speaker: 'Ines', text: 'Hello there.' },
    { start_ms: 3000, speaker: 'Tom', text: 'Good morning.' },
  ])
})
