import { describe, expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { factIn } from './facts.ts'
import { mentionsIn } from './references.ts'

const TOPICS = mentionsIn(linesOfScript('Ana: Crane, cranes, boathouse, roof, yard.\n'.repeat(2)))

function kindOf(text: string): string | null {
  const [line] = linesOfScript(`Ana: ${text}`)
  return line === undefined ? null : (factIn(line, TOPICS)?.kind ?? null)
}

describe('a fact that a reader looks for is known by its kind', () => {
  test.each([
    ['price', 'The crane is two thousand nine hundred pounds, one time.'],
    ['limit', "My ceiling's twenty thousand a year."],
    ['limit', "When the total is over five thousand, then it's procurement, and I need three quotes."],
    ['limit', 'If the crane goes over fifty I have to put it out for bid.'],
    ['decides', 'Our harbour board has to approve the crane in March.'],
    ['deadline', 'The contract for the yard runs out on the thirty-first of March.'],
    ['requirement', 'Our insurer wants six years of the service records.'],
    ['size', 'We are sixty-eight boats and two cranes.'],
  ])('%s: %s', (kind, text) => {
    expect(kindOf(text)).toBe(kind)
  })

  test.each([
    'It runs out on the thirty-first of March.',
    'They want six years of the service records.',
    'Everybody at the boathouse needs a beer by Friday evening.',
    'Gethin, the board has to approve the crane.',
    'We need to talk to the owner of the crane.',
    'I must leave at quarter to eleven, people come to the yard.',
    'I need that setup of the crane to come down.',
  ])('but not what leans on other sentences, or is talk: %s', (text) => {
    expect(kindOf(text)).toBeNull()
  })
})
