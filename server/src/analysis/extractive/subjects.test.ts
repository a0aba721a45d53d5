import { expect, test } from 'vitest'
import { weighWords } from './call-words.ts'
import { sentencesOf } from './call.testing.ts'
import { findSubjects } from './subjects.ts'

function subjects(...texts: string[]): string[] {
  const sentences = sentencesOf(...texts.map((text): [string, string] => ['Dana', text]))
  return findSubjects(sentences, weighWords(sentences)).map(({ name }) => name)
}

test('a thing drawn together with "is" is named without it', () => {
  expect(subjects("The gym's fine.", "The gym's on the left.", "I like the gym's roof.")).toContain('the gym')
})

test('what only describes another thing is no subject', () => {
  const found = subjects('The security report is late.', 'We need the security report.', 'I like the annual one.', 'The annual one is fine.')
  expect(found).toContain('the security report')
  expect(found).not.toContain('the security')
  expect(found).not.toContain('the annual')
})

test('a thing goes by its longer name where it mostly has one', () => {
  const found = subjects('The waiting list is long.', 'We use the waiting list.', 'The list is for clinics.')
  expect(found).toContain('the waiting list')
  expect(found).not.toContain('the list')
})
