import { expect, test } from 'vitest'
import { isReadable } from './is-readable.ts'

const box = (type: string, length = 16) => {
  const bytes = new Uint8Array(length)
  new DataView(bytes.buffer).setUint32(0, length)
  bytes.set(new TextEncoder().encode(type), 4)
  return bytes
}

test('accepts an MP4 with its index, but not one without', async () => {
  expect(await isReadable(new Blob([box('ftyp'), box('mdat', 5000), box('moov')]))).toBe(true)
  expect(await isReadable(new Blob([box('ftyp'), box('mdat', 5000)]))).toBe(false)
})

test.each([
  ['WebM', '\x1aE\xdf\xa3', true],
  ['WAV', 'RIFF', true],
  ['MP3 without tags', '\xff\xfb\x90', true],
  ['transport stream', `G${' '.repeat(187)}G`, true],
  ['words', 'Good day to you, this is no call at all.', false],
  ['a page', '<!doctype html>', false],
  ['zeros', '\0\0\0\0\0\0\0\0\0', false],
])('recognizes a recording by its first bytes: %s', async (_name, head, readable) => {
  expect(await isReadable(new Blob([Uint8Array.from(head, (letter) => letter.charCodeAt(0))]))).toBe(readable)
})
