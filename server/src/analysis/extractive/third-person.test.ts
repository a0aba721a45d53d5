import { expect, test } from 'vitest'
import { thirdPerson } from './third-person.ts'

test.each([
  ['I will send the report by Friday.', 'Dana will send the report by Friday.'],
  ["I'll check with my manager.", 'Dana will check with their manager.'],
  ["I'm happy with the plan.", 'Dana is happy with the plan.'],
  ['I also need a security report.', 'Dana also needs a security report.'],
  ['If it arrives by Friday, I can finish my review next week.', 'If it arrives by Friday, Dana can finish their review next week.'],
  ["I don't see the price.", "Dana doesn't see the price."],
  ['I worked at Northwind for ten years.', 'Dana worked at Northwind for ten years.'],
])('"%s" is retold as "%s"', (said, told) => {
  expect(thirdPerson(said, 'Dana (Sales)')).toBe(told)
})

test.each([
  'We will send the report.',
  'I will send you the report.',
  'I think I can do it.',
  'I frobnicate the data every day.',
  'I run the team and manage the budget.',
  'Can I see the price?',
  'The price is fine.',
])('"%s" is left alone: retelling it is not safe', (said) => {
  expect(thirdPerson(said, 'Dana')).toBeNull()
})
