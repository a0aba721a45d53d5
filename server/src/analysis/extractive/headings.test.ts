import { expect, test } from 'vitest'
import { weighWords } from './call-words.ts'
import { sentencesOf, type Line } from './call.testing.ts'
import { chaptersOf, titleOf } from './headings.ts'
import { findSubjects } from './subjects.ts'
import { createTopicSplitter } from './topics.ts'

function part(thing: string, other: string): Line[] {
  return Array.from({ length: 12 }, (_, i): Line[] => [
    ['Dana', `The ${thing} is what we look at in case ${i}.`],
    ['Marcus', `We like the ${thing}, and the ${other} as well.`],
    ['Dana', `Then the ${other} has to be ready.`],
  ]).flat()
}

const CALL = sentencesOf(...part('warehouse', 'forklift'), ...part('invoice', 'bookkeeper'))
const words = weighWords(CALL)

test('a title names what a call is about, with a capital and without articles', () => {
  const title = titleOf(findSubjects(CALL, words))
  expect(title).toMatch(/^[A-Z]/)
  expect(title).toMatch(/warehouse|forklift|invoice|bookkeeper/i)
  expect(title).not.toMatch(/\bthe\b/i)
})

test('a call in which too little comes back gets no title', () => {
  const short = sentencesOf(['Dana', 'The warehouse is large.'], ['Marcus', 'The warehouse is cold.'])
  expect(titleOf(findSubjects(short, weighWords(short)))).toBeNull()
})

test('chapters begin where the words change, and are headed by what is named there', () => {
  const chapters = chaptersOf(CALL, createTopicSplitter(CALL, words), findSubjects(CALL, words))
  expect(chapters).toHaveLength(2)
  expect(chapters[0]?.text).toMatch(/warehouse|forklift/i)
  expect(chapters[0]?.segmentIds[0]).toBe('s0')
  expect(chapters[1]?.text).toMatch(/invoice|bookkeeper/i)
})

test('a short call has no chapters', () => {
  const short = CALL.slice(0, 30)
  expect(chaptersOf(short, createTopicSplitter(short, words), findSubjects(short, words))).toEqual([])
})
