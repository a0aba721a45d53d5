import { describe, expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { possibleSteps } from './possible-steps.ts'
import { commitmentsOf, tasksOf } from './tasks.ts'

function possibleOf(script: string) {
  // What is said while people arrive is no promise.
  const lines = linesOfScript(`Ana: Morning.\nBen: Morning to you.\n${script}`)
  const commitments = commitmentsOf(lines)
  return possibleSteps(commitments, tasksOf(lines, commitments), lines)
}
const ASKED = 'Ana: The sheet you use, the cake one. Could I get a picture?\nBen: Sure thing.\n'

describe('a promise whose thing others named', () => {
  test('is possible, with its day and the lines that name it', () => {
    expect(possibleOf(`${ASKED}Ben: I'll get you one tonight after we close.\nAna: Perfect.`)).toEqual([
      {
        text: "Ben: “I'll get you one tonight after we close”",
        segmentIds: ['s4', 's2'],
        owner: 'Ben',
        due: 'tonight',
      },
    ])
  })

  test('is listed with the day that was set after it', () => {
    expect(
      possibleOf("Ana: Who owns that?\nBen: I'll ask them about it.\nAna: By when?\nBen: By Friday.")[0]?.text,
    ).toBe("Ben: “I'll ask them about it”, by Friday")
  })

  test('is listed once where it is said twice without a pause', () => {
    expect(possibleOf(`${ASKED}Ben: I'll send you one tonight. I'll get it to you tonight.`)).toHaveLength(1)
  })

  test('that somebody asked for names the asker', () => {
    expect(
      possibleOf("Ana: It's the old file.\nAna: Could you send me one of those by Friday?\nBen: Yes, sure.")[0]?.text,
    ).toBe('Ben: Ana asked: “Could you send me one of those by Friday?”')
  })
})

test.each([
  ['is told as a step', "Ana: And the price?\nBen: I'll send you the price list of the ropes by Friday.\nAna: Thanks."],
  ['is taken back', `${ASKED}Ben: I'll send you one tonight. No, forget that, I can't send it.`],
  ['is refused', `${ASKED}Ben: I'll send you one tonight.\nAna: No, please don't, hold off.`],
  ['holds under a condition', `${ASKED}Ben: If they let me I'll send you one tonight.`],
  ['is a joke', `${ASKED}Ben: I'll send you one tonight, ha ha ha.`],
  ['belongs to the call itself', `${ASKED}Ben: I'll put it in the chat for you now.`],
  ['is not for others', `${ASKED}Ben: I'll send you the password for it tonight.`],
])('a promise that %s is not possible', (_, script) => {
  expect(possibleOf(script)).toEqual([])
})
