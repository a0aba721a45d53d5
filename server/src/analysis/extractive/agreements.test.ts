import { expect, test } from 'vitest'
import { agreement } from './agreements.ts'
import { candidateAt, sentencesOf, type Line } from './call.testing.ts'

function agreed(line: number, ...lines: Line[]): string | null {
  const sentences = sentencesOf(...lines)
  return agreement(candidateAt(line, sentences), sentences)
}

test('what all are to do is agreed when another says so', () => {
  expect(agreed(0, ['Marcus', "Then let's keep eight hours for the northern routes."], ['Dana', 'Agreed.'])).toBe('It was agreed to keep eight hours for the northern routes.')
})

test('who takes up a proposal agrees to it', () => {
  expect(agreed(1, ['Dana', 'We could do the grant first and the loan later.'], ['Marcus', "Okay, we'll go for the grant and the roof first."])).toBe('It was agreed to go for the grant and the roof first.')
})

test('the thought after it is another one', () => {
  expect(agreed(0, ['Marcus', "Let's do the pilot with four guys, and I want Luis in there."], ['Dana', 'Sounds good.'])).toBe('It was agreed to do the pilot with four guys.')
})

test.each<[string, string]>([
  ["Let's keep eight hours for the northern routes.", 'I need to ask my director about the hours.'],
  ["Let's go through the open points of last week.", 'Okay.'],
  ["We'll include the waiting list for you at no charge.", 'Great.'],
  ["Let's do that with the northern routes.", 'Okay.'],
])('"%s" – "%s" is no agreement', (said, answer) => {
  expect(agreed(0, ['Marcus', said], ['Dana', answer])).toBeNull()
})
