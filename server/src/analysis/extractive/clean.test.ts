import { expect, test } from 'vitest'
import { isBroken, tidy } from './clean.ts'

test.each([
  ['So, um, we we need the the report by Friday, you know.', 'We need the report by Friday.'],
  ["Well, I think it's, uh, kind of expensive for a small team", "I think it's expensive for a small team."],
  ['Yeah. okay, and the sh shared folder is is full of old files.', 'The shared folder is full of old files.'],
  ['We wan- we want to move everything in one we', 'We want to move everything in one.'],
  ['i will send it to you by monday and', 'I will send it to you by monday.'],
  ['What kind of discount do you need for this year?', 'What kind of discount do you need for this year?'],
  ['You save six hours per person each week with us.', 'You save six hours per person each week with us.'],
  ['I will find out what the price is.', 'I will find out what the price is.'],
  ["I'm fifty fifty with Mike in the company", "I'm fifty-fifty with Mike in the company."],
  ["The add-on, we won't, we can't do without the add-on", "The add-on, we can't do without the add-on."],
  ['We think we can do that in May.', 'We think we can do that in May.'],
  ["So the builder, um, the builder'll say it is too old", "The builder'll say it is too old."],
  [
    'That is true, this so I think I When we asked, everybody liked the blue one.',
    'When we asked, everybody liked the blue one.',
  ],
])('"%s" reads "%s"', (spoken, readable) => {
  expect(tidy(spoken)).toBe(readable)
})

test.each([
  'The of an was to the they.',
  'We would had the keys.',
  'It was was late.',
  'So the keys are here.',
  'The keys are um here.',
  'He took the... keys.',
])('"%s" is still broken after tidying', (text) => {
  expect(isBroken(text)).toBe(true)
})

test.each(['The keys are here.', 'We had had-rails and new locks fitted.', 'He said that the keys are late.'])(
  '"%s" is whole',
  (text) => {
    expect(isBroken(text)).toBe(false)
  },
)

test('tidying adds only words that were said', () => {
  const spoken =
    'So, like, I mean we were going to, uh, to sort of ask our our lawyers about that on Tuesday or something'
  const said = spoken.toLowerCase().match(/\w+/g) ?? []
  for (const word of tidy(spoken).toLowerCase().match(/\w+/g) ?? []) expect(said).toContain(word)
})
