import { expect, test } from 'vitest'
import { candidateAt, sentencesOf } from './call.testing.ts'
import { reported } from './report.ts'

function told(text: string, ...before: string[]): string {
  const sentences = sentencesOf(...before.map((line): [string, string] => ['Priya', line]), ['Dana (Sales)', text])
  return reported(candidateAt(before.length, sentences), sentences).text
}

test.each([
  ['The list price is ninety dollars per seat.', 'The list price is ninety dollars per seat.'],
  ['I need the security report first.', 'Dana needs the security report first.'],
  ['We lost ninety thousand dollars last year.', 'Dana said that they lost ninety thousand dollars last year.'],
  ['Last year we lost ninety thousand dollars.', 'Dana said that last year they lost ninety thousand dollars.'],
  ['Mike and I own the company and we both sign.', 'Mike and Dana own the company and they both sign.'],
  ['I think we can start the pilot in the warehouse.', 'Dana thinks that they can start the pilot in the warehouse.'],
  ['You can set a warning per home.', 'Dana said: "You can set a warning per home."'],
])('"%s" is told as "%s"', (said, telling) => {
  expect(told(said)).toBe(telling)
})

test('a name keeps its capital in mid-sentence, another word does not', () => {
  expect(told('Plastic bags are what we look for in Porto.', 'The plastic came from Porto.')).toBe('Dana said that plastic bags are what they look for in Porto.')
  expect(told('Brightwater is where we started the trial.')).toBe('Dana said that Brightwater is where they started the trial.')
})

test('what somebody quotes stays as it was said', () => {
  expect(told('Sixty of our calls are just "where is my technician".')).toBe('Dana: Sixty of our calls are just "where is my technician".')
})
