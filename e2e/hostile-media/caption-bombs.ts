import { writeFile } from 'node:fs/promises'
import type { Recipe } from './recipe.ts'

function time(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(hours)}:${two(minutes)}:${two(seconds % 60)}.000`
}

const cue = (second: number, text: string) => `${time(second)} --> ${time(second + 1)}\n${text}\n\n`
const cues = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => cue(index, text(index))).join('')

function captions(name: string, content: () => string, filename = 'call.vtt'): Recipe {
  return { name, filename, captions: true, make: (path) => writeFile(path, content()) }
}
const vtt = (name: string, body: () => string) => captions(name, () => `WEBVTT\n\n${body()}`)

/** Zero-width characters, direction marks, and stacked combining marks. */
const ODD = '\u200b\u200c\u200d\u2060\ufeff\u202e\u202d\u2066\u2069'
const STACKED = 'a\u0301\u0302\u0303\u0304'

/** Captions that take more work than their size suggests. */
export const CAPTION_BOMBS: readonly Recipe[] = [
  vtt('one cue of 4 million characters', () => cue(1, 'word '.repeat(800_000))),
  vtt('one word of 400000 characters', () => cue(1, 'a'.repeat(400_000))),
  vtt('100000 cues', () => cues(100_000, () => 'yes')),
  vtt('39000 cues', () => cues(39_000, (index) => `<v Dana>We agreed on item ${index}.`)),
  vtt('5000 speakers', () => cues(5000, (index) => `<v Speaker ${index}>We ship in March.`)),
  vtt('nested tags', () => cue(1, `${'<b><i><u><c.a>'.repeat(50_000)}deep${'</c></u></i></b>'.repeat(50_000)}`)),
  vtt('tags without an end', () => cue(1, '<'.repeat(1_000_000))),
  vtt('entities', () => cue(1, '&amp;'.repeat(500_000))),
  vtt('zero-width and turning characters', () => cues(500, () => `<v ${ODD}>${ODD.repeat(300)}hello`)),
  vtt('stacked marks', () => cues(100, () => STACKED.repeat(2000))),
  vtt('cues that go backwards', () =>
    Array.from({ length: 3000 }, (_, index) => cue(3000 - index, `Line ${index}.`)).join(''),
  ),
  vtt('cues that end before they begin', () => `${time(9)} --> ${time(2)}\nhello\n\n`.repeat(2000)),
  vtt('times of years', () => '99999999:00:00.000 --> 999999999:59:59.999\nhello\n\n'.repeat(100)),
  vtt('only arrows', () => '-->\n'.repeat(500_000)),
  captions('lines without times', () => 'a: b\n'.repeat(30_000), 'call.txt'),
  captions('blanks', () => ' '.repeat(3_000_000), 'call.txt'),
  captions('line ends', () => '\r\n'.repeat(2_000_000), 'call.txt'),
  captions('more than 5 million characters', () => 'word '.repeat(1_100_000), 'call.txt'),
  captions('brackets', () => '['.repeat(500_000), 'call.json'),
  captions('half a surrogate', () => `Dana: ${'\ud83d'.repeat(1000)}hello\n`, 'call.txt'),
]
