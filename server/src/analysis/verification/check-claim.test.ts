import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { describe, expect, test } from 'vitest'
import type { DraftItem } from '../analyst.ts'
import { verifyDraft } from './verify.ts'

/** A Tuesday. */
const DATE = '2025-10-14'
const call: Segment[] = [
  [
    'Dana Miller',
    'Hello Marcus, hello Hannah. Thank you all for the time, and for looking at our quote with the people in Porto.',
  ],
  [
    'Marcus Lee',
    'We have two of twenty-five clinics on the old system, and the budget is three hundred thirty thousand dollars for the three years.',
  ],
  ['Hannah Wexler', "I can send you the security report, and I'll do that by Thursday the sixteenth."],
  ['Dana Miller', 'Perfect. And can you commit to support in the United States, Marcus?'],
  [
    'Marcus Lee',
    "We can commit to that. But we won't sign before the pen test is done, and I don't think legal's going to do twenty-four months.",
  ],
  [
    'Dana Miller',
    "Then I'll redo the quote for twelve months. You'll have it tomorrow. No, let me say Friday, I'm travelling.",
  ],
  ['Hannah Wexler', 'In our London office Priyesh will write the migration plan.'],
  ['Marcus Lee', 'Dana, could you ask Terry at Acme for the reference?'],
  ['Dana Miller', 'Sure, will do.'],
  ['Marcus Lee', 'And I take the contract to our lawyers next week. The tram was late again this morning, by the way.'],
].map(([speaker = '', text = ''], i) => ({ id: `s${i}`, start_ms: i * 1000, end_ms: i * 1000 + 900, speaker, text }))

function verdict(
  list: 'summary' | 'importantPoints' | 'actionPoints' | 'todoList',
  text: string,
  lines: number[],
  more: Partial<DraftItem> = {},
) {
  const nothing = { title: null, summary: [], quotes: [], actionPoints: [], importantPoints: [], todoList: [] }
  const { withheld = [], ...lists } = verifyDraft(
    { ...nothing, [list]: [{ text, segmentIds: lines.map((line) => `s${line}`), ...more }] },
    call,
    { date: DATE },
  )
  const [made] = lists[list]
  return made ? (made.doubt?.reason ?? 'shown') : withheld[0]?.reason
}
const point = (text: string, ...lines: number[]) => verdict('importantPoints', text, lines)
const task = (text: string, ...lines: number[]) => verdict('actionPoints', text, lines)

describe('quoted lines that wait for the owner', () => {
  const quoted = (text: string, lines: number[]) =>
    verdict('actionPoints', text, lines, { owner: text.split(':')[0] ?? '', unconfirmed: true })
  test.each([
    ['a corrected day', "Dana Miller: “You'll have it tomorrow.”", [5]],
    [
      'a number from lines before',
      'Hannah Wexler: “the budget is three hundred thirty thousand dollars” – “I can send you the security report”',
      [2],
    ],
    [
      'several speakers, and a day that was said',
      "Dana Miller: “I don't think legal's going to do twenty-four months.” – “Then I'll redo the quote” by Friday",
      [5],
    ],
  ])('may have %s', (_, text, lines) => {
    expect(quoted(text, lines)).toBe('shown')
  })
  test.each([
    ['aren’t verbatim', "Dana Miller: “Then I'll redo the quote for thirteen months.”", 'number'],
    ['are followed by other words', "Dana Miller: “Then I'll redo the quote” for thirteen months", 'number'],
    ['have a day that wasn’t said', "Dana Miller: “Then I'll redo the quote” by Sunday", 'day'],
    ['are another person’s task', "Marcus Lee: “Then I'll redo the quote for twelve months.”", 'owner'],
  ])('are checked when they %s', (_, text, reason) => {
    expect(quoted(text, [5])).toBe(reason)
  })
  test('are checked in a point, whose cut may change a number', () => {
    const text = "Dana Miller: “You'll have it tomorrow.”"
    expect(verdict('importantPoints', text, [5], { unconfirmed: true })).toBe('day')
  })
  test('are checked like any claim when recipients see them at once', () => {
    expect(task("Dana Miller: “You'll have it tomorrow.”", 5)).toBe('day')
  })
})

describe('words', () => {
  test('shows a claim about the subject of its lines, in other words too', () => {
    expect(point('They pay for clinics that still run the old system.', 1)).toBe('shown')
  })
  test.each([
    ['moved to lines that speak of something else', 'Hannah will send the security report.', [9]],
    ['invented', 'The board approved a merger with a competitor.', [1]],
  ])('rejects words that were %s', (_, text, lines) => {
    expect(point(text, ...lines)).toBe('unsupported')
  })
})

describe('lines', () => {
  test('needs one to six lines, each of them cited once', () => {
    expect(point('Two clinics run the old system.')).toBe('no_lines')
    expect(point('Two clinics run the old system.', 0, 1, 2, 3, 4, 5, 6)).toBe('no_lines')
    expect(point('Two clinics run the old system.', 1, 1, 1, 1, 1, 1, 1, 1)).toBe('shown')
    expect(point('Two clinics run the old system.', 1, 99)).toBe('no_lines')
  })
})

describe('polarity', () => {
  test.each([
    ['Marcus can commit to support in the United States.', [3, 4], 'shown'],
    ['Marcus cannot commit to support in the United States.', [3, 4], 'negation'],
    ['Marcus refuses to commit to that.', [4], 'negation'],
    ['They will not sign before the pen test is done.', [4], 'shown'],
    ['They will sign before the pen test is done.', [4], 'negation'],
    ['Dana will not redo the quote.', [5], 'negation'],
  ])('“%s” on %j: %s', (text, lines, expected) => {
    expect(point(text, ...lines)).toBe(expected)
  })
})

describe('the owner of a task', () => {
  test.each([
    ['promised it', 'Hannah will send the security report by Thursday.', [2], 'shown'],
    ['promised that one gets it', 'Dana will send the new quote on Friday.', [5], 'shown'],
    ['was asked and accepted', 'Dana will ask Terry at Acme for the reference.', [7, 8], 'shown'],
    ['was given it by name', 'Priyesh will write the migration plan.', [6], 'shown'],
    ['is another speaker of the call', 'Marcus will send the security report by Thursday.', [2], 'owner'],
    ['is who asked for it', 'Marcus will ask Terry at Acme for the reference.', [7, 8], 'owner'],
    ['promised something else there', 'Hannah will redo the quote for twelve months.', [2, 5], 'owner'],
    ['gave it to another person', 'Hannah will write the migration plan.', [6], 'owner'],
  ])('an owner who %s', (_, text, lines, expected) => {
    expect(task(text, ...lines)).toBe(expected)
    expect(
      verdict(
        'todoList',
        text.replace(/^(\w+) will (\w)/, (__, name: string, first: string) => `${name}: ${first.toUpperCase()}`),
        lines,
      ),
    ).toBe(expected)
    expect(verdict('summary', text, lines)).toBe(expected)
  })

  test('is not recognized by a day, which many tasks share', () => {
    expect(task('Dana: “Sure, will do” next week', 7, 8, 9)).toBe('shown')
  })

  test('is checked where an analyst gives it apart from the text', () => {
    expect(verdict('todoList', 'Send the security report by Thursday.', [2], { owner: 'Hannah Wexler' })).toBe('shown')
    expect(verdict('todoList', 'Send the security report by Thursday.', [2], { owner: 'Dana Miller' })).toBe('owner')
  })
})

describe('numbers', () => {
  test.each([
    ['The budget is $330,000 for three years.', 'shown'],
    ['The budget is 330k for three years.', 'shown'],
    ['2 of 25 clinics are on the old system.', 'shown'],
    ['The budget is 300 dollars for three years.', 'number'],
    ['The budget is 300,000 dollars for three years.', 'number'],
    ['The budget is 330,000 euro for three years.', 'number'],
    ['The budget is $330,000 for three months.', 'number'],
    ['25 of 2 clinics are on the old system.', 'number'],
    ['Twenty-six clinics are on the old system.', 'number'],
  ])('“%s”: %s', (text, expected) => {
    expect(point(text, 1)).toBe(expected)
  })

  test('marks a number for the owner when it is said of the same thing elsewhere in the call', () => {
    const nothing = { title: null, summary: [], quotes: [], actionPoints: [], importantPoints: [], todoList: [] }
    const item = { text: 'Hannah will send the security report to 25 clinics.', segmentIds: ['s5', 's6'] }
    const support = { text: 'Priyesh will write the migration plan for twelve months.', segmentIds: ['s7', 's6'] }
    expect(verifyDraft({ ...nothing, importantPoints: [item] }, call, { date: DATE }).importantPoints).toMatchObject([
      { unconfirmed: true, doubt: { reason: 'unsupported' } },
    ])
    expect(verifyDraft({ ...nothing, importantPoints: [support] }, call, { date: DATE }).importantPoints).toHaveLength(
      1,
    )
    const late = { text: 'Marcus will take the contract to the lawyers for twelve months.', segmentIds: ['s9'] }
    expect(verifyDraft({ ...nothing, actionPoints: [late] }, call, { date: DATE }).actionPoints).toMatchObject([
      { unproven: ['twelve months'] },
    ])
  })
})

describe('days', () => {
  test.each([
    ['Hannah will send the security report by Thursday, October 16.', [2], 'shown'],
    ['Hannah will send the security report by Thursday.', [2], 'shown'],
    ['Hannah will send the security report by Wednesday.', [2], 'day'],
    ['Hannah will send the security report by Friday, October 16.', [2], 'day'],
    ['Hannah will send the security report today.', [2], 'day'],
    ['Dana will redo the quote by Friday.', [5], 'shown'],
    ['Dana will redo the quote by October 17.', [5], 'shown'],
    ['Dana will redo the quote by tomorrow.', [5], 'day'],
    ['Marcus will take the contract to the lawyers this week.', [9], 'day'],
  ])('“%s” on %j: %s', (text, lines, expected) => {
    expect(task(text, ...lines)).toBe(expected)
  })
})

describe('names', () => {
  test.each([
    ['They ask Terry at Acme for the reference.', [7], 'shown'],
    ['They ask Globex for the reference.', [7], 'name'],
    ['Globex wants the reference.', [7], 'name'],
    ['hannah will ask for the reference.', [7], 'owner'],
    ['Two of the clinics on the old system belong to priyesh.', [1], 'name'],
    ['The London plan for the reference at Porto.', [7], 'name'],
  ])('“%s” on %j: %s', (text, lines, expected) => {
    expect(point(text, ...lines)).toBe(expected)
  })
})

describe('another language', () => {
  const german: Segment[] = [
    ['Jürgen', 'Wir nehmen die zwei Kanäle und den Scanner, ein Projekt mit dem Leitsystem machen wir nicht.'],
    [
      'Paula',
      'Dann schicke ich Ihnen das Angebot über 168.000 Euro bis Donnerstag, und die neunzig Tonnen prüfe ich auch.',
    ],
    ['Jürgen', 'Gut.'],
    ['Yilmaz', 'Und bitte auch die Unterlagen für die Abnahme an unsere Leute in Porto, wie immer.'],
  ].map(([speaker = '', text = ''], i) => ({ id: `s${i}`, start_ms: i * 1000, end_ms: i * 1000 + 900, speaker, text }))
  const shown = (text: string, line: number, writtenIn: string | null) => {
    const nothing = { title: null, summary: [], quotes: [], actionPoints: [], importantPoints: [], todoList: [] }
    const { importantPoints, withheld = [] } = verifyDraft(
      { ...nothing, importantPoints: [{ text, segmentIds: [`s${line}`] }] },
      german,
      { writtenIn },
    )
    const [made] = importantPoints
    return made?.doubt?.reason ?? made ?? withheld[0]?.reason
  }

  test.each([
    ['Paula schickt bis Donnerstag das Angebot über 168.000 Euro an die Kollegen.', 'de'],
    ['Paula will send the offer for 168,000 euro by Thursday.', 'en'],
    ['Paula enverra l’offre à 168 000 euros avant jeudi.', 'fr'],
  ])('shows an honest item of a foreign-language call: “%s”', (text, language) => {
    expect(shown(text, 1, language)).toMatchObject({ text })
  })

  test.each([
    ['Paula will send the offer for 186,000 euro by Thursday.', 'en', 'number'],
    ['Yilmaz will send the offer for 168,000 euro.', 'en', 'name'],
  ])('“%s” (%s) is withheld: %s', (text, language, reason) => {
    expect(shown(text, text.startsWith('Yilmaz') ? 0 : 1, language)).toBe(reason)
  })

  test('marks a number for the owner when its lines spell theirs out', () => {
    expect(shown('Der Scanner und 2 Kanäle werden genommen.', 0, 'de')).toMatchObject({ unproven: ['2'] })
  })
})

test('supports who spoke with whom by the lines of both', () => {
  expect(verdict('summary', 'Dana Miller spoke with Marcus Lee.', [0, 1])).toBe('shown')
  expect(verdict('summary', 'Dana Miller spoke with Hannah Wexler and Terry.', [0, 2])).toBe('name')
})
