import { expect, test } from 'vitest'
import { egressSentence, placeOf } from './data-flow-texts.ts'

test('placeOf names a step’s engine and place, or says that it is not used', () => {
  expect(placeOf({ step: 'transcription', by: 'sphinx', where: 'here', hosts: [] })).toBe(
    'On this server, by the built-in engine (draft quality).',
  )
  expect(placeOf({ step: 'recap', by: 'openai', where: 'elsewhere', hosts: ['ai.example.com'] })).toBe(
    'At ai.example.com.',
  )
  expect(placeOf({ step: 'speakers', by: 'clustering', where: 'here', hosts: [] })).toBe('On this server.')
  expect(placeOf({ step: 'payments', by: null, where: 'none', hosts: [] })).toBe('Not used on this server.')
})

test('egressSentence names the services that the operator allows', () => {
  expect(egressSentence(null)).toContain('hasn’t restricted')
  expect(egressSentence([])).toContain('no services outside this server')
  expect(egressSentence(['api.openai.com'])).toContain('only api.openai.com and the database')
})
