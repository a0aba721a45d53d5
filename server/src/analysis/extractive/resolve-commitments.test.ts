import { describe, expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { firstNames } from './names.ts'
import { proposalsIn } from './proposals.ts'
import { resolveCommitments } from './resolve-commitments.ts'

const getProposals = (script: string) => {
  const lines = linesOfScript(script)
  const names = firstNames(lines)
  return lines.flatMap((line) => proposalsIn(line, names))
}
const settled = (script: string) => resolveCommitments(getProposals(script), linesOfScript(script))
/** The outcome of the first proposal in a script. */
const getFirst = (script: string) => {
  const [first] = settled(script)
  if (first === undefined) throw new Error('Nothing was proposed.')
  return first
}

describe('proposals', () => {
  test.each([
    ['promise', "I'll fix the gate on Monday and send the bill."],
    ['promise', 'Let me check the price of the gate.'],
    ['promise', 'I send you the sketch tomorrow.'],
    ['promise', "You'll have the sketch by noon."],
    ['offer', 'I could check the gate.'],
    ['offer', 'Shall I send the sketch?'],
    ['request', 'Could you please send the sketch?'],
    ['request', 'Send me the sketch.'],
    ['request', "I'd like you to check the hinges."],
    ['assignment', "You're going to send the sketch."],
    ['assignment', 'Ben will check the gate.'],
    ['assignment', 'You call the painter on Monday.'],
  ])('finds a %s in %j', (kind, words) => {
    expect(getProposals(`Ana Ruiz: ${words}\nBen Okoro: Hm.`).map((proposal) => proposal.kind)).toContain(kind)
  })

  test.each([
    "I'll never fix the gate.",
    "I'll be honest.",
    "I'll take your word.",
    "I'll get back to that.",
    "I'll share my screen.",
    'I think the gate is grey.',
    'The gate will be painted.',
    "I'll say it again.",
    'I send children to school.',
    'Can you hear me?',
    'Did you send the sketch?',
    'Send is a verb.',
  ])('finds none in %j', (words) => {
    expect(getProposals(`Ana Ruiz: ${words}\nBen Okoro: Hm.`)).toEqual([])
  })

  test('finds an owner by first name, unless two people share it', () => {
    expect(getProposals('Ana Ruiz: Ben will check the gate.\nBen Okoro: Hm.').map(({ owner }) => owner)).toEqual([
      'Ben Okoro',
    ])
    expect(getProposals('Ana Ruiz: Ben will check the gate.\nBen Okoro: Hm.\nBen Lund: Hm.')).toEqual([])
  })

  test('accepts a speaker name with special characters', () => {
    expect(
      getProposals("(Ana: I'll check the gate.\n*Ben [guest: (Ana will check it.\nC++: Hm.").map(({ owner }) => owner),
    ).toContain('(Ana')
  })
})

test.each([
  ['a promise stands without an answer', 'standing', "Ana: I'll send the sketch.\nBen: The gate is old."],
  ['an unanswered offer is dropped', 'unanswered', 'Ana: I could send the sketch.\nBen: The gate is old.'],
  ['an offer that is taken up stands', 'standing', 'Ana: I could send the sketch.\nBen: Yes, please.'],
  ['an offer that is turned down is refused', 'refused', 'Ana: Shall I send the sketch?\nBen: No need.'],
  ['an unanswered request is dropped', 'unanswered', 'Ana: Could you send the sketch?\nBen: The gate is old.'],
  ['a request that is taken up stands', 'standing', 'Ana: Could you send the sketch?\nBen: Sure.'],
  ['a request that gets a day stands', 'standing', 'Ana: Could you send the sketch?\nBen: On Friday.'],
  ['a request that is turned down is refused', 'refused', 'Ana: Could you send the sketch?\nBen: Not at the moment.'],
  [
    'a promise that its speaker takes back is withdrawn',
    'withdrawn',
    "Ana: I'll send the sketch.\nBen: Good.\nAna: Forget that, it is gone.",
  ],
  ['a promise that was a joke is withdrawn', 'withdrawn', "Ana: I'll send a pony.\nBen: What?\nAna: Just kidding."],
  [
    'a promise taken back in the same breath is withdrawn',
    'withdrawn',
    "Ana: I'll send the sketch, no, I can't.\nBen: Okay.",
  ],
  [
    'a promise that its speaker goes on to correct is withdrawn',
    'withdrawn',
    "Ana: I'll send the sketch.\nAna: Actually, I think it is gone.\nBen: Okay.",
  ],
  [
    'a promise that is praised is not withdrawn',
    'standing',
    "Ana: I'll send the sketch.\nBen: Oh, that's much better.",
  ],
  ['a reminder is no withdrawal', 'standing', "Ana: I'll send the sketch.\nBen: Don't forget that it is old."],
  ['a promise that others do not want is refused', 'refused', "Ana: I'll send the sketch.\nBen: Hold off for now."],
  [
    'a promise under a condition is conditional',
    'conditional',
    "Ana: If the board agrees, I'll send the sketch.\nBen: Okay.",
  ],
  ['a thought is conditional', 'conditional', "Ana: Maybe I'll send the sketch.\nBen: Okay."],
  ['a promise to ask if something is so is meant', 'standing', "Ana: I'll ask the painter if it is dry.\nBen: Okay."],
  [
    "what another takes over is not the first one's",
    'handed over',
    "Ana: I'll ask the painter.\nBen: Leave that with me, I'll do it.",
  ],
  [
    "what is passed on is not the first one's",
    'handed over',
    "Ana: I'll ask the painter.\nAna: Ben, can you do that?\nBen: Hm.",
  ],
])('%s', (_, outcome, script) => {
  expect(getFirst(script).outcome).toBe(outcome)
})

test('a retraction cancels the latest promise; an earlier one by the same speaker holds', () => {
  const filler = 'Ben: The gate is old.\n'.repeat(5)
  expect(
    settled(`Ana: I'll send the sketch.\n${filler}Ana: I'll fix the gate.\nAna: Forget that.`).map(
      ({ outcome }) => outcome,
    ),
  ).toEqual(['standing', 'withdrawn'])
})

test.each([
  ['the one who accepts it', 'Ana: Can somebody send the sketch?\nBen: Hm.\nCleo: Yes, tomorrow.', 'Cleo'],
  ['the one who is called', 'Ana: Ben, could you send the sketch?\nCleo: Sure.\nBen: Sure.', 'Ben'],
  ['the only other one', 'Ana: Could you send the sketch?\nBen: The gate is old.', 'Ben'],
])('a request counts for %s', (_, script, owner) => {
  expect(getFirst(script).owner).toBe(owner)
})

test.each([
  ['the day it was said with', "Ana: I'll send the sketch by Friday.\nBen: Good.", 'by Friday'],
  ['the day before it', "Ana: By Friday I'll send the sketch.\nBen: Good.", 'By Friday'],
  ['a day that is said after it', "Ana: I'll send the sketch.\nBen: Good.\nAna: You get it on Friday.", 'on Friday'],
  [
    'the last day that was set',
    "Ana: I'll send the sketch on Friday.\nBen: Good.\nAna: Sorry, better say Monday.",
    'Monday',
  ],
  [
    'what says which Monday',
    "Ana: I'll send the sketch on Monday.\nAna: By Monday the twentieth.\nBen: Good.",
    'By Monday the twentieth',
  ],
  ['the day of the answer', 'Ana: Could you send the sketch?\nBen: Yes, I can on Friday.', 'on Friday'],
  [
    'not the day of the next task',
    "Ana: I'll send the sketch.\nBen: Good.\nBen: Fine.\nAna: I'll fix the gate.\nAna: On Monday.",
    null,
  ],
  ['not a day that is only thought of', "Ana: I'll send the sketch.\nBen: Good.\nBen: Maybe on Friday.", null],
])('a task has %s', (_, script, due) => {
  expect(getFirst(script).due).toBe(due)
})

test('a commitment cites the sentences in which it was said, answered and dated', () => {
  expect(
    getFirst("Ana: I'll send the sketch.\nBen: Yes, the gate sketch please.\nAna: You get it on Friday.").lines,
  ).toEqual([0, 1, 2])
})

test.each([
  ['the one who is called', "Ana: Cleo, I'll send the sketch.\nBen: Hm.\nCleo: Hm.", 'Cleo'],
  ['the only other one', "Ana: I'll send the sketch.\nBen: Hm.", 'Ben'],
  [
    'no one of several, even the speaker before and after',
    "Cleo: Well.\nBen: The gate is old.\nAna: I'll send the sketch.\nBen: It is.",
    null,
  ],
  ['no one when that is unclear', "Cleo: Well.\nAna: I'll send the sketch.\nBen: It is.", null],
])('promises something to %s', (_, script, to) => {
  expect(getFirst(script).to).toBe(to)
})
