import { expect, test } from 'vitest'
import { candidatesIn } from './candidates.ts'

const getKinds = (text: string) => [...(candidatesIn([{ text }])[0]?.kinds ?? [])]

test('finds the kinds of content in a line', () => {
  expect(getKinds('It costs forty euros for each user.')).toEqual(['number'])
  expect(getKinds('That is too expensive for a pilot.')).toEqual(['objection'])
  expect(getKinds('Deal, that works for us then.')).toEqual(['decision'])
  expect(getKinds('Okay.'), 'too short').toEqual([])
})
