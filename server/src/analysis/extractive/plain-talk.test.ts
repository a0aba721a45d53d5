import { expect, test } from 'vitest'
import { createTalkRemover } from './plain-talk.ts'

const withoutTalk = createTalkRemover(['Dana Reyes', 'Marcus (Buyer)'])

test.each([
  ["Marcus, to be honest, the price is too high.", 'The price is too high.'],
  ['We can do ninety, Dana.', 'We can do ninety.'],
  ["Ma'am, it is not possible.", 'It is not possible.'],
  ["The thing is, we haven't got the budget.", "We haven't got the budget."],
  ["That's because every site does its own list.", 'Every site does its own list.'],
  ['We start in May, I think.', 'We start in May.'],
])('"%s" says "%s"', (said, plain) => {
  expect(withoutTalk(said)).toBe(plain)
})

test('whom a sentence tells of stays in it', () => {
  expect(withoutTalk('We ask Marcus and the board.')).toBe('We ask Marcus and the board.')
  expect(withoutTalk('Our teacher, Mrs Okafor, writes the page.')).toBe('Our teacher, Mrs Okafor, writes the page.')
})
