import { expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { nextMeeting } from './next-meeting.ts'

const TALK = 'Ana: The boat is blue.\nBen: It is.\n'.repeat(3)
const when = (script: string) => nextMeeting(linesOfScript(script))?.when ?? null

test.each([
  ["Let's meet again on Tuesday the fourth, ten o'clock.", "Tuesday the fourth, ten o'clock"],
  ["Let's talk again on Tuesday at three.", 'Tuesday, three'],
  ['The next call is on the fifth of May at half past nine.', 'The fifth of May, half past nine'],
  ['Then we speak on Monday, ten central.', 'Monday, ten Central'],
  ['Can we meet on May 12, 9:30?', 'May 12, 9:30'],
])('%j sets the next meeting: %s', (words, meeting) => {
  expect(when(`Ana: ${words}\nBen: That works.`)).toBe(meeting)
})

test('uses the last meeting that was set, with its line', () => {
  const script =
    "Ana: The boat is blue.\nBen: The boat is blue.\nAna: Let's meet on Monday at nine.\nBen: Sorry, let's meet on Friday at ten.\nAna: Good."
  expect(nextMeeting(linesOfScript(script))).toEqual({ when: 'Friday, ten', lines: [3] })
})

test('uses the agreed hour when another was proposed first', () => {
  const script = `${TALK}Ana: Do we meet on Tuesday the third, two o'clock?\nBen: I've got a call.\nAna: Tuesday the third, half past two, and Cleo shows you the yard.`
  expect(when(script)).toBe('Tuesday the third, half past two')
})

test.each([
  ['was turned down', "Ana: Let's meet on Monday at nine.\nBen: No, I can't."],
  ['has no hour', "Ana: Let's meet on Monday.\nBen: Good."],
  ['has no day', "Ana: Let's meet at nine.\nBen: Good."],
  [
    'is a training day',
    `${TALK}Ana: Then the training of the drivers.\nBen: Which day works for you?\nAna: Tuesday the ninth at ten.\nBen: Good.`,
  ],
  ['has another hour after it', `${TALK}Ana: We meet on Tuesday the ninth at ten.\nBen: Eleven?\nAna: Eleven, okay.`],
  ['moves by half an hour', `${TALK}Ana: We meet on Tuesday the third, two o'clock.\nBen: Half past two.\nAna: Good.`],
  ['is every week', `${TALK}Ana: Which day works for the calls?\nBen: Half nine on a Tuesday.\nAna: Good for me.`],
  ['is set after a goodbye', `${TALK}Ana: Bye, Cleo.\nCleo: See you again.\nBen: Thursday, at noon.\nAna: Good.`],
  ['is a deadline', 'Ana: We need the invite by Monday, at noon.\nBen: Good.'],
  ['is about something else', 'Ana: The boat sank on Monday at nine.\nBen: Poor boat.'],
  [
    'was said early in the call',
    `Ana: We meet on Monday at nine.\nBen: Good.\n${'Ana: The boat is blue.\n'.repeat(9)}`,
  ],
])('ignores a meeting that %s', (_, script) => {
  expect(when(script)).toBeNull()
})
