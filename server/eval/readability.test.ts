import { expect, it } from 'vitest'
import { readability } from './readability.ts'

it.each([
  'Ann will send the quote by Friday.',
  'Ann Lee: “We need it before the audit”',
  'Ann Lee: “We need it before the audit.”',
  'Ann said: “We need it before the audit.”',
])('"%s" is well formed', (text) => {
  expect(readability([text])).toBe(1)
})

it.each([
  'Ann will send the quote by Friday',
  'Ann Lee: “So, um, we need it before the audit”',
  'Ann Lee: “we need it because”',
  'Ann will the the quote.',
  'Yes, we need it before then.',
])('"%s" is not well formed', (text) => {
  expect(readability([text])).toBe(0)
})
