import { array, assert, boolean, constantFrom, property } from 'fast-check'
import { expect, it } from 'vitest'
import { isRightToLeft, getRuns } from './bidi.ts'

it('a text has the direction of its first letter', () => {
  expect(['שלום Dana', '3. مرحبا', '“שלום”', '😀 ދިވެހި'].map(isRightToLeft)).toEqual([true, true, true, true])
  expect(['Dana שלום', '', '123', '漢字 שלום', '🎉'].map(isRightToLeft)).toEqual([false, false, false, false, false])
})

it('splits a text where its direction changes, keeping characters between letters of one direction with them', () => {
  expect(getRuns('He said “שלום, עולם” twice', false)).toEqual([
    { text: 'He said “', rightToLeft: false },
    { text: 'שלום, עולם', rightToLeft: true },
    { text: '” twice', rightToLeft: false },
  ])
  expect(getRuns('נדבר עם Acme Inc. מחר ב-30', true)).toEqual([
    { text: 'נדבר עם ', rightToLeft: true },
    { text: 'Acme Inc', rightToLeft: false },
    { text: '. מחר ב-', rightToLeft: true },
    { text: '30', rightToLeft: false },
  ])
  expect(getRuns('', false)).toEqual([])
})

it('loses no text, and handles a long one in linear time', () => {
  assert(
    property(array(constantFrom('a', 'ש', 'م', ' ', '1', '!', '😀', '\n')), boolean(), (signs, rightToLeft) => {
      const text = signs.join('')
      expect(
        getRuns(text, rightToLeft)
          .map((run) => run.text)
          .join(''),
      ).toBe(text)
    }),
  )
  for (const part of ['ש ', 'a ', '! ', 'ש!', 'שa', '1']) {
    for (const rightToLeft of [true, false])
      expect(getRuns(part.repeat(100_000), rightToLeft).length).toBeGreaterThan(0)
  }
})
