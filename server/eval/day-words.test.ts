import { expect, it } from 'vitest'
import { mentionsDay } from './day-words.ts'

/** A Thursday. */
const CALL_DAY = '2025-09-18'

it.each([
  ['Ann will send the quote by Wednesday.', 'Wednesday the twenty-fourth'],
  ['Ann will send the quote by the 24th.', 'Wednesday the twenty-fourth'],
  ['Ann will send the quote by Wednesday, 24 September.', 'Wednesday the twenty-fourth'],
  ['Ann will send the first quote by Wednesday.', 'Wednesday the twenty-fourth'],
  ['Ann will send it on September 1.', 'the first of September'],
  ['Ann will send the quote on Friday 19 September.', 'tomorrow'],
  ['Ann will send the quote this afternoon.', 'today'],
  ['Ann will send the quote tonight.', 'Thursday'],
  ['Ann will send the quote next week.', 'end of next week'],
  ['Ann will rebuild it before we meet again.', 'before the next meeting'],
  ['Ann will ask in February.', 'mid February'],
  ['Ann will send the report once the NDA is signed.', 'the day it is signed'],
  ['Ann may come on Tuesday 12 May.', 'Tuesday 12 May'],
  ['Ann may ask on Friday.', 'tomorrow'],
])('"%s" names the day "%s"', (item, due) => {
  expect(mentionsDay(item, due, CALL_DAY)).toBe(true)
})

it.each([
  ['Ann will send the quote.', 'Wednesday the twenty-fourth'],
  ['Ann will send the quote by Tuesday.', 'Wednesday the twenty-fourth'],
  ['Ann will send the quote by Wednesday the 17th.', 'Wednesday the twenty-fourth'],
  ['Ann will send the quote on Monday at midday.', 'Tuesday at midday'],
  ['Ann will send the quote tomorrow.', 'today'],
  ['Ann will send the quote by the end of the month.', 'end of the week'],
  ['Ann will come in May.', 'Tuesday 12 May'],
  ['Ann will send twenty-four quotes.', 'Wednesday the twenty-fourth'],
  ['Ann will send the report.', 'the day it is signed'],
])('"%s" does not name the day "%s"', (item, due) => {
  expect(mentionsDay(item, due, CALL_DAY)).toBe(false)
})
