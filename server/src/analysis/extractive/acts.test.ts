import { describe, expect, test } from 'vitest'
import {
  accepts,
  isAboutTheCall,
  isConditional,
  isConfidential,
  isFarewell,
  isHypothetical,
  refuses,
  retracts,
} from './acts.ts'

describe('answers that accept', () => {
  test.each([
    'Yes.',
    'Sure, no problem.',
    'Oh, okay, please.',
    'Friday is perfect.',
    'The afternoon works for me.',
    'Well, fair enough.',
    "That'd be great.",
    'No worries.',
  ])('is %j', (words) => {
    expect([accepts(words), refuses(words)]).toEqual([true, false])
  })

  test.each(['Is that okay?', 'Yes?', 'The boat is blue.', 'Yesterday it rained.', 'Not really, but okay.'])(
    'is not %j',
    (words) => {
      expect(accepts(words)).toBe(false)
    },
  )
})

describe('answers that decline', () => {
  test.each([
    'No.',
    'Oh, nope.',
    "We don't need that.",
    'Not yet.',
    'Well, hold off for now.',
    "I'd rather not.",
    "I can't.",
    "Let's not.",
  ])('is %j', (words) => {
    expect([refuses(words), accepts(words)]).toEqual([true, false])
  })

  test.each(['No problem.', "Don't worry about it.", "Don't forget the lamp.", 'Nobody asked.', 'We need that.'])(
    'is not %j',
    (words) => {
      expect(refuses(words)).toBe(false)
    },
  )
})

describe('retractions', () => {
  test.each([
    'Forget that, please.',
    'Forget what I said.',
    'Scratch that.',
    'On second thoughts, keep the lamp.',
    "I shouldn't have promised that.",
    "I'll have to pull that, sorry.",
    "I can't promise the lamps.",
    'Just kidding.',
    'I was only joking.',
    'Oh, no, not the lamps.',
    "Sorry, we can't do the lamps.",
    "Thursday, no, I can't.",
    'Wait, better make it two.',
  ])('are %j', (words) => {
    expect(retracts(words)).toBe(true)
  })

  test.each([
    "Don't forget that the lamp is old.",
    'I never forget it.',
    'I forget what the lamp cost.',
    "I'll pull that report.",
    "Oh, that's much better.",
    'Oh, it is better.',
    'No, not at all.',
    "Oh, don't worry.",
    "Oh, I can't wait.",
    'The lamps are fine.',
  ])('are not %j', (words) => {
    expect(retracts(words)).toBe(false)
  })
})

test.each([
  'Maybe we paint it one day.',
  'Hypothetically, we paint it.',
  'It would be fun to paint it.',
  "I'd love to paint it.",
  'It might rain.',
])('%j is only a possibility', (words) => {
  expect(isHypothetical(words)).toBe(true)
})

test.each([
  'If the board agrees, we paint it.',
  'We paint it, as long as it is dry.',
  'We paint it, but only if it is dry.',
  'Unless it rains.',
])('%j holds under a condition', (words) => {
  expect(isConditional(words)).toBe(true)
})

test.each(['I will ask the painter if it was dry.', 'The provided paint is grey.', 'We paint it on Monday.'])(
  '%j has no condition',
  (words) => {
    expect([isConditional(words), isHypothetical(words)]).toEqual([false, false])
  },
)

test.each([
  "You're on mute.",
  'Let me share my screen.',
  'Bear with me.',
  "I'll hand over to Mia.",
  'My headset died.',
  'Ha ha, a pony.',
  "I'm kidding.",
])('%j is about running the call', (words) => {
  expect(isAboutTheCall(words)).toBe(true)
})

test.each([
  'The password is tulip nine.',
  'Your user name is harbour.',
  'Between you and me, they are late.',
  "Don't tell the others.",
  'This is off the record.',
])('%j is not for recipients', (words) => {
  expect(isConfidential(words)).toBe(true)
})

test.each(['Bye now.', 'Have a lovely weekend.', 'Thanks everyone.', 'See you on Monday.'])(
  '%j is a goodbye',
  (words) => {
    expect(isFarewell(words)).toBe(true)
  },
)

test('statements of substance match none of these', () => {
  for (const kind of [
    isAboutTheCall,
    isConfidential,
    isFarewell,
    isHypothetical,
    isConditional,
    retracts,
    refuses,
    accepts,
  ])
    expect(kind('The screen of the till costs ninety euros.')).toBe(false)
})
