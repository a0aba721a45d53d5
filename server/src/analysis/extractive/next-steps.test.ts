import { expect, test } from 'vitest'
import { weighWords } from './call-words.ts'
import { sentencesOf, type Line } from './call.testing.ts'
import { nextSteps } from './next-steps.ts'
import { castOf } from './speakers.ts'
import { chooseTasks } from './tasks.ts'

function next(...lines: Line[]) {
  const sentences = sentencesOf(...Array.from({ length: 20 }, (_, i): Line => [i % 2 === 0 ? 'Dana' : 'Marcus', 'The pilot is fine here.']), ...lines)
  return nextSteps(chooseTasks(sentences, castOf(sentences), { count: 8, firm: 8 }), weighWords(sentences))
}

test('a summary ends with a promise of each side and their days, with the lines of both', () => {
  expect(next(['Dana', 'I will send the pilot plan by Friday.'], ['Marcus', 'I will send the user list tomorrow.'])).toEqual([
    { text: 'Dana will send the pilot plan by Friday, and Marcus will send the user list tomorrow.', segmentIds: ['s20', 's21'] },
  ])
})

test('what leans on something said before is left to the lists', () => {
  expect(next(['Dana', 'I will send it to the lawyers by Friday.'])).toEqual([])
})
