import { expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { agreementsIn } from './exchange.ts'

const agreed = (script: string) => agreementsIn(linesOfScript(script)).map(({ text }) => text)

test('an amount that one side names and the other seals is an agreement, quoted with both', () => {
  expect(
    agreed(
      'Ana Ruiz: The harbour crane is old.\nBen Okoro: Thirty thousand, delivery to the jetty inclusive.\nAna Ruiz: Agreed.',
    ),
  ).toEqual([
    'Ana Ruiz: “The harbour crane is old” Ben Okoro: “Thirty thousand, delivery to the jetty inclusive” Ana Ruiz: “Agreed”',
  ])
})

test.each([
  ['a time', 'Ben: Half past eleven for the northern jetty, forty minutes.\nAna: Agreed.'],
  ['an amount of nobody knows what', 'Ben: Nine thousand, one-off.\nAna: Agreed.'],
  ['no amount', 'Ben: Shall we paint the northern jetty and the crane?\nAna: Agreed.'],
  [
    'an amount of the same person',
    'Ben: The jetty is old.\nAna: Thirty thousand for the northern jetty wall.\nAna: Done.',
  ],
  [
    'what goes on talking',
    'Ben: Thirty thousand for the northern jetty wall.\nAna: Done is better than perfect, they say.',
  ],
  ['a meeting', 'Ben: Monday the third at nine in the harbour office?\nAna: Works for me.'],
  ['a password', 'Ben: The password of the harbour server is tulip nine.\nAna: Agreed.'],
])('%s seals nothing', (_, script) => {
  expect(agreed(script)).toEqual([])
})
