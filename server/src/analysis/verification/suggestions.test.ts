import { expect, test } from 'vitest'
import { privateLines, suggestedSpeakers } from './suggestions.ts'

const line = (id: string, speaker: string | null, text: string) => ({ id, start_ms: 0, end_ms: 1000, speaker, text })
const CALL = [
  line('a', 'Speaker 1', 'Hi, this is Ansel Moreau from Kenton Board.'),
  line('b', 'Dana', 'Good morning, Ansel.'),
  line('c', 'SPEAKER_02', 'We need it by May.'),
  line('d', '+1 555 0100', 'Priya here, sorry I am late.'),
]
const proposal = (label: string, name: string, ...segmentIds: string[]) => ({ label, name, segmentIds })

test('suggests a name said in a line that the analyst cites', () => {
  expect(
    suggestedSpeakers([proposal('Speaker 1', ' Ansel Moreau ', 'c', 'b'), proposal('+1 555 0100', 'Priya', 'd')], CALL),
  ).toEqual([
    { label: 'Speaker 1', name: 'Ansel Moreau', segment_id: 'b' },
    { label: '+1 555 0100', name: 'Priya', segment_id: 'd' },
  ])
})

test.each([
  ['a name that no cited line says', proposal('SPEAKER_02', 'Priya', 'c')],
  ['a speaker that has a name', proposal('Dana', 'Ansel', 'a')],
  ['a speaker that is not in the call', proposal('Speaker 7', 'Ansel', 'a')],
  ['another label', proposal('Speaker 1', 'Speaker 2', 'a')],
  ['no line', proposal('Speaker 1', 'Ansel')],
])('rejects %s', (_, proposed) => {
  expect(suggestedSpeakers([proposed], CALL)).toEqual([])
})

test('suggests each speaker and each name once', () => {
  const twice = [
    proposal('Speaker 1', 'Ansel', 'a'),
    proposal('Speaker 1', 'Kenton', 'a'),
    proposal('SPEAKER_02', 'Ansel', 'a'),
  ]
  expect(suggestedSpeakers(twice, CALL)).toHaveLength(1)
})

test('returns private lines in call order, or none when they are most of it', () => {
  expect(privateLines(['d', 'x', 'c'], CALL, Infinity)).toEqual(['c', 'd'])
  expect(privateLines(['a', 'b', 'c'], CALL, Infinity)).toEqual([])
  expect(privateLines(['a', 'b', 'c'], CALL, 3), 'what only colleagues heard').toEqual(['d'])
})
