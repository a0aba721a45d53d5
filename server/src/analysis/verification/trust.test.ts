import { expect, test } from 'vitest'
import { reasonToReview, type ModelBehind } from './trust.ts'

const TESTED = { passed: false, overruled: false }
const model = (analyst: ModelBehind['analyst'], trial: ModelBehind['trial']): ModelBehind => ({ analyst, trial })

test.each<[what: string, behind: ModelBehind | null, isMostlyFaulty: boolean, reason: string | null]>([
  ['shows a sound recap without a model', null, false, null],
  ['shows a sound recap of an AI server that was never tested', model('openai', null), false, null],
  ['holds back a recap of an untested model on this server', model('llama', null), false, 'never tested'],
  ['shows a sound recap of a model that passed', model('llama', { ...TESTED, passed: true }), false, null],
  ['holds back a recap of a model that failed', model('openai', TESTED), false, 'failed its test'],
  ['shows a sound recap of an overruled model', model('llama', { ...TESTED, overruled: true }), false, null],
  [
    'holds back a mostly faulty recap of a model that passed',
    model('llama', { ...TESTED, passed: true }),
    true,
    'Many',
  ],
  [
    'holds back a mostly faulty recap of an overruled model',
    model('llama', { ...TESTED, overruled: true }),
    true,
    'Many',
  ],
  ['holds back a mostly faulty recap of an untested AI server', model('openai', null), true, 'Many items'],
])('%s', (_what, behind, isMostlyFaulty, reason) => {
  const found = reasonToReview(behind, isMostlyFaulty)
  if (reason === null) expect(found).toBeNull()
  else expect(found).toContain(reason)
})
