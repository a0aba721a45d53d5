import { expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { greetingOf, namedSpeakers, otherSide, writerAmong } from './recipients.ts'

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

const NOBODY = { me: [], colleagues: [] }

test('the writer is who was chosen before, who has the same name, or the only one with the first name', () => {
  expect(writerAmong(['Dana Reed', 'Marcus', 'Dana Scott'], 'Dana Reed', NOBODY)).toBe('Dana Reed')
  expect(writerAmong(['Dana', 'Marcus'], 'dana reed', NOBODY)).toBe('Dana')
  expect(writerAmong(['D. Reed', 'Marcus'], 'Dana Reed', { me: ['D. Reed'] })).toBe('D. Reed')
  expect(writerAmong(['Dana', 'Marcus'], 'Ann Example', NOBODY)).toBeNull()
  expect(writerAmong(['Dana Scott', 'Dana Low', 'Marcus'], 'Dana Reed', NOBODY)).toBeNull()
  expect(writerAmong(['Dana', 'Marcus'], '', NOBODY)).toBeNull()
})

test('all others than the writer and known colleagues are greeted, and nobody while the writer is not certain', () => {
  expect(otherSide(['Dana', 'Marcus', 'Lee'], 'Dana', NOBODY)).toEqual(['Marcus', 'Lee'])
  expect(otherSide(['Dana', 'Marcus', 'Lee'], 'Dana', { colleagues: ['Lee'] })).toEqual(['Marcus'])
  expect(otherSide(['Dana', 'Marcus'], null, NOBODY)).toEqual([])
})

test('up to three are greeted by their first names', () => {
  expect(greetingOf([])).toBe('Hello,')
  expect(greetingOf(['Marcus Brown'])).toBe('Hi Marcus,')
  expect(greetingOf(['Marcus Brown', 'Dr. Shah', 'Low, Ann'])).toBe('Hi Marcus, Dr. Shah and Low, Ann,')
  expect(greetingOf(['王小明', 'B', 'C', 'D'])).toBe('Hi all,')
})
