import { describe, expect, test } from 'vitest'
import { verifyDraft } from './verify.ts'

type List = 'summary' | 'importantPoints' | 'todoList' | 'quotes'
type Line = readonly [speaker: string, text: string]

const nothing = { title: null, summary: [], quotes: [], actionPoints: [], importantPoints: [], todoList: [] }

function getSegments(lines: readonly Line[]) {
  return lines.map(([speaker, text], i) => ({ id: `s${i}`, start_ms: i * 1000, end_ms: i * 1000 + 900, speaker, text }))
}

/** What a check says of one item. @param cited indexes of its lines; default: all. */
function reasonFor(list: List, text: string, lines: readonly Line[], cited?: readonly number[]) {
  const segments = getSegments(lines)
  const segmentIds = (cited ?? segments.map((_, i) => i)).map((place) => `s${place}`)
  const { withheld = [], ...lists } = verifyDraft({ ...nothing, [list]: [{ text, segmentIds }] }, segments)
  const [made] = lists[list]
  return made ? (made.doubt?.reason ?? null) : withheld[0]?.reason
}

describe('numbers', () => {
  const recall: Line[] = [['Nadia', 'These are the nine drums, that is the three beekeepers and the one importer.']]
  const price: Line[] = [
    ['Rhoswen', 'So a sensor is three pounds forty a month. That is the battery and the software.'],
  ]
  const limit: Line[] = [
    ['Hannah', 'It follows consumer prices but it can’t go up by more than two percent in any one year.'],
  ]

  test.each([
    ['sends exchanged counts to review', 'The recall led to three drums and nine beekeepers.', recall, 'number'],
    ['shows counts that match', 'The recall led to nine drums and three beekeepers.', recall, null],
    [
      'sends another rate to review',
      'A sensor costs three pounds forty a year with the battery and the software.',
      price,
      'number',
    ],
    [
      'shows a rate in other words',
      'A sensor costs three pounds forty per month with the battery and the software.',
      price,
      null,
    ],
    [
      'sends a minimum to review when a maximum was said',
      'Prices go up by at least two percent a year.',
      limit,
      'number',
    ],
    ['shows a maximum', 'Prices go up by at most two percent a year.', limit, null],
  ])('%s', (_, text, lines, expected) => {
    expect(reasonFor('importantPoints', text, lines)).toBe(expected)
  })
})

test.each([
  ['Dev Okafor said that the sensor has a metal strip for the detector.', 'owner'],
  ['Tomasz Gill said that the sensor has a metal strip for the detector.', null],
])('requires the named person to have said it: “%s”', (text, expected) => {
  const lines: Line[] = [
    ['Tomasz Gill', 'The sensor has a metal strip in it, so their detector will find it.'],
    ['Dev Okafor', 'That is clever actually.'],
  ]
  expect(reasonFor('importantPoints', text, lines)).toBe(expected)
})

describe('agreements', () => {
  test.each([
    ['Both sides agreed to a cap of eighteen months.', 'I can’t say yes to eighteen months.', 'uncertain'],
    ['Both sides agreed to a cap of eighteen months.', 'Yes, eighteen months is agreed.', null],
    [
      'Kirsten’s boss approved the cap of eighteen months.',
      'I do eighteen months without asking my boss.',
      'uncertain',
    ],
    ['Kirsten accepts the cap of eighteen months.', 'Yes. I do eighteen months without asking my boss.', null],
  ])('checks “%s” against the answer “%s”', (text, answer, expected) => {
    const lines: Line[] = [
      ['Joost', 'The cap is eighteen months, then.'],
      ['Kirsten', answer],
    ]
    expect(reasonFor('summary', text, lines)).toBe(expected)
  })

  test.each([
    ['No no. No weekly. I have nine weeklies.', 'taken_back'],
    ['With everybody? No. Not in the holidays.', 'taken_back'],
    ['No no, that’s fine, every week is good.', null],
  ])('checks an offer against the answer “%s”', (answer, expected) => {
    const lines: Line[] = [
      ['Joost', 'And we can do a weekly call of half an hour with everybody.'],
      ['Kirsten', answer],
      ['Rasmus', 'I am on a boat.'],
    ]
    expect(reasonFor('summary', 'Everybody meets for a weekly call of half an hour.', lines, [0])).toBe(expected)
  })

  test('sends a threat to review when the next speaker denies it', () => {
    const lines: Line[] = [
      ['Marcus', 'I am pushing the whole project to summer.'],
      ['Joelle', 'We’re not pushing the project to summer, Marcus.'],
    ]
    const text = 'Marcus is pushing the whole project to summer.'
    expect(reasonFor('summary', text, lines, [0])).toBe('negation')
    expect(reasonFor('summary', text, lines.slice(0, 1), [0])).toBeNull()
  })
})

describe('asides and secrets', () => {
  const talk = Array.from({ length: 30 }, (_, i): Line => [i % 2 ? 'Ann' : 'Ben', `We spoke about drum number ${i}.`])
  const goodbye: Line[] = [
    ['Ann', 'That is all from my side, so thank you all, bye.'],
    ['Ben', 'Bye, Ann.'],
  ]
  const aside: Line[] = [
    ['Ben', 'Has she gone? The firmware is too nervous for forklifts.'],
    ['Cem', 'The fix is out on the first.'],
    ['Ben', 'I’ll ask Imogen for two engineers on the day.'],
    ['Cem', 'Do that.'],
  ]
  const call = [['Cem', 'Hello from me too.'] as const, ...talk, ...goodbye, ...aside]
  const at = call.length - aside.length

  test.each<[List, string, number, string | null]>([
    ['importantPoints', 'The firmware is too nervous for forklifts.', at, 'private'],
    ['quotes', 'The fix is out on the first.', at + 1, 'private'],
    ['todoList', 'Ben: Ask Imogen for two engineers on the day', at + 2, 'private'],
    ['importantPoints', 'They spoke about drum number 12.', 13, null],
  ])('holds back only what was said after the others left: %s “%s”', (list, text, place, expected) => {
    expect(reasonFor(list, text, call, [place])).toBe(expected)
  })

  test('offers lines after the others left for hiding', () => {
    const { privateLines } = verifyDraft(nothing, getSegments(call))
    expect(privateLines).toEqual(aside.map((_, i) => `s${at + i}`))
    expect(verifyDraft(nothing, getSegments(call.slice(0, at))).privateLines).toBeUndefined()
  })

  test('shows what follows a goodbye when those who stay say goodbye later', () => {
    const stays = [...call.slice(0, -2), ['Ben', 'Thanks, Cem.'] as const, ...call.slice(-2), ['Cem', 'Bye.'] as const]
    expect(reasonFor('importantPoints', 'The firmware is too nervous for forklifts.', stays, [at])).toBeNull()
  })

  test('withholds a quoted password', () => {
    const lines: Line[] = [['Nadia', 'It is demo, small letters, and the password is Nectarine, capital N.']]
    expect(reasonFor('quotes', 'the password is Nectarine, capital N', lines)).toBe('secret')
  })
})
