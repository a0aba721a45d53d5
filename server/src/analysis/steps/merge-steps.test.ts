import { expect, test } from 'vitest'
import { mergeSteps } from './merge-steps.ts'
import type { FoundStep } from './step-text.ts'

const step = (owner: string, task: string, due: string, ...places: number[]): FoundStep => ({
  owner,
  task,
  due,
  places,
})

test('merges a repeated step, with the last day and the fuller task', () => {
  expect(
    mergeSteps([
      step('Ana', 'Send Ben the revised data sheet', 'on Thursday', 10),
      step('Ana', 'Send the data sheet', 'on Friday', 60),
    ]),
  ).toEqual([step('Ana', 'Send Ben the revised data sheet', 'on Friday', 10, 60)])
})

test('keeps steps of two people, and two tasks of one person, apart', () => {
  const steps = [
    step('Ana', 'Send the data sheet', '', 10),
    step('Ben', 'Send the data sheet', '', 11),
    step('Ana', 'Book a room for the workshop', '', 12),
  ]
  expect(mergeSteps(steps)).toEqual(steps)
})

test('keeps the stated day when the step is repeated without one', () => {
  expect(mergeSteps([step('Ana', 'Send the offer', 'by noon', 5), step('Ana', 'Send the new offer', '', 8)])).toEqual([
    step('Ana', 'Send the new offer', 'by noon', 5, 8),
  ])
})

test('compares what owners said themselves, not what was said before', () => {
  const steps = [
    step('Ana', '“And the crane report, the survey of the yard?” – “I write it up.”', '', 5),
    step('Ana', '“And the crane report, the survey of the yard?” – “I book a room.”', '', 8),
  ]
  expect(mergeSteps(steps)).toEqual(steps)
})
