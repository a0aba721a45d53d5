import { expect, test } from 'vitest'
import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import { hasPassed, scoreRecap, sumScores } from './score.ts'

const EXPECTED = {
  steps: [
    { task: 'Ann sends the offer on Friday', owner: 'Ann', says: [['offer']], day: ['friday'] },
    { task: 'Ben checks the licence', owner: 'Ben', says: [['licence', 'license']], day: null },
    { task: 'Both meet on the 3rd', owner: null, says: [['meet'], ['3rd', 'third']], day: ['3rd', 'third'] },
  ],
  also: [{ owner: 'Ann', says: [['calendar']] }],
  traps: [{ kind: 'refused', says: [['three years', '3 years']], unless: ['if '] }],
}
const recap = (todo: (string | EvidenceItem)[], summary: string[] = []) => ({
  summary: summary.map((text) => ({ text })),
  importantPoints: [],
  actionPoints: [],
  todoList: todo.map((item) => (typeof item === 'string' ? { text: item } : item)),
})
const score = (...given: Parameters<typeof recap>) => scoreRecap(recap(...given), EXPECTED, ['Ann Lee', 'Ben Ode'])

test('counts a step with its words, its owner and its day', () => {
  expect(score(['Ann: Send Ben the offer by Friday', 'Check the license (Ben)', 'Meet on March the 3rd'])).toEqual({
    steps: 3,
    found: 3,
    dated: 2,
    days_found: 2,
    wrong_owners: 0,
    invented: 0,
    traps_told: 0,
    faults: [],
  })
})

test('counts the model’s words, but not the quotes of the call', () => {
  expect(score(['Ann: “I’ll send the offer by Friday.”', 'Ben: “I’ll buy a boat.” by Monday'])).toMatchObject({
    found: 0,
    invented: 0,
    wrong_owners: 0,
  })
  expect(score(['Ann: Wash the car (“I’ll send the offer by Friday.”)'])).toMatchObject({ found: 0, invented: 1 })
  expect(score(['Ann: Send the offer by Friday (“I’ll send it for three years.”)'])).toMatchObject({
    found: 1,
    days_found: 1,
    traps_told: 0,
  })
})

test('counts the next meeting in the summary, and no other step there', () => {
  expect(score([], ['Next meeting: the third of March, two.', 'Ben checks the licence.'])).toMatchObject({
    found: 1,
    days_found: 1,
  })
})

test('counts a step with the wrong owner as wrong and not as found', () => {
  const text = 'Ben sends the offer on Monday'
  expect(score([text])).toMatchObject({ found: 0, days_found: 0, wrong_owners: 1, invented: 0 })
  expect(score([text]).faults).toContain(`Wrong owner: ${text}`)
})

test('counts a step that no one promised as invented, unless a recap may tell it', () => {
  expect(score(['Ben: Buy a boat', 'Ann: Update the calendar'])).toMatchObject({ found: 0, invented: 1 })
})

test('counts a trap that is stated as fact, and not one that is denied or conditional', () => {
  const told = (text: string) => score([], [text]).traps_told
  expect(told('They sign for three years.')).toBe(1)
  expect(told('They don’t sign for three years.')).toBe(0)
  expect(told('Ann asks if three years are possible: if the partners agree.')).toBe(0)
})

test('counts an item with a fault as found, and neither as invented nor as stated', () => {
  const doubt = { reason: 'owner', detail: null } as const
  expect(
    score([
      { text: 'Ann: Send the offer by Friday', unconfirmed: true, doubt },
      { text: 'Ben: Sign for three years', unconfirmed: true, doubt },
    ]),
  ).toMatchObject({ found: 1, invented: 0, traps_told: 0 })
})

test('passes 60 % of the steps with a fifth of wrong ones, and nothing below', () => {
  const base = { ...score([]), steps: 15, traps_told: 0 }
  expect(hasPassed({ ...base, found: 9, wrong_owners: 1, invented: 1 })).toBe(true)
  expect(hasPassed({ ...base, found: 8, wrong_owners: 0, invented: 0 })).toBe(false)
  expect(hasPassed({ ...base, found: 9, wrong_owners: 2, invented: 1 })).toBe(false)
  expect(hasPassed({ ...base, found: 15, traps_told: 1 })).toBe(false)
  expect(sumScores([base, base]).steps).toBe(30)
})
