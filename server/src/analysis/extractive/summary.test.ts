import { describe, expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { sidesOf } from './sides.ts'
import { mentionsIn } from './references.ts'
import { selfContained, worthOf, type Statement } from './statements.ts'
import { framed, isAlike, said, summaryOf, titleOf } from './summary.ts'
import { commitmentsOf, tasksOf } from './tasks.ts'

function materialOf(script: string) {
  const lines = linesOfScript(script)
  const statements = lines.flatMap((line): Statement[] => {
    const whole = selfContained(line, lines, mentionsIn(lines))
    return whole === null ? [] : [{ line, ...whole, score: worthOf(line, lines) }]
  })
  return { lines, statements, tasks: tasksOf(lines, commitmentsOf(lines)), sides: sidesOf(lines) }
}

const CALL = `
  Mia Holt: I manage sales at Tern Sails.
  Leo Park: I look after the boats at Gull Ferries.
  Mia Holt: How many boats do you have?
  Leo Park: The old sails tear in every storm, and every repair takes us two weeks.
  Leo Park: We need nine new sails before the summer season.
  Mia Holt: The list price is four hundred euros a sail, and mounting is included.
  Leo Park: The price is too high for our budget of three thousand euros.
  Mia Holt: I can offer a discount of ten percent on the contract.
  Leo Park: Agreed, we take the blue cloth for all boats.
  Mia Holt: I'll send you the revised quote for the sails by Friday.
  Leo Park: Let's meet again on Tuesday at three.
  Mia Holt: Works for me.`

const summaryTexts = (script: string) => {
  const { statements, tasks, lines, sides } = materialOf(script)
  return summaryOf(statements, tasks, lines, sides).items.map(({ text }) => text)
}

describe('a summary', () => {
  test('states who met, what is wrong and needed, what it costs, what stands against it, and the next meeting', () => {
    expect(summaryTexts(CALL)).toEqual([
      'Mia Holt of Tern Sails spoke with Leo Park of Gull Ferries.',
      'Leo Park: “The old sails tear in every storm, and every repair takes us two weeks”.',
      'Leo Park: “We need nine new sails before the summer season”.',
      'Mia Holt: “The list price is four hundred euros a sail, and mounting is included”.',
      'Leo Park: “The price is too high for our budget of three thousand euros”.',
      'Next meeting: Tuesday, three.',
    ])
  })

  test('has no part without evidence', () => {
    expect(summaryTexts('Mia Holt: The sails are made of white cloth in the Gdansk yard.\nLeo Park: I see.')).toEqual(
      [],
    )
  })

  test('of nothing but who met is none', () => {
    const { lines } = materialOf('Mia Holt: Hello.\nLeo Park: Hello.')
    expect(framed([], [], lines).items).toEqual([])
  })

  test.each([
    [
      'one of several is known',
      'Mia: I work at Tern Sails.\nLeo: Hello.\nAda: Hello.',
      'Mia, Leo and Ada spoke.',
      null,
    ],
    [
      'two of several are known',
      'Mia: I work at Tern Sails.\nLeo: I work at Gull Ferries.\nAda: Hello.',
      'Mia of Tern Sails, Leo of Gull Ferries and Ada spoke.',
      'Tern Sails and Gull Ferries: call',
    ],
    [
      'one of two is known',
      'Mia: I work at Tern Sails.\nLeo: Hello.',
      'Mia of Tern Sails spoke with Leo.',
      'Tern Sails: call',
    ],
  ])('names companies so that nobody is taken for the other side’s: %s', (_, script, met, title) => {
    const lines = linesOfScript(`${script}\nMia: Let's meet again on Tuesday at three.\nLeo: Works for me.`)
    expect(framed([], [], lines).items[0]?.text).toBe(met)
    expect(titleOf(lines)).toBe(title)
  })

  test('names six lines of the next meeting at most', () => {
    const pieces = [
      'Let us',
      'meet again',
      'with all',
      'the sailors',
      'of the',
      'northern crew',
      'on Tuesday',
      'at three.',
    ]
    const { lines } = materialOf(pieces.map((piece) => `Mia Holt: ${piece}`).join('\n'))
    expect(framed([], [], lines).items.map(({ segmentIds }) => segmentIds.length)).toEqual([6])
  })
})

test('a price is stated as one where the words do not say what costs', () => {
  const [price] = materialOf("Mia Holt: It's four hundred euros each.").statements
  expect(price && said(price)).toEqual({
    text: "Mia Holt on the price: “It's four hundred euros each”.",
    segmentIds: ['s0'],
    unconfirmed: true,
  })
})

test('statements that share a sentence or most of their words are alike', () => {
  const { statements } = materialOf(
    'Mia: We need nine new sails before the summer.\nLeo: Nine new sails are what we need.\nMia: The mast of the ferry is made of steel.',
  )
  const [first, second, third] = statements
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('Three statements were expected.')
  expect([
    isAlike(first, second),
    isAlike(first, third),
    isAlike(
      { ...first, parts: [third.line, first.line] },
      { ...first, parts: [third.line, { ...first.line, stems: ['rope', 'lamp', 'wall', 'gate', 'mast', 'sand'] }] },
    ),
  ]).toEqual([true, false, true])
})

test.each([
  [
    'companies and kind of the call',
    `${CALL}\n${'Mia Holt: The discount is small.\n'.repeat(5)}`,
    'Tern Sails and Gull Ferries: pricing',
  ],
  ['"call" where it has no kind', 'Mia Holt: I work at Tern Sails.\nLeo Park: Hello.', 'Tern Sails: call'],
])('a title has %s', (_, script, title) => {
  expect(titleOf(linesOfScript(script))).toBe(title)
})

test('a call in which no company is named has no title', () => {
  expect(titleOf(linesOfScript('Mia Holt: I work at sea.\nLeo Park: Hello.'))).toBeNull()
})
