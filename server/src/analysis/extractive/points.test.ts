import { expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { pointsAndQuotes } from './points.ts'

const of = (script: string, stated: number[] = []) => pointsAndQuotes(linesOfScript(script), new Set(stated))
const PRICE = 'Ana: The new crane costs nine thousand euros a year.'

test('makes a point of a line with a price, a number, a day or a decision, and holds it for the owner', () => {
  expect(of(`${PRICE}\nBen: The weather in the harbour is lovely and mild.`).points).toEqual([
    { text: 'Ana: “The new crane costs nine thousand euros a year”.', segmentIds: ['s0'], unconfirmed: true },
  ])
})

test('quotes what a person refuses or needs verbatim, and holds it for the owner', () => {
  const refused = "I'm not paying four hundred dollars a month for a text message."
  expect(of(`Ana: The crane hums a little in the morning.\nBen: ${refused}`).quotes).toEqual([
    { text: refused, segmentIds: ['s1'], unconfirmed: true },
  ])
})

test.each([
  ['may only happen', 'Ana: If the harbour pays, the new crane costs nine thousand euros a year.'],
  ['is refused', "Ana: I don't want a crane for nine thousand euros a year."],
])('makes no point of what %s', (_, script) => {
  expect(of(script).points).toEqual([])
})

test.each([
  ['a step states', PRICE, [0]],
  ['is a question', 'Ana: Does the new crane cost nine thousand euros a year?', []],
  ['its speaker corrects', `${PRICE}\nAna: Sorry, eight thousand.`, []],
  ['another refuses', `${PRICE}\nBen: No, that is not right.`, []],
  ['another puts right', `${PRICE}\nBen: Eight thousand.`, []],
  ['points to what was said before', 'Ana: That costs the harbour nine thousand euros a year.', []],
  ['is not for others', 'Ana: Between us, the crane costs nine thousand euros a year.', []],
])('makes neither a point nor a quote of a line that %s', (_, script, stated) => {
  expect(of(script, stated)).toEqual({ points: [], quotes: [] })
})

test('returns at most three points and three quotes, all different', () => {
  const things = ['crane', 'ferry', 'rope', 'jetty', 'anchor', 'harbour', 'lantern', 'engine']
  const points = things.map((thing) => `Ana: The ${thing} and its ${thing}rope and ${thing}wood cost nine.`)
  const quotes = [
    "Ben: We can't open the gates without a pilot on board.",
    "Ben: The drivers won't use a phone while the bus is moving.",
    "Ben: I'm not paying four hundred dollars a month for a text message.",
    "Ben: We don't want the council to read about leaks in the paper.",
    "Ben: The machine can't print a ticket when the paper is wet.",
  ]
  const chosen = of([...points, ...quotes, ...points].join('\n'))
  expect([chosen.points.length, chosen.quotes.length]).toEqual([3, 3])
  expect(new Set([...chosen.points, ...chosen.quotes].map(({ segmentIds }) => segmentIds.join())).size).toBe(6)
})
