import { expect, test } from 'vitest'
import { sentencesOf, type Line } from './call.testing.ts'
import { castOf } from './speakers.ts'
import { chooseTasks, todoList } from './tasks.ts'

function tasks(...lines: Line[]) {
  const sentences = sentencesOf(...Array.from({ length: 20 }, (_, i): Line => [i % 2 === 0 ? 'Dana' : 'Marcus', 'The weather is fine here.']), ...lines)
  return chooseTasks(sentences, castOf(sentences), { count: 8, firm: 8 })
}

test('the list to tick off goes by person, with what all have to do at its end', () => {
  const found = tasks(
    ['Dana', 'I will send the pilot plan by Friday.'],
    ['Marcus', "Let's meet again on Thursday to review the pilot."],
    ['Marcus', 'I will send the user list tomorrow.'],
    ['Dana', 'I will set up the test account on Monday.'],
  )
  expect(todoList(found).map(({ text }) => text)).toEqual([
    'Dana: send the pilot plan by Friday.',
    'Dana: set up the test account on Monday.',
    'Marcus: send the user list tomorrow.',
    'Meet again on Thursday to review the pilot.',
  ])
})

test('what somebody can or should do is an action point, and nothing to tick off', () => {
  const found = tasks(['Dana', 'I can send the security report tomorrow.'])
  expect(found.map(({ action }) => action.text)).toEqual(['Dana can send the security report tomorrow.'])
  expect(todoList(found)).toEqual([])
})
