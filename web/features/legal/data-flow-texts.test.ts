import { expect, test } from 'vitest'
import { egressSentence, placeOf } from './data-flow-texts.ts'

test('a step names who does it and where, or that nobody does', () => {
  expect(placeOf({ step: 'transcription', by: 'sphinx', where: 'here', hosts: [] })).toBe(
    'On this server, by the simple engine.',
  )
  expect(placeOf({ step: 'recap', by: 'openai', where: 'elsewhere', hosts: ['ai.example.com'] })).toBe(
    'At ai.example.com.',
  )
  expect(placeOf({ step: 'speakers', by: 'clustering', where: 'here', hosts: [] })).toBe('On this server.')
  expect(placeOf({ step: 'payments', by: null, where: 'none', hosts: [] })).toBe('Not done on this server.')
})

test('closed ways out are shown as such', () => {
  expect(egressSentence(null)).toContain('has not limited')
  expect(egressSentence([])).toContain('nothing outside itself')
  expect(egressSentence(['api.openai.com'])).toContain('only api.openai.com and its database')
})
