import { expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { greetingOf, namedSpeakers, othersThan } from './recipients.ts'

const spoken = (speaker: string | null, index: number): Segment => ({
  id: `s${index}`,
  start_ms: index,
  end_ms: index + 1,
  speaker,
  text: 'Yes.',
})

test('only people with a name are known, each once, as they first spoke', () => {
  expect(namedSpeakers([null, 'Priya', 'Speaker 1', 'Dana', 'Priya', 'participant', 'Guestav'].map(spoken))).toEqual([
    'Priya',
    'Dana',
    'Guestav',
  ])
})

test('all others are greeted when the writer is one of the speakers, by the whole name or the first', () => {
  expect(othersThan('Dana Reed', ['Dana Reed', 'Marcus', 'Dana Scott'])).toEqual(['Marcus', 'Dana Scott'])
  expect(othersThan('dana reed', ['Dana', 'Marcus'])).toEqual(['Marcus'])
})

test('nobody is greeted while it is not certain who of them writes', () => {
  expect(othersThan('Ann Example', ['Dana', 'Marcus'])).toEqual([])
  expect(othersThan('Dana Reed', ['Dana Scott', 'Dana Low', 'Marcus'])).toEqual([])
  expect(othersThan('', ['Dana', 'Marcus'])).toEqual([])
})

test('up to three are greeted by their first names', () => {
  expect(greetingOf([])).toBe('Hello,')
  expect(greetingOf(['Marcus Brown'])).toBe('Hi Marcus,')
  expect(greetingOf(['Marcus Brown', 'Dr. Shah', 'Low, Ann'])).toBe('Hi Marcus, Dr. Shah and Low, Ann,')
  expect(greetingOf(['王小明', 'B', 'C', 'D'])).toBe('Hi all,')
})
