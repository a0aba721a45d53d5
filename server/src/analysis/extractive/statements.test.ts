import { describe, expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { mentionsIn } from './references.ts'
import { overturnedIn } from './overturned.ts'
import { selfContained, worthOf } from './statements.ts'

/** What the calls of these tests come back to. */
const TOPICS = mentionsIn(linesOfScript('Ana: Crane, cranes, boathouse, roof, yard, test, licence, cloth.\n'.repeat(2)))

/** What is shown of the last sentence of a script; null: nothing. */
function shown(script: string): string | null {
  const lines = linesOfScript(script)
  const last = lines.at(-1)
  return last === undefined ? null : (selfContained(last, lines, TOPICS)?.text ?? null)
}

describe('a sentence is shown by itself', () => {
  test.each([
    'The boathouse needs a new roof before the winter',
    'Delivery takes nine weeks from the yard in Gdansk',
    'The licence costs twelve hundred euros',
    "It's thirty-eight pounds a month per berth",
    'There are four cranes in the northern yard',
    'The crane failed the test because it was wet',
  ])('as it was said: %s', (text) => {
    expect(shown(`Ana: ${text}.`)).toBe(text)
  })

  test('without what its speaker only goes on with', () => {
    expect(shown("Ana: The boathouse needs a new roof this year, that's in the plan.")).toBe(
      'The boathouse needs a new roof this year',
    )
  })

  test.each([
    ['asks', 'Does the boathouse need a new roof before the winter?'],
    ['was broken off', 'The boathouse needs a new roof before the...'],
    ['says "it" of what is not in it', 'It failed the big test before the winter.'],
    ['says "it" of what its own subject can\'t be', 'The northern yard needs it for the roof and the test.'],
    ['is a clause without its main one', "Since we've had nine cranes in the northern yard."],
    ['says "those" of what was said before', 'We sold those cranes to the Leith yard.'],
    ['points at what was said before', 'The yard in Gdansk makes the other one.'],
    ['counts who knows what', 'The northern crane test was two four.'],
    ['promises', "I'll repair the northern crane in three weeks."],
    ['only thinks of it', 'We could repair the northern crane in three weeks.'],
    ['corrects itself', 'The crane is forty, sorry, it was fifty years old.'],
    ['thanks', 'Thank you for the three cranes and the roof.'],
    ['calls somebody by the name', 'The northern crane failed the test, Ben.'],
    ['tells a password', 'The password of the northern crane is tulip nine.'],
    ['is told in confidence', 'Between you and me, the northern crane is dead.'],
    ['is a joke', "The northern crane can fly, I'm kidding."],
    ['tells of a thing that was said before', 'The incline must not exceed nine percent.'],
    ['speaks to one in the room', 'You need nine cranes for the yard.'],
    ['has no subject', 'Mark nine cranes as samples for customs.'],
    ['holds under a condition', 'If you need nine cranes, the yard is full.'],
    ['tells of oneself', 'I found nine cranes in the yard in May.'],
    ['counts without a noun', 'Five were never tested in the yard.'],
    ['calculates', 'Two times fifty is a hundred dollars per crane.'],
    ['names a person by "he" alone', 'The crane needs a test, and he pays nine pounds.'],
    ['is the end of another', 'Tuesday after the test, because the yard needs nine cranes.'],
    ['is about the call', 'My headset and the northern crane are dead.'],
    ['takes leave', 'See you at the northern crane on Monday.'],
  ])('not where it %s', (_, words) => {
    expect(shown(`Ana: ${words}`)).toBeNull()
  })
})

describe('a sentence that leans on the one before', () => {
  test('is shown with it', () => {
    expect(shown('Ana: Our yard has four cranes.\nAna: Three of them failed the test in May.')).toBe(
      'Our yard has four cranes. Three of them failed the test in May',
    )
  })

  test('states with it what its pronoun refers to', () => {
    expect(shown('Ana: Our yard has four cranes.\nAna: Repairing them takes nine weeks.')).toBe(
      'Our yard has four cranes. Repairing them takes nine weeks',
    )
  })

  test.each([
    ['another said it', 'Ben: Our yard has four cranes.\nAna: Three of them failed the test in May.'],
    ['it asks', 'Ana: Does our yard have four cranes?\nAna: Three of them failed the test in May.'],
    ['it goes on itself', 'Ana: Then the yard bought four cranes.\nAna: Three of them failed the test in May.'],
    ['it leans back itself', 'Ana: They are in the yard.\nAna: Three of them failed the test in May.'],
    ['it is a promise', "Ana: I'll look at our four cranes.\nAna: Three of them failed the test in May."],
  ])('is not shown at all where %s', (_, script) => {
    expect(shown(script)).toBeNull()
  })
})

describe('an answer', () => {
  test.each([
    ['asks when to meet', 'Ben: Does Tuesday suit the crane maker?\nAna: Ninety days from Monday on.'],
    ['itself points back', 'Ben: And how much is that one for the crane?\nAna: Ninety days for that one.'],
    ['names nothing', 'Ben: Really now?\nAna: Ninety days for that one.'],
  ])('is not shown where the question %s', (_, script) => {
    expect(shown(script)).toBeNull()
  })
})

const isFirstOverturned = (script: string) => {
  const lines = linesOfScript(script)
  return lines[0] !== undefined && overturnedIn(lines)(lines[0])
}

test.each([
  ['is corrected by its speaker', "Ana: The roof costs nine thousand pounds.\nAna: Sorry, it's eight thousand."],
  ['is corrected by another', 'Ana: The roof costs nine thousand pounds.\nBen: Eight thousand.'],
  [
    'is corrected after a question',
    'Ana: The roof costs nine thousand pounds.\nBen: Really?\nAna: No, I mean eight thousand.',
  ],
  [
    'was recalculated later',
    `Ana: The roof costs nine thousand pounds.\n${'Ben: The wind is strong.\n'.repeat(20)}Ana: That takes you to eight thousand.`,
  ],
  [
    'was offered before a later offer',
    `Ana: The roof costs nine thousand pounds.\n${'Ben: The wind is strong.\n'.repeat(20)}Ana: I can do seven thousand pounds, with a discount.`,
  ],
  [
    'is priced anew by the same unit',
    `Ana: It's forty pounds per berth.\n${'Ben: The wind is strong.\n'.repeat(20)}Ben: Thirty-five per berth.`,
  ],
  [
    'is denied much later',
    `Ana: A licence is two thousand nine hundred pounds a berth.\n${'Ben: The wind is strong.\n'.repeat(20)}Ana: It's not two nine.`,
  ],
  ['has another day later in the talk', 'Ana: We need the cranes by Monday.\nBen: Hm.\nBen: Then Thursday.'],
  ['is denied', 'Ana: The yard closes in winter.\nBen: No.'],
  ['is taken back', 'Ana: The yard closes in winter.\nBen: Hm.\nAna: Scratch that.'],
  ['has another day later', 'Ana: The yard closes on Monday.\nBen: Hm.\nAna: Actually, it closes on the fifth.'],
])('what %s is not stated', (_, script) => {
  expect(isFirstOverturned(script)).toBe(true)
})

test.each([
  ['is agreed to', 'Ana: The roof costs nine thousand pounds.\nBen: Fine.\nAna: The gate is grey.'],
  ['was priced after a recalculation', 'Ana: The roof costs nine thousand pounds.\nBen: Fine.'],
  ['is the price of another thing', "Ana: It's forty pounds per berth.\nBen: Fine.\nAna: It's nine pounds per rope."],
  ['denies, and is confirmed so', "Ana: The yard doesn't close in winter.\nBen: No."],
])('what %s holds', (_, script) => {
  expect(isFirstOverturned(script)).toBe(false)
})

test('what is settled, needed, paid or wrong is worth more than the rest; what opens a call is worth less', () => {
  const talk = 'Ben: The wall of the harbour is grey.\n'.repeat(30)
  const lines = linesOfScript(
    `Ana: We need three cranes for nine thousand pounds.\n${talk}Ana: We need three cranes for nine thousand pounds.\n${talk}`,
  )
  const [opening = 0, talked = 0, middle = 0] = [lines[0], lines[5], lines[31]].map((line) =>
    line === undefined ? 0 : worthOf(line, lines),
  )
  expect(talked).toBe(0)
  expect(middle).toBeGreaterThan(opening)
  expect(opening).toBeGreaterThan(0)
})
