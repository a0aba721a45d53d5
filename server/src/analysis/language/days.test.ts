import { expect, test } from 'vitest'
import { heldDays } from '../verification/check-days.ts'
import { daysIn } from './days.ts'

/** A Tuesday. */
const CALL = '2025-10-14'
const isoIn = (text: string, date: string | null = CALL) => daysIn(text, date).map(({ iso }) => iso)

test.each([
  ['today or tonight', ['2025-10-14', '2025-10-14']],
  ['by tomorrow evening', ['2025-10-15']],
  ['by Friday', ['2025-10-17']],
  ['Thursday the sixteenth', ['2025-10-16']],
  ['Thursday, October 16', ['2025-10-16']],
  ['on the twenty-first', ['2025-10-21']],
  ['by the third', ['2025-11-03']],
  ['the ninth of February', ['2026-02-09']],
  ['2025-10-30', ['2025-10-30']],
  ['the day after tomorrow', ['2025-10-16']],
])('in a call of 14 October 2025 “%s” is %j', (text, iso) => {
  expect(isoIn(text)).toEqual(iso)
})

test.each(['next week', 'by the end of the week', 'in June', 'this weekend'])('“%s” is a period, not a day', (text) => {
  expect(isoIn(text)).toEqual([null])
})

test.each([
  'the second thing',
  'I may go',
  'in week seventeen',
  'within thirty days',
  '24/7',
  'three thirty',
  'he sat in the sun',
  'a year ago',
  'six months',
])('“%s” names no day', (text) => {
  expect(isoIn(text)).toEqual([])
})

test('for a call of unknown date only the spoken parts are known', () => {
  expect(daysIn('Thursday the sixteenth', null)).toMatchObject([{ iso: null, weekday: 4, day: 16, month: null }])
})

test('a day has its offset in the text', () => {
  expect(daysIn('I send it by Friday, promised.', CALL)).toMatchObject([{ text: 'Friday', from: 13, to: 19 }])
})

test.each([
  ['Thursday, yeah. No, let me say Friday.', ['Friday']],
  ['I wanted to say tomorrow, but better say Thursday.', ['Thursday']],
  ['today, or, well, tomorrow, Connie is out today.', ['tomorrow']],
  [
    "Friday the twenty-ninth.\nFriday's the thirtieth.\nFriday the thirtieth, sorry.",
    ['the thirtieth', 'Friday the thirtieth'],
  ],
  ['Tuesday the twenty-first. No problem. And the demo on Friday.', ['Tuesday the twenty-first', 'Friday']],
])('in “%s” the days that hold are %j', (text, held) => {
  expect(heldDays(text, CALL).map((day) => day.text)).toEqual(held)
})
