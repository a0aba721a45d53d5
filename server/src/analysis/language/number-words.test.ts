import { expect, test } from 'vitest'
import { findNumbers } from './number-words.ts'

const valuesIn = (text: string) => findNumbers(text).map(({ readings }) => [...readings][0])

test.each([
  ['three hundred thirty thousand', '330000'],
  ['$330,000', '330000'],
  ['a hundred and sixty eight thousand', '168000'],
  ['four and a half thousand', '4500'],
  ['half a million', '500000'],
  ['1.5 million', '1500000'],
  ['ninety nine point nine', '99.9'],
  ['one point two million', '1200000'],
  ['forty-six hundred', '4600'],
  ['six eighty', '680'],
  ['twenty twenty six', '2026'],
  ['one oh four', '104'],
  ['half past two', '230'],
  ['quarter to three', '245'],
  ['10:30', '1030'],
  ['5k', '5000'],
  ['a hundred', '100'],
  ['half a percent', '0.5'],
  ['the twenty-first', '21'],
  ['the 3rd', '3'],
])('“%s” is %s', (text, value) => {
  expect(valuesIn(text)).toEqual([value])
})

test('separated numbers are several, and other words are none', () => {
  expect(valuesIn('two of 25, five or six')).toEqual(['2', '25', '5', '6'])
  expect(valuesIn('hundreds of people, half of them, room b12, the point of it')).toEqual([])
})

test('a price may be given in thousands', () => {
  expect(findNumbers('eleven nine')[0]?.readings).toContain('11900')
  expect(findNumbers('three and a half')[0]?.readings).toContain('3500')
})

test('a number has its offset in the text', () => {
  expect(findNumbers('about forty two, or 50')).toMatchObject([
    { text: 'forty two', from: 6, to: 15 },
    { text: '50', from: 20, to: 22 },
  ])
})
