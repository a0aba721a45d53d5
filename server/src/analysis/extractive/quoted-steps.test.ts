import { expect, test } from 'vitest'
import { segmentsOfScript } from './call.testing.ts'
import { quotedSteps } from './quoted-steps.ts'

const TALK =
  'Ben: The northern yard is full of old cranes.\nAna: It has been like that for years, I think.\nBen: Hm.\nAna: Hm.\nBen: Hm.\nAna: Hm.\n'
const getSteps = (script: string, ...[isOut = () => false, stated = []]: Partial<Rest>) => {
  const { agreed, own } = quotedSteps(segmentsOfScript(`${TALK.repeat(4)}${script}\n${TALK}`), isOut, stated)
  return { agreed, own, steps: [...agreed, ...own] }
}
type Rest = [isOut: (id: string) => boolean, stated: Parameters<typeof quotedSteps>[2]]

const PROMISE = "Ana: I'll send you the crane report by Friday.\nBen: Great, thank you."

test('quotes a step with owner, day and lines, for review', () => {
  expect(getSteps(PROMISE).steps).toEqual([
    {
      text: "Ana: “I'll send you the crane report by Friday.”",
      owner: 'Ana',
      due: 'by Friday',
      segmentIds: ['s24'],
      unconfirmed: true,
    },
  ])
})

test('separates what one person asks of another from what a person promises', () => {
  expect(getSteps(PROMISE).agreed).toEqual([])
  const { agreed, own } = getSteps(
    'Ben: Could you send me the list of the cranes by Monday?\nAna: Yes, I can send you the list.',
  )
  expect([agreed.map(({ owner }) => owner), own]).toEqual([['Ana'], []])
})

test('adds the day that an agreement names', () => {
  const { steps } = getSteps(
    'Ben: Could you send me the list of the cranes by Monday?\nAna: Yes, I can send the list of northern and southern cranes to the yard.',
  )
  expect(steps).toMatchObject([
    {
      text: 'Ana: “Yes, I can send the list of northern and southern cranes to the yard.” by Monday',
      due: 'by Monday',
    },
  ])
})

test('quotes only the owner’s own lines, with a mark where lines are left out', () => {
  const [step] = getSteps(
    "Ana: I'll send you the crane report this week.\nBen: By Friday?\nAna: Yes, I'll send it to you by Friday.",
  ).steps
  expect(step?.text).toBe("Ana: “I'll send you the crane report this week. … Yes, I'll send it to you by Friday.”")
})

test('says the day once, with a preposition that it needs', () => {
  const ask = 'Ben: Could you send the list of northern and southern cranes?'
  const getText = (answer: string) => getSteps(`${ask}\n${answer}`).steps[0]?.text
  expect(getText("Ana: I'll send you the list of the cranes.\nBen: Okay.\nAna: Friday.")).toMatch(
    /cranes\.” by Friday$/,
  )
  expect(getText("Ana: I'll send you the list of the cranes. By Friday.")).toMatch(/By Friday\.”$/)
})

test('quotes what was said before when the owner’s words say too little', () => {
  const { steps } = getSteps(
    'Ben: Is there a report on the old cranes in the northern yard?\nAna: Hm.\nAna: I can send you that tomorrow.',
  )
  expect(steps.map(({ text }) => text)).toEqual([
    'Ana: “Is there a report on the old cranes in the northern yard?” – “I can send you that tomorrow.”',
  ])
})

test('quotes no line that isn’t used', () => {
  const { steps } = getSteps(
    'Ben: Is there a report on the old cranes in the northern yard?\nAna: I can send you that tomorrow.',
    (id) => id === 's24',
  )
  expect(steps.map(({ text }) => text)).toEqual(['Ana: “I can send you that tomorrow.”'])
})

test('quotes nothing confidential that was said before', () => {
  const { steps } = getSteps(
    'Ben: Between us, the crane report of the northern yard is wrong.\nAna: I can send you that tomorrow.',
  )
  expect(steps.map(({ text }) => text)).toEqual(['Ana: “I can send you that tomorrow.”'])
})

test('splits promises of different things for different days', () => {
  const { steps } = getSteps(
    "Ana: I'll set up the test account on Monday.\nBen: Great.\nAna: And I'll send you the crane report by Friday.",
  )
  expect(steps.map(({ text }) => text)).toEqual([
    "Ana: “I'll set up the test account on Monday.”",
    "Ana: “And I'll send you the crane report by Friday.”",
  ])
})

test('shortens a long line to the sentence with the step', () => {
  const aside = 'The yard was full of old cranes, and no one had painted them for years. '
  const [step] = getSteps(`Ana: ${aside.repeat(8)}I'll send you the crane report by Friday. ${aside}`).steps
  expect(step?.text).toBe("Ana: “I'll send you the crane report by Friday.”")
})

test('lists a repeated step once, with both lines', () => {
  const { steps } = getSteps(`${PROMISE}\n${TALK.repeat(8)}${PROMISE}`)
  expect(steps.map(({ segmentIds }) => segmentIds)).toEqual([['s24', 's74']])
})

test.each([
  ['after the goodbyes', `${TALK.repeat(20)}Ben: Bye.\nAna: Goodbye.\n${PROMISE.split('\n')[0]}`, []],
  ['that is confidential', "Ana: Between us, I'll send you the password by Friday.", []],
])('quotes nothing %s', (_, script, steps) => {
  const { agreed, own } = quotedSteps(segmentsOfScript(script), () => false, [])
  expect([...agreed, ...own]).toEqual(steps)
})

test('leaves out lines that aren’t used, and those of a step already found', () => {
  expect(getSteps(PROMISE, (id) => id === 's24').steps).toEqual([])
  expect(getSteps(PROMISE, () => false, [{ owner: 'Ana', segmentIds: ['s24'] }]).steps).toEqual([])
  expect(getSteps(PROMISE, () => false, [{ owner: 'Ben', segmentIds: ['s24'] }]).steps).toHaveLength(1)
})
