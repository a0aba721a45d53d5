import { expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { getGreeting, namedSpeakers, otherSide, writerAmong } from './recipients.ts'

const spoken = (speaker: string | null, index: number): Segment => ({
  id: `s${index}`,
  start_ms: index,
  end_ms: index + 1,
  speaker,
  text: 'Yes.',
})

test('lists only named people, each once, in the order in which they first spoke', () => {
  expect(namedSpeakers([null, 'Priya', 'Speaker 1', 'Dana', 'Priya', 'participant', 'Guestav'].map(spoken))).toEqual([
    'Priya',
    'Dana',
    'Guestav',
  ])
})

const NO_NAMES = { me: [], colleagues: [] }

test('the writer is the one chosen before, the one with the same name, or the only one with the first name', () => {
  expect(writerAmong(['Dana Reed', 'Marcus', 'Dana Scott'], 'Dana Reed', NO_NAMES)).toBe('Dana Reed')
  expect(writerAmong(['Dana', 'Marcus'], 'dana reed', NO_NAMES)).toBe('Dana')
  expect(writerAmong(['D. Reed', 'Marcus'], 'Dana Reed', { me: ['D. Reed'] })).toBe('D. Reed')
  expect(writerAmong(['Dana', 'Marcus'], 'Ann Example', NO_NAMES)).toBeNull()
  expect(writerAmong(['Dana Scott', 'Dana Low', 'Marcus'], 'Dana Reed', NO_NAMES)).toBeNull()
  expect(writerAmong(['Dana', 'Marcus'], '', NO_NAMES)).toBeNull()
})

test('greets everyone but the writer and known colleagues, and no one while the writer is uncertain', () => {
  expect(otherSide(['Dana', 'Marcus', 'Lee'], 'Dana', NO_NAMES)).toEqual(['Marcus', 'Lee'])
  expect(otherSide(['Dana', 'Marcus', 'Lee'], 'Dana', { colleagues: ['Lee'] })).toEqual(['Marcus'])
  expect(otherSide(['Dana', 'Marcus'], null, NO_NAMES)).toEqual([])
})

test('greets up to three by their first names', () => {
  expect(getGreeting([])).toBe('Hello,')
  expect(getGreeting(['Marcus Brown'])).toBe('Hi Marcus,')
  expect(getGreeting(['Marcus Brown', 'Dr. Shah', 'Low, Ann'])).toBe('Hi Marcus, Dr. Shah and Low, Ann,')
  expect(getGreeting(['王小明', 'B', 'C', 'D'])).toBe('Hi all,')
})
