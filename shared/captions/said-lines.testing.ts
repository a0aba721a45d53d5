import { array, constantFrom, integer, nat, record, string, type Arbitrary } from 'fast-check'
import type { Segment } from '../contract/transcript.ts'

/** A spoken line without its id. */
export type Line = Pick<Segment, 'start_ms' | 'end_ms' | 'speaker' | 'text'>

/** Spoken words, with characters that are markup in some caption format, but never another speaker's `Name: `. */
const saidText: Arbitrary<string> = array(
  string({ minLength: 1, maxLength: 12, unit: constantFrom(...Array.from('abzÉ漢😀0<>&;/-{}"\'.,?')) }).filter(
    (word) => !/^-+>$|\{\\/.test(word),
  ),
  { minLength: 1, maxLength: 12 },
)
  .map((words) => words.join(' '))
  .filter((text) => !/&\w+;/.test(text))
/** Two to twenty lines of a call, in order. */
export const lines: Arbitrary<Line[]> = array(
  record({
    gap: nat(5000),
    length: integer({ min: 1, max: 9000 }),
    speaker: constantFrom('Dana', 'Marcus O’Neil', 'Priya (IT)'),
    text: saidText,
  }),
  { minLength: 2, maxLength: 20 },
).map((cues) => {
  let at = 0
  return cues.map(({ gap, length, speaker, text }) => {
    const start = at + gap
    at = start + length
    return { start_ms: start, end_ms: at, speaker, text }
  })
})
