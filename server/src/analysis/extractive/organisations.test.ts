import { expect, test } from 'vitest'
import { sentencesOf } from './call.testing.ts'
import { organisationOf } from './organisations.ts'

const filler = Array.from({ length: 8 }, (): [string, string] => ['Dana', 'The weather is fine.'])

test.each([
  ['I run operations at Brightwater, and my team answers the requests.', 'Brightwater'],
  ["I'm a solutions engineer at Lumen Desk.", 'Lumen Desk'],
  ['So I look after the stores here at Miller & Sons.', 'Miller & Sons'],
])('"%s" says where somebody works', (said, name) => {
  expect(organisationOf('Marcus', sentencesOf(['Dana', 'Hello.'], ['Marcus', said], ...filler))).toEqual({ name, segmentIds: ['s1'] })
})

test.each(["I'm at the office today.", 'We met at Brightwater.', 'I run operations.', 'I manage the stores at night.'])('"%s" does not', (said) => {
  expect(organisationOf('Marcus', sentencesOf(['Dana', 'Hello.'], ['Marcus', said], ...filler))).toBeNull()
})

test('what is said later is no introduction', () => {
  expect(organisationOf('Marcus', sentencesOf(...filler, ['Marcus', 'I run operations at Brightwater.']))).toBeNull()
})
