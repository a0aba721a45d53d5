import { expect, test } from 'vitest'
import { asDeadline, daySet, deadlinesIn } from './deadlines.ts'

test.each([
  ['The boat comes on Friday lunchtime.', ['on Friday lunchtime']],
  ['We sail tomorrow morning or next Tuesday.', ['tomorrow morning', 'next Tuesday']],
  ['Paint it by the end of the month.', ['by the end of the month']],
  ['It was the fifth of May.', ['the fifth of May']],
  ['Come on Monday the twentieth at half past nine.', ['on Monday the twentieth at half past nine']],
  ['The twenty-third works.', ['The twenty-third']],
  ['Say the 4th, or May 12.', ['the 4th', 'May 12']],
  ['They open June 3rd to June 14.', ['June 3rd', 'June 14']],
  ['You get it within 48 hours.', ['within 48 hours']],
  ['Before we speak again, call them.', ['Before we speak again']],
  ['Before you come over, or a week from Friday.', ['Before you come over', 'a week from Friday']],
  ['The Monday before Thanksgiving, or the week after.', ['The Monday before Thanksgiving', 'the week after']],
  ['Next time we talk, in mid-May.', ['Next time we talk', 'mid-May']],
])('the days in %j are %j', (text, days) => {
  expect(deadlinesIn(text).map((day) => day.text)).toEqual(days)
})

test.each([
  'I paid the second invoice.',
  'The third floor is wet.',
  'Wait a second.',
  'First we paint it.',
  'The 2nd coat is grey.',
  'The first grey boat sank.',
  'May I come?',
  'The Fridays are long.',
])('%j has no day', (text) => {
  expect(deadlinesIn(text)).toEqual([])
})

test('a day has the offset where it was said', () => {
  const text = 'Then by Friday we sail.'
  for (const { start, end, text: day } of deadlinesIn(text)) expect(text.slice(start, end)).toBe(day)
})

test.each([
  ['Not on Monday, we want Wednesday.', 'Wednesday'],
  ["On Thursday, because I'm away on Friday.", 'On Thursday'],
  ['Tomorrow, Jo is out on Friday.', 'Tomorrow'],
  ['Because it rains on Friday.', null],
  ['It is grey.', null],
])('the day that %j sets is %j: the last one, ignoring reasons', (text, day) => {
  expect(daySet(text)).toBe(day)
})

test.each([
  ['By Friday lunchtime', 'by Friday lunchtime'],
  ['Monday', 'by Monday'],
  ['on Monday', 'on Monday'],
  ['until Friday', 'by Friday'],
  ['Tomorrow', 'tomorrow'],
  ['end of the week', 'by the end of the week'],
  ['the close of business', 'by the close of business'],
  ['48 hours', 'within 48 hours'],
  ['Next week', 'next week'],
  ['by Friday this Friday the eighth', 'this Friday the eighth'],
  ['Monday, Tuesday', 'by Monday, Tuesday'],
])('as a deadline %j is %j', (day, deadline) => {
  expect(asDeadline(day)).toBe(deadline)
})
