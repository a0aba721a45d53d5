import { expect, test } from 'vitest'
import { egressSentence, getPlace } from './data-flow-texts.ts'

test('getPlace names a step’s engine and place, or says that it is not used', () => {
  expect(getPlace({ step: 'transcription', by: 'sphinx', where: 'here', hosts: [] })).toBe(
    'On this server, by the built-in engine (draft quality).',
  )
  expect(getPlace({ step: 'recap', by: 'openai', where: 'elsewhere', hosts: ['ai.example.com'] })).toBe(
    'At ai.example.com.',
  )
  expect(getPlace({ step: 'speakers', by: 'clustering', where: 'here', hosts: [] })).toBe('On this server.')
  expect(getPlace({ step: 'payments', by: null, where: 'none', hosts: [] })).toBe('Not used on this server.')
})

test('egressSentence names the services that the operator allows', () => {
  expect(egressSentence(null)).toContain('hasn’t restricted')
  expect(egressSentence([])).toContain('no services outside this server')
  expect(egressSentence(['api.openai.com'])).toContain('only api.openai.com and the database')
})
