import { describe, expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { weighWords } from './call-words.ts'
import { notesOf } from './notes.ts'
import { isNote, isOverturned, lastRecalculation, standingAlone, withWhatFollows, worthOf } from './statements.ts'

/** What is shown of the last sentence of a script; null: nothing. */
function shown(script: string): string | null {
  const lines = linesOfScript(script)
  const last = lines.at(-1)
  return last === undefined ? null : (standingAlone(last, lines)?.text ?? null)
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

  test('tells with it what its pronoun stands for', () => {
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

  test('is told with what follows only while the same person goes on', () => {
    const lines = linesOfScript(
      'Ana: Our yard has four cranes.\nAna: Three of them failed the test.\nBen: The wind broke them.',
    )
    const whole = lines[0] === undefined ? null : standingAlone(lines[0], lines)
    expect(whole && withWhatFollows(whole, lines, () => true).text).toBe(
      'Our yard has four cranes. Three of them failed the test',
    )
    expect(whole && withWhatFollows(whole, lines, () => false).text).toBe('Our yard has four cranes')
  })
})

const isFirstOverturned = (script: string) => {
  const lines = linesOfScript(script)
  return lines[0] !== undefined && isOverturned(lines[0], lines, lastRecalculation(lines))
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
  ['is denied', 'Ana: The yard closes in winter.\nBen: No.'],
  ['is taken back', 'Ana: The yard closes in winter.\nBen: Hm.\nAna: Scratch that.'],
  ['has another day later', 'Ana: The yard closes on Monday.\nBen: Hm.\nAna: Actually, it closes on the fifth.'],
])('what %s is not told', (_, script) => {
  expect(isFirstOverturned(script)).toBe(true)
})

test.each([
  ['is agreed to', 'Ana: The roof costs nine thousand pounds.\nBen: Fine.\nAna: The gate is grey.'],
  ['was priced after a recalculation', 'Ana: The roof costs nine thousand pounds.\nBen: Fine.'],
  ['denies, and is confirmed so', "Ana: The yard doesn't close in winter.\nBen: No."],
])('what %s holds', (_, script) => {
  expect(isFirstOverturned(script)).toBe(false)
})

test('what is settled, needed, paid or wrong is worth more than the rest; what opens a call is worth less', () => {
  const talk = 'Ben: The wall of the harbour is grey.\n'.repeat(30)
  const lines = linesOfScript(
    `Ana: We need three cranes for nine thousand pounds.\n${talk}Ana: We need three cranes for nine thousand pounds.\n${talk}`,
  )
  const words = weighWords(lines)
  const [opening = 0, talked = 0, middle = 0] = [lines[0], lines[5], lines[31]].map((line) =>
    line === undefined ? 0 : worthOf(line, lines, words),
  )
  expect(talked).toBe(0)
  expect(middle).toBeGreaterThan(opening)
  expect(opening).toBeGreaterThan(0)
})

describe('the notes of a meeting', () => {
  const script = `Ana: The remote control needs two buttons for the volume.
    Ben: The case of the remote control is made of rubber.
    Ana: The password of the design server is tulip nine hundred.
    Ben: Between you and me, the rubber supplier is almost bankrupt.
    Ana: The remote control needs two buttons for the volume.
    Ben: The battery of the remote control is under the case.
    Ana: Scratch that, the battery of the control is in the base.
    Ben: Bye, see you at the design review on Monday.`
  const lines = linesOfScript(script)
  const texts = notesOf(lines, weighWords(lines), 10, []).map(({ text }) => text)

  test('tell no password, no confidence, no farewell and nothing that is taken back', () => {
    expect(texts).toContain('The remote control needs two buttons for the volume')
    expect(texts.join('\n')).not.toMatch(/tulip|bankrupt|bye|scratch/i)
  })

  test('are in the order of the call, and leave out what is shown already', () => {
    const script = [
      'Ana: Somebody on the radio told of rain in the west.',
      ...lines.map(({ text }) => `Ben: ${text}`),
    ].join('\n')
    const order = notesOf(linesOfScript(script), weighWords(linesOfScript(script)), 10, []).map(
      ({ line }) => line.index,
    )
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    const known = lines.slice(0, 1).map((line) => ({ line, parts: [line], text: line.tidied, score: 1 }))
    const rest = notesOf(lines, weighWords(lines), 10, known)
    expect(rest.map(({ line }) => line.index)).toEqual(rest.map(({ line }) => line.index).toSorted((a, b) => a - b))
    expect(rest.map(({ line }) => line.index)).not.toContain(0)
    expect(notesOf(lines, weighWords(lines), 1, known)).toHaveLength(1)
  })

  test.each([
    'Is the case made of rubber or of wood?',
    'You know, the case is made of rubber.',
    'The case is rubber.',
    'The case is made of the...',
    'Scratch that, the case is made of steel.',
    'Bye, the case is made of steel.',
  ])('%j is no note', (words) => {
    expect(linesOfScript(`Ana: ${words}`).map(isNote)).toEqual([false])
  })
})
