import { expect, test } from 'vitest'
import { candidatesIn } from './candidates.ts'

const getKinds = (text: string) => [...(candidatesIn([{ text }])[0]?.kinds ?? [])]

test.each([
  "I'll send you the report tonight.",
  'Could you put that in writing for me?',
  'Let me check that with our lawyers.',
  'And then Marcus will bring the cables.',
  "You'll have it in your inbox soon.",
  'Okay, send me the list of users.',
  'We need the order by Thursday, or it slips.',
])('asks about a possible step: %s', (text) => {
  expect(getKinds(text)).toContain('step')
})

test.each([
  "I'll be honest with you here.",
  'Let me share my screen for you.',
  'Okay.',
  'That was a long winter for us.',
])('does not ask about a step: %s', (text) => {
  expect(getKinds(text)).not.toContain('step')
})

test('finds other kinds of content in a line', () => {
  expect(getKinds('It costs forty euros for each user.')).toEqual(['number'])
  expect(getKinds('That is too expensive for a pilot.')).toEqual(['objection'])
  expect(getKinds('Deal, that works for us then.')).toEqual(['decision'])
})
