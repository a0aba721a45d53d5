import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOfSegment, uploadUrl } from './upload-id.ts'

const KEY = 'user/meetings/user/1767225600001.mp4'
const SEGMENT = uploadUrl(KEY).split('/').at(-1) ?? ''

test('converts the URL of any key back to it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 15 }), (key) => {
      const segment = uploadUrl(key).split('/').at(-1) ?? ''
      expect(keyOfSegment(segment)).toBe(key)
    }),
  )
})

test.each([
  ['padding', `${Buffer.from('call 1').toString('base64url')}==`],
  ['characters that a decoder skips', `${SEGMENT.slice(0, 4)}.${SEGMENT.slice(4)}`],
  ['the other alphabet', Buffer.from('??>>~~').toString('base64')],
  ['bits that are left over', 'YR'],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0xfd]).toString('base64url')],
  ['nothing', ''],
  ['more than a file’s name may have', Buffer.from(`user/meetings/user/${'x'.repeat(300)}.mp4`).toString('base64url')],
])('finds no upload at a URL spelled with %s', (_what, segment) => {
  expect(keyOfSegment(segment)).toBeNull()
})
