import { expect, test } from 'vitest'
import { contrastNote, logoProblem } from './branding-rules.ts'

test.each([
  ['#0b6bc7', /Dark pages use a lighter shade/],
  ['#208df3', /buttons use #[0-9a-f]{6}\./],
  ['#ffe14d', /black text/],
])('describes how %s is adjusted', (accent, note) => {
  expect(contrastNote(accent)).toMatch(note)
})

test('a logo is an image without scripts of at most 1 MB', () => {
  expect(logoProblem({ type: 'image/png', size: 1024 * 1024 })).toBeNull()
  expect(logoProblem({ type: 'image/png', size: 1024 * 1024 + 1 })).toBe(
    'Logos can be up to 1 MB. Choose a smaller image.',
  )
  expect(logoProblem({ type: 'image/svg+xml', size: 100 })).toBe('Choose a PNG, JPEG or WebP image.')
})
