import { expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { firstNames } from './names.ts'
import { readBacks, summingUp } from './read-back.ts'

const TALK = 'Ana: The jetty is old.\nBen: It is grey.\n'.repeat(12)

function read(end: string) {
  const lines = linesOfScript(`${TALK}${end}`)
  return readBacks(lines, firstNames(lines)).map(({ owner, text, due }) => [owner, text, due])
}

test('what is gone through again at the end is told with who has it and until when', () => {
  expect(
    read(
      "Ana: Let me read it back.\nAna: I've got the rope report by Friday, and Ben has the survey.\nAna: Cleo sends the invoice, you the photos.\nCleo: Yes.",
    ),
  ).toEqual([
    ['Ana', 'the rope report', 'by Friday'],
    ['Ben', 'the survey', null],
    ['Cleo', 'sends the invoice', null],
    ['Ben', 'the photos', null],
  ])
})

test('"you" is the one who spoke before', () => {
  expect(
    read("Ben: Next steps, please.\nAna: You've got the survey; I've got the rope report; you've got the invoice.").map(
      ([owner]) => owner,
    ),
  ).toEqual(['Ben', 'Ana', 'Ben'])
})

test('what goes on belongs to the same person', () => {
  expect(
    read('Ana: To confirm.\nAna: Ben has the survey, the rope report, the invoice.').map(([owner, text]) => [
      owner,
      text,
    ]),
  ).toEqual([
    ['Ben', 'the survey'],
    ['Ben', 'the rope report'],
    ['Ben', 'the invoice'],
  ])
})

test('a name with signs in it is no pattern', () => {
  expect(read('(Cleo: To confirm.\n*Dan: (Cleo has the survey, the rope report, the invoice.')).not.toBeNull()
})

test.each([
  ['fewer than three things', 'Ana: To confirm.\nAna: Ben has the survey, the rope report.'],
  ['what nobody begins to sum up', 'Ana: Ben has the survey, the rope report, the invoice.'],
  ['questions', 'Ana: To confirm.\nAna: Ben has the survey, the rope report, the invoice?'],
  ['what somebody thinks or needs', 'Ana: To confirm.\nAna: Ben has the survey I think, the rope report, the invoice.'],
  ['what has no owner', 'Ana: To confirm.\nAna: The survey, the rope report, the invoice.'],
])('%s: no reading back', (_, end) => {
  expect(read(end)).toEqual([])
})

test('a password is not read back', () => {
  expect(
    read('Ana: To confirm.\nAna: Ben has the password tulip, the survey, the rope report, the invoice.')
      .flat()
      .join(' '),
  ).not.toMatch(/tulip/)
})

test('only the last part of a call sums up, and leave-taking ends it', () => {
  const at = (script: string) => summingUp(linesOfScript(script)).map(({ index }) => index)
  expect(at(`Ana: Let me read it back.\n${TALK}`)).toEqual([])
  expect(at(`${TALK}Ana: Let me read it back.\nAna: Bye.\n${'Ana: The rope is blue.\n'.repeat(6)}`)).toEqual([
    24, 25, 26, 27, 28,
  ])
})
