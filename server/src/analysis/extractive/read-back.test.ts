import { expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { firstNames } from './names.ts'
import { readBacks, summingUp } from './read-back.ts'

const TALK = 'Ana: The jetty is old.\nBen: It is grey.\n'.repeat(11).concat('Cleo: It is old.\nBen: It is grey.\n')

function read(end: string) {
  const lines = linesOfScript(`${TALK}${end}`)
  return readBacks(lines, firstNames(lines)).map(({ owner, text, due }) => [owner, text, due])
}

test('states a task that is read back at the end, with its owner and due day', () => {
  expect(
    read(
      "Ana: Let me read it back.\nAna: I've got the rope report by Friday, and Ben has the survey on Monday.\nAna: Cleo sends the invoice, you the photos.\nCleo: Yes.",
    ),
  ).toEqual([
    ['Ana', 'the rope report', 'by Friday'],
    ['Ben', 'the survey', 'on Monday'],
    ['Cleo', 'send the invoice', null],
    ['Ben', 'the photos', null],
  ])
})

test('keeps a thing whole when its end reads like a preposition', () => {
  const end =
    "Ana: Let me read it back.\nAna: I've got the rope report by Friday, and Ben has the authorization Monday.\nAna: Cleo sends the invoice, you the photos.\nCleo: Yes."
  expect(read(end)).toContainEqual(['Ben', 'the authorization', 'by Monday'])
})

test('"you" is the previous speaker', () => {
  expect(
    read(
      "Ben: Next steps, please.\nAna: You've got the survey by Monday; I've got the rope report by Friday; you've got the invoice.",
    ).map(([owner]) => owner),
  ).toEqual(['Ben', 'Ana', 'Ben'])
})

test('assigns continued items to the same person', () => {
  expect(
    read('Ana: To confirm.\nAna: Ben has the survey on Monday, the rope report on Friday, the invoice on Tuesday.').map(
      ([owner, text]) => [owner, text],
    ),
  ).toEqual([
    ['Ben', 'the survey'],
    ['Ben', 'the rope report'],
    ['Ben', 'the invoice'],
  ])
})

test('a name with special characters is not used as a pattern', () => {
  expect(read('(Cleo: To confirm.\n*Dan: (Cleo has the survey, the rope report, the invoice.')).not.toBeNull()
})

test.each([
  ['fewer than three things', 'Ana: To confirm.\nAna: Ben has the survey by Monday, the rope report by Friday.'],
  ['things without days', 'Ana: To confirm.\nAna: Ben has the survey, the rope report, the invoice.'],
  ['a list without an announcement', 'Ana: Ben has the survey by Monday, the rope report by Friday, the invoice.'],
  ['questions', 'Ana: To confirm.\nAna: Ben has the survey by Monday, the rope report by Friday, the invoice?'],
  [
    'opinions and needs',
    'Ana: To confirm.\nAna: Ben has the survey by Monday I think, the rope report by Friday, the invoice.',
  ],
  ['what has no owner', 'Ana: To confirm.\nAna: The survey by Monday, the rope report by Friday, the invoice.'],
])('%s: not a read-back', (_, end) => {
  expect(read(end)).toEqual([])
})

test('does not read back a password', () => {
  expect(
    read(
      'Ana: To confirm.\nAna: Ben has the password tulip, the survey by Monday, the rope report by Friday, the invoice.',
    )
      .flat()
      .join(' '),
  ).not.toMatch(/tulip/)
})

test('only the last part of a call is a read-back, and goodbyes end it', () => {
  const at = (script: string) => summingUp(linesOfScript(script)).map(({ index }) => index)
  expect(at(`Ana: Let me read it back.\n${TALK}`)).toEqual([])
  expect(at(`${TALK}Ana: Let me read it back.\nAna: Bye.\n${'Ana: The rope is blue.\n'.repeat(6)}`)).toEqual([
    24, 25, 26,
  ])
})

test.each([
  [
    'the day, by who has to do it',
    "Ana: Let me read it back.\nAna: Cleo has the questionnaire by Tuesday.\nCleo: Wednesday, no? I said the twelfth.\nAna: Ben has the survey on Monday, and I've got the rope report.",
    ['Cleo', 'the questionnaire', 'by Wednesday'],
  ],
  [
    'the person, by who has to do it',
    "Ana: Let me read it back.\nAna: I've got the rope report by Friday, and Ben has the survey on Monday.\nAna: Ben, the phone screens on the thirtieth.\nBen: Not me.\nCleo: That's me.",
    ['Cleo', 'the phone screens', 'on the thirtieth'],
  ],
  [
    'a day that is said after it',
    "Ana: Let me read it back.\nAna: I've got the rope report by Friday, and Ben has the survey on Monday.\nAna: Cleo, you're doing the test with the plug.\nAna: Friday week.",
    ['Cleo', 'the test with the plug', 'by Friday week'],
  ],
])('a read-back item takes %s', (_, end, item) => {
  expect(read(end)).toContainEqual(item)
})

test('tasks assigned one by one, by name and with days, need no announcement', () => {
  expect(
    read(
      'Ana: Ben, you send the supplier form today.\nAna: Cleo, the jetty survey on Monday, and the harbour export on Friday.',
    ),
  ).toEqual([
    ['Ben', 'send the supplier form', 'today'],
    ['Cleo', 'the jetty survey', 'on Monday'],
    ['Cleo', 'the harbour export', 'on Friday'],
  ])
})

test('leaves what "we" do next without an owner', () => {
  expect(
    read(
      "Ana: To confirm.\nAna: Ben has the survey on Monday, and I've got the rope report by Friday, and you the invoice.\nAna: And we test the northern crane on Tuesday.",
    ).flat(),
  ).not.toContain('on Tuesday')
})
