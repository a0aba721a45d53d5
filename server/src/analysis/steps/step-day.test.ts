import { expect, test } from 'vitest'
import { segmentsOfScript } from '../extractive/call.testing.ts'
import { getStepDay } from './step-day.ts'

/** The day of Ana's step in the lines of a script; all of its lines quoted, unless others are given. */
function getDay(script: string, { quote = script, places = [0] } = {}): string {
  return getStepDay('Ana', places, quote, segmentsOfScript(script))
}

test.each([
  ["I'll send it by Friday.", 'by Friday'],
  ["I'll send it tomorrow. No, Monday.", 'Monday'],
  ["I'd do it today, but I'm out today. Monday, then.", 'Monday'],
  ["Monday I'm in Kassel. You get it on Tuesday.", 'on Tuesday'],
  ['You get it on Tuesday. Not on Monday.', 'on Tuesday'],
  ["I can't do Friday. I'll send it a week from Friday.", 'a week from Friday'],
  ["I'm talking to her on Monday, so I'll tell you by Tuesday.", 'by Tuesday'],
  ["You'll get it tonight. The next session is on Monday the third.", 'tonight'],
  ["I'll have it for you on Thursday. By noon.", 'on Thursday'],
  ["I'll send it on Friday. I like to do it this week.", 'on Friday'],
  ["I'll fix today's report.", ''],
  ["I'll look at it.", ''],
])('the day of %j is %j', (words, day) => {
  expect(getDay(`Ana: ${words}`)).toBe(day)
})

test('takes a day for another person only when there is no other', () => {
  expect(getDay("Ana: I'll send it on Monday. Ben gets the key on Friday.\nBen: Yes.")).toBe('on Monday')
})

test('takes the day next to the owner’s name from a summary by another person', () => {
  const script =
    'Ben: Cleo gets the key on Monday, Ana sends the list by Thursday, and you start in May.\nCleo: Yes.\nAna: Yes.'
  expect(getDay(script)).toBe('by Thursday')
})

test('prefers the day in the quote, then the owner’s', () => {
  const script = "Ana: I'll send it on Monday.\nBen: Friday?\nAna: I'll send it on Tuesday."
  expect(getDay(script, { places: [0, 1, 2], quote: "“I'll send it on Monday.”" })).toBe('on Monday')
  expect(getDay("Ana: I'll send it on Monday.\nBen: By Friday?", { places: [0, 1], quote: '' })).toBe('on Monday')
})

test('finds a day that the owner adds right after', () => {
  expect(getDay("Ana: I'll send it.\nBen: When?\nAna: By Friday.")).toBe('by Friday')
  expect(getDay("Ana: I'll send it.\nBen: By Friday?\nAna: Good.")).toBe('')
})
