import { expect, test } from 'vitest'
import { reviewKey } from './review-key.ts'

const NO_MODIFIERS = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false }

test.each([
  [{ key: 'a' }, 'add'],
  [{ key: 'E' }, 'edit'],
  [{ key: 'd' }, 'dismiss'],
  [{ key: 'ArrowDown' }, 'next'],
  [{ key: 'j' }, 'next'],
  [{ key: 'ArrowUp' }, 'previous'],
  [{ key: 'K' }, 'previous'],
  [{ key: 'p' }, 'play'],
  [{ key: 'u' }, 'undo'],
  [{ key: 'z', ctrlKey: true }, 'undo'],
  [{ key: 'Enter' }, null],
  [{ key: 'a', ctrlKey: true }, null],
  [{ key: 'd', altKey: true }, null],
  [{ key: 'e', isComposing: true }, null],
  [{ key: 'Tab' }, null],
])('maps the key %j to %j', (pressed, meant) => {
  expect(reviewKey({ ...NO_MODIFIERS, ...pressed })).toBe(meant)
})
