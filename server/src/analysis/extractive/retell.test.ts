import { expect, test } from 'vitest'
import { retold } from './retell.ts'

test.each([
  ['send my notes to our team', 'send their notes to their team'],
  ["check whether we've got it and I'm allowed", "check whether they've got it and they are allowed"],
  ['walk you through the plan', 'walk Marcus through the plan'],
  ['find out what you need', 'find out what they need'],
])('a promise is told without "I" and "you": "%s"', (said, told) => {
  expect(retold(said, { speaker: 'Dana', listener: 'Marcus', doer: 'Dana' })).toBe(told)
})

test('a request names the one who asks where another has to act', () => {
  expect(retold('send me the list for my report', { speaker: 'Dana', listener: 'Marcus', doer: 'Marcus' })).toBe("send Dana the list for Dana's report")
})
