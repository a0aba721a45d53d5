import { describe, expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { weighWords } from './call-words.ts'
import { chaptersOf } from './chapters.ts'

const about = (thing: string, ...rest: string[]) => Array.from({ length: 40 }, (_, i) => `${i % 2 === 0 ? 'Mia' : 'Leo'}: ${i % 3 === 0 ? `The ${thing} is in the plan.` : (rest[i % rest.length] ?? '')}`)
const SAILS = about('storm sail', 'The cloth tears in every storm.', 'The needle of the sailmaker broke.', 'The cloth is white and heavy.')
const ENGINE = about('diesel engine', 'The fuel pump leaks on the ferry.', 'The exhaust was replaced by a mechanic.', 'The fuel filter is clogged.')
const CREW = about('crew roster', 'The sailors sleep on Sundays.', 'The captain hired three cooks.', 'The sailors are paid by the captain.')

function headings(lines: readonly string[]) {
  const call = linesOfScript(lines.join('\n'))
  return chaptersOf(call, weighWords(call))
}

describe('the course of a long call', () => {
  const chapters = headings([...SAILS, ...ENGINE, ...CREW])

  test('is told by what each part names more than the others', () => {
    expect(chapters.map(({ text }) => text)).toEqual(['Storm sail', 'Diesel engine', 'Crew roster'])
  })

  test('begins where the words change, and names six lines at most', () => {
    for (const [i, chapter] of chapters.entries()) {
      const [start = ''] = chapter.segmentIds
      expect(Math.abs(Number(start.slice(1)) - i * 40)).toBeLessThanOrEqual(3)
      expect(chapter.segmentIds.length).toBeLessThanOrEqual(6)
    }
  })
})

test('a short call has no chapters', () => {
  expect(headings([...SAILS, ...ENGINE].slice(20, 59))).toEqual([])
})

test('a call about one thing has no chapters', () => {
  expect(headings(about('storm sail', 'The storm sail is white.', 'Yes.').flatMap((line) => [line, line, line]))).toEqual([])
})

test.each([
  ['a password', 'password document'],
  ['one of the speakers', 'tall Leo'],
  ['what only says which', 'other rudder'],
])('no chapter is headed by %s', (_, thing) => {
  const part = about(thing, 'The pump leaks again.', 'The exhaust was replaced.', 'The filter is clogged.')
  expect(headings([...SAILS, ...part, ...CREW]).map(({ text }) => text.toLowerCase())).not.toContain(thing.toLowerCase())
})
