import { expect, test } from 'vitest'
import { shownText } from './shown-text.ts'

test.each([
  ['direction marks', 'pay \u202E000,03$\u202C \u2066now\u2069\u200F', 'pay 000,03$ now'],
  ['zero-width characters', 'p\u200Bay\uFEFF no\u2060w\u00AD', 'pay now'],
  ['control characters', '\u0000pay\u0007 \u001B[31mnow', 'pay [31mnow'],
  ['line breaks and many spaces', ' pay\r\n\t now\u2028 ', 'pay now'],
  ['tag characters and half pairs', 'pay\u{E0041} \uD800now', 'pay now'],
  ['joiners between Latin letters', 'pa\u200Dy n\u200Cow', 'pay now'],
])('removes %s', (_, text, shown) => {
  expect(shownText(text)).toBe(shown)
})

test.each(['می‌خواهم', '👩‍💻', 'क्‍ष', '你好，世界', 'Zoë’s café'])('shows %s as written', (text) => {
  expect(shownText(text)).toBe(text)
})
