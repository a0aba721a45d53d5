import { describe, expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { SpeakerTurn } from './diariser.ts'
import { nameLines } from './name-lines.ts'

const turn = (speaker: string, startMs: number, endMs: number): SpeakerTurn => ({ speaker, startMs, endMs })
const line = (text: string, start_ms: number, end_ms: number): Segment => ({
  id: 'x',
  start_ms,
  end_ms,
  speaker: null,
  text,
})
/** Words of 400 ms, one every 500 ms. */
const timed = (text: string, heard = text): Segment => {
  const words = heard.split(' ').map((word, i) => ({ text: word, start_ms: i * 500, end_ms: i * 500 + 400 }))
  return { ...line(text, 0, words.length * 500), words }
}
const said = (segments: Segment[]) => segments.map(({ speaker, text }) => [speaker, text])

describe('a line', () => {
  test('with a change of speaker becomes two, each with its words, times and punctuation', () => {
    const named = nameLines(
      [timed('So, does that work? Yes, it does.', 'so does that work yes it does')],
      [turn('Ann', 0, 1950), turn('Ben', 1950, 4000)],
    )
    expect(said(named)).toEqual([
      ['Ann', 'So, does that work?'],
      ['Ben', 'Yes, it does.'],
    ])
    expect(named.map(({ id, start_ms, end_ms, words }) => [id, start_ms, end_ms, words?.length])).toEqual([
      ['s1', 0, 1900, 4],
      ['s2', 2000, 3500, 3],
    ])
  })

  test('with words that the engine split differently is cut at the same place', () => {
    const named = nameLines(
      [timed('It’s twenty-five dollars. Too much!', 'it s twenty five dollars too much')],
      [turn('Ann', 0, 2450), turn('Ben', 2450, 4000)],
    )
    expect(said(named)).toEqual([
      ['Ann', 'It’s twenty-five dollars.'],
      ['Ben', 'Too much!'],
    ])
  })

  test('keeps its speaker across a short interruption, and across words without a speaker', () => {
    const named = nameLines(
      [timed('we can ship it in March')],
      [turn('Ann', 0, 500), turn('Ben', 500, 640), turn('Ann', 640, 1900)],
    )
    expect(said(named)).toEqual([['Ann', 'we can ship it in March']])
  })

  test('of one sentence keeps its first word, which seems to be the previous speaker’s', () => {
    const turns = [turn('Ann', 0, 450), turn('Ben', 450, 4000)]
    expect(said(nameLines([timed('Perfect, what made you start looking?')], turns))).toEqual([
      ['Ben', 'Perfect, what made you start looking?'],
    ])
    expect(said(nameLines([timed('Perfect. What made you start looking?')], turns))).toEqual([
      ['Ann', 'Perfect.'],
      ['Ben', 'What made you start looking?'],
    ])
    expect(
      said(nameLines([timed('That is more than what we expected')], [turn('Ann', 0, 1450), turn('Ben', 1450, 4000)])),
    ).toEqual([
      ['Ann', 'That is more'],
      ['Ben', 'than what we expected'],
    ])
  })

  test('without timed words gets the main speaker, or none', () => {
    const turns = [turn('Ann', 0, 1400), turn('Ben', 1400, 3000)]
    expect(
      said(
        nameLines([line('Hello Ben.', 0, 1000), line('Hello. Hi.', 1000, 2000), line('Hello Ann.', 1200, 3000)], turns),
      ),
    ).toEqual([
      ['Ann', 'Hello Ben.'],
      [null, 'Hello. Hi.'],
      ['Ben', 'Hello Ann.'],
    ])
  })

  test('has no speaker where none is known', () => {
    expect(said(nameLines([timed('music'), line('more music', 5000, 6000)], [turn('Ann', 2000, 3000)]))).toEqual([
      [null, 'music'],
      [null, 'more music'],
    ])
  })
})

test('loses no word, whatever the turns', () => {
  const text = 'One, two; three – four. Five? Six! seven-eight nine'
  for (let cut = 100; cut < 4500; cut += 130) {
    const named = nameLines(
      [timed(text, 'one two three four five six seven eight nine')],
      [turn('Ann', 0, cut), turn('Ben', cut, cut + 900), turn('Ann', cut + 900, 9000)],
    )
    expect(named.map((each) => each.text).join(' ')).toBe(text)
    expect(named.flatMap((each) => each.words ?? [])).toHaveLength(9)
  }
})
