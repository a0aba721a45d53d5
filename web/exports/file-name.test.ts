import { assert, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { fileName } from './file-name.ts'

const noon = new Date(2026, 10, 21, 12)
const named = (title: string): string => fileName(title, noon, 'md')

it('names a file by its title and the local date', () => {
  expect(named('Acme rollout')).toBe('Acme rollout-2026-11-21.md')
  expect(fileName('x', new Date(2026, 0, 2, 0, 0, 1), 'docx')).toBe('x-2026-01-02.docx')
  expect(fileName('x', new Date(2026, 0, 2, 23, 59, 59), 'html')).toBe('x-2026-01-02.html')
})

it.each(['', '   ', '///', '\u0000', '-', '\u202E', '..'])(
  'a title without words (%j) gives "meeting-summary"',
  (title) => {
    expect(named(title)).toBe('meeting-summary-2026-11-21.md')
  },
)

it('replaces characters that file systems reject, or that reorder the name, with hyphens', () => {
  expect(named('a/b\\c:d*e?f"g<h>i|j')).toBe('a-b-c-d-e-f-g-h-i-j-2026-11-21.md')
  expect(named('../../etc/passwd')).toBe('--..-etc-passwd-2026-11-21.md')
  expect(named('one\r\ntwo\u0000three\u202Efdp.exe\uD83D')).toBe('one-two-three-fdp.exe--2026-11-21.md')
})

it('keeps letters of every script and joined emoji', () => {
  for (const title of ['Żółć', 'שלום עולם', 'نامه\u200Cها', '会議', '👩🏽‍💻 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿'])
    expect(named(title)).toBe(`${title}-2026-11-21.md`)
})

it('truncates a title at 80 characters, never inside one', () => {
  expect(named('a'.repeat(80))).toBe(`${'a'.repeat(80)}-2026-11-21.md`)
  expect(named('a'.repeat(81))).toBe(`${'a'.repeat(80)}-2026-11-21.md`)
  expect(named(`${'a'.repeat(79)}🎉🎉`)).toBe(`${'a'.repeat(79)}🎉-2026-11-21.md`)
  expect(named(`${'a'.repeat(79)} b`)).toBe(`${'a'.repeat(79)}-2026-11-21.md`)
})

it('produces a valid file name for any title', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 300 }), (title) => {
      const name = named(title)
      expect(name).toMatch(/^[^.~/\\:*?"<>|\p{Cc}][^/\\:*?"<>|\p{Cc}]*-2026-11-21\.md$/u)
      expect(name.isWellFormed()).toBe(true)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(250)
    }),
  )
  expect(Buffer.byteLength(named('👨‍👩‍👧‍👦'.repeat(80)))).toBeLessThanOrEqual(250)
})

it('turns a colon between two halves of a title into a spaced dash', () => {
  expect(named('Discovery call: Lumen Desk')).toBe('Discovery call - Lumen Desk-2026-11-21.md')
  expect(named('at 12:30')).toBe('at 12-30-2026-11-21.md')
})
