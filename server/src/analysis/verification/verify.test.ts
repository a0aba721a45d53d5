import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { describe, expect, test } from 'vitest'
import type { AnalysisDraft, DraftItem } from '../analyst.ts'
import { verifyDraft } from './verify.ts'

const segments: Segment[] = [
  { id: 'a', start_ms: 0, end_ms: 4000, speaker: 'Dana', text: 'Well, um, the first answer takes eleven hours,' },
  { id: 'b', start_ms: 4000, end_ms: 6000, speaker: 'Dana', text: 'and that is, you know, far too long.' },
  { id: 'c', start_ms: 6000, end_ms: 9000, speaker: 'Marcus', text: 'We need single sign-on by Friday.' },
  {
    id: 'd',
    start_ms: 9000,
    end_ms: 12_000,
    speaker: 'Dana',
    text: "I'll send the sign-on report tomorrow.",
    words: [
      { text: "I'll", start_ms: 9100, end_ms: 9300 },
      { text: 'send', start_ms: 9300, end_ms: 9600 },
      { text: 'the', start_ms: 9600, end_ms: 9700 },
      { text: 'sign', start_ms: 9700, end_ms: 10_000 },
      { text: 'on', start_ms: 10_000, end_ms: 10_200 },
      { text: 'report', start_ms: 10_200, end_ms: 10_800 },
      { text: 'tomorrow', start_ms: 10_900, end_ms: 11_500 },
    ],
  },
]
const nothing: AnalysisDraft = {
  title: null,
  summary: [],
  quotes: [],
  actionPoints: [],
  importantPoints: [],
  todoList: [],
}
const quoted = (...quotes: DraftItem[]) => verifyDraft({ ...nothing, quotes }, segments).quotes
const pointed = (...importantPoints: DraftItem[]) =>
  verifyDraft({ ...nothing, importantPoints }, segments).importantPoints

test('keeps an item waiting for its owner after verification, with its evidence', () => {
  const item = { text: 'the first answer takes eleven hours', segmentIds: ['a'] }
  expect(quoted({ ...item, unconfirmed: true })).toMatchObject([{ unconfirmed: true, segment_ids: ['a', 'b'] }])
  expect(quoted(item)[0]).not.toHaveProperty('unconfirmed')
})

test('offers lines that may be next steps unless a step cites them or an adjacent line', () => {
  const step = { text: 'Marcus: sign-on by Friday', segmentIds: ['c'] }
  const possible = (draft: Partial<AnalysisDraft>) => verifyDraft({ ...nothing, ...draft }, segments).possibleSteps
  const possibleSteps = ['a', 'b', 'd', 'gone']
  expect(possible({ possibleSteps })).toEqual(['a', 'b', 'd'])
  expect(possible({ possibleSteps, todoList: [step] })).toEqual(['a'])
  expect(possible({ todoList: [step] })).toBeUndefined()
})

describe('a step followed by its quote', () => {
  const step = (task: string, said = "I'll send the sign-on report tomorrow.") =>
    verifyDraft(
      { ...nothing, todoList: [{ text: `Dana: ${task} (“${said}”)`, owner: 'Dana', segmentIds: ['d'] }] },
      segments,
    )
  const reviewed = (task: string) => step(task).todoList[0]?.doubt

  test('keeps the quote in its text', () => {
    expect(step('Send the sign-on report tomorrow').todoList).toMatchObject([
      { text: "Dana: Send the sign-on report tomorrow (“I'll send the sign-on report tomorrow.”)" },
    ])
    expect(reviewed('Send the sign-on report tomorrow')).toBeUndefined()
  })

  test('is reviewed for its own words, whatever its quote supports', () => {
    expect(reviewed('Book flights and hotels for everyone')).toMatchObject({ reason: 'unsupported' })
  })

  test('is withheld if its quote holds a password', () => {
    expect(step('Send the sign-on report tomorrow', 'The password is sunflower-22.')).toMatchObject({
      todoList: [],
      withheld: [{ reason: 'secret' }],
    })
  })
})

describe('quotes', () => {
  test('are found regardless of case, punctuation and fillers, and shown in the transcript’s own words', () => {
    expect(
      quoted({ text: 'THE FIRST ANSWER — takes eleven hours; and that is far too long', segmentIds: ['a', 'b'] }),
    ).toEqual([
      {
        text: 'Well, um, the first answer takes eleven hours, and that is, you know, far too long.',
        speaker: 'Dana',
        start_ms: 0,
        end_ms: 6000,
        segment_ids: ['a', 'b'],
      },
    ])
  })

  test('carry the times of their own words if the engine gave them', () => {
    expect(quoted({ text: 'send the sign on report', segmentIds: ['d'] })).toEqual([
      {
        text: "I'll send the sign-on report tomorrow.",
        speaker: 'Dana',
        start_ms: 9100,
        end_ms: 11_500,
        segment_ids: ['d'],
      },
    ])
  })

  test('are whole sentences, across lines too', () => {
    expect(quoted({ text: 'is you know far too long', segmentIds: ['b'] })).toEqual([
      {
        text: 'Well, um, the first answer takes eleven hours, and that is, you know, far too long.',
        speaker: 'Dana',
        start_ms: 0,
        end_ms: 6000,
        segment_ids: ['a', 'b'],
      },
    ])
    const lines = ["I don't think", "legal's going to do twenty-four."].map((text, i): Segment => ({
      id: `z${i}`,
      start_ms: i * 1000,
      end_ms: i * 1000 + 900,
      speaker: 'Dana',
      text,
    }))
    const { quotes } = verifyDraft(
      { ...nothing, quotes: [{ text: "legal's going to do twenty-four", segmentIds: ['z1'] }] },
      lines,
    )
    expect(quotes).toMatchObject([
      { text: "I don't think legal's going to do twenty-four.", segment_ids: ['z0', 'z1'] },
    ])
  })

  test('end with their lines in a transcript without punctuation', () => {
    const lines = ['we looked at it', 'we need the report by friday', 'and then we see'].map((text, i): Segment => ({
      id: `z${i}`,
      start_ms: i * 1000,
      end_ms: i * 1000 + 900,
      speaker: 'Dana',
      text,
    }))
    expect(
      verifyDraft({ ...nothing, quotes: [{ text: 'need the report', segmentIds: ['z1'] }] }, lines).quotes,
    ).toMatchObject([{ text: 'we need the report by friday' }])
  })

  test('are searched only in the lines they cite', () => {
    expect(quoted({ text: 'We need single sign-on by Friday.', segmentIds: ['a'] })).toEqual([])
  })

  test('never run from one speaker into another', () => {
    expect(quoted({ text: 'far too long. We need single sign-on', segmentIds: ['b', 'c'] })).toEqual([])
  })

  test('never skip a line between two of the same speaker', () => {
    expect(quoted({ text: "far too long. I'll send the", segmentIds: ['b', 'd'] })).toEqual([])
  })

  test('never begin or end inside a word or a number', () => {
    const line: Segment = {
      id: 'z',
      start_ms: 0,
      end_ms: 1000,
      speaker: 'Dana',
      text: 'It costs you $4,000 for sign-on at 15%.',
    }
    const shown = (text: string) =>
      verifyDraft({ ...nothing, quotes: [{ text, segmentIds: ['z'] }] }, [line]).quotes.map((quote) => quote.text)
    expect([shown('It costs you 4'), shown('4000 for sign'), shown('on at 15')]).toEqual([[], [], []])
    expect([shown('4000 for sign on'), shown('sign on at 15')]).toEqual([
      ['It costs you $4,000 for sign-on at 15%.'],
      ['It costs you $4,000 for sign-on at 15%.'],
    ])
  })

  test.each(['We need single sign-on by Monday.', 'We need single by Friday', 'we need', '', ' … '])(
    'that were not said are dropped: "%s"',
    (text) => {
      expect(quoted({ text, segmentIds: ['c'] })).toEqual([])
    },
  )

  test('that repeat are shown once', () => {
    const item = { text: 'we need single sign-on', segmentIds: ['c'] }
    expect(quoted(item, item, { ...item, text: 'We need single sign on!' })).toHaveLength(1)
  })

  test('are found in a script without spaces', () => {
    const line: Segment = { id: 'z', start_ms: 0, end_ms: 1000, speaker: null, text: '我们星期五之前发送报告。' }
    const { quotes } = verifyDraft({ ...nothing, quotes: [{ text: '星期五之前', segmentIds: ['z'] }] }, [line])
    expect(quotes[0]?.text).toBe('我们星期五之前发送报告。')
  })
})

describe('points', () => {
  test('take time and speaker from the lines they cite', () => {
    expect(pointed({ text: ' Answers take\n eleven hours. ', segmentIds: ['b', 'a', 'a'] })).toEqual([
      { text: 'Answers take eleven hours.', speaker: 'Dana', start_ms: 0, end_ms: 6000, segment_ids: ['a', 'b'] },
    ])
  })

  test('that cite several speakers have none', () => {
    expect(pointed({ text: 'Single sign-on is needed.', segmentIds: ['c', 'd'] })[0]?.speaker).toBeNull()
  })

  test('that cite no line, or a missing one, are dropped', () => {
    expect(
      pointed({ text: 'They will buy.', segmentIds: [] }, { text: 'They will pay.', segmentIds: ['a', 'nowhere'] }),
    ).toEqual([])
  })

  test('that are empty or repeated are dropped', () => {
    expect(
      pointed(
        { text: '  ', segmentIds: ['a'] },
        { text: 'Eleven hours.', segmentIds: ['a'] },
        { text: 'eleven hours', segmentIds: ['b'] },
      ),
    ).toHaveLength(1)
  })
})

describe('task owners', () => {
  const said = (speaker: string, text: string, i: number): Segment => ({
    id: `s${i}`,
    start_ms: i * 1000,
    end_ms: i * 1000 + 900,
    speaker,
    text,
  })
  const call = [
    said('Dana', 'Then I suggest a two week trial with ten people. I will set it up on Monday.', 0),
    said(
      'Priya',
      'I need to see the security report first. If it arrives by Friday, I can finish my review next Wednesday.',
      1,
    ),
    said(
      'Dana',
      'Agreed. I will send the report by Friday, and Marcus, could you send me a list of the ten people?',
      2,
    ),
    said(
      'Marcus',
      'Yes, I will send the list before the end of the week. Let us meet again on March the third and decide.',
      3,
    ),
  ]
  const tasks = (text: string) =>
    verifyDraft({ ...nothing, todoList: [{ text, owner: text.split(':')[0], segmentIds: ['s1', 's2', 's3'] }] }, call)

  test('belongs to the people asked in a sentence in which another speaker promises something else', () => {
    expect(tasks('Marcus: send Dana a list of the ten people before the end of the week').todoList).toHaveLength(1)
    expect(tasks('Dana: send the security report by Friday').todoList).toHaveLength(1)
  })

  test('starts playback at the line that its analyst names, if the item cites it', () => {
    const from = (playFrom: string) =>
      verifyDraft(
        {
          ...nothing,
          todoList: [
            { text: 'Dana: send the security report by Friday', owner: 'Dana', segmentIds: ['s1', 's2'], playFrom },
          ],
        },
        call,
      ).todoList.map(({ start_ms }) => start_ms)
    expect([from('s2'), from('s3')]).toEqual([[2000], [1000]])
  })

  test('has the name as written when another speaker promised it', () => {
    expect(tasks('Marcus: send the security report by Friday').todoList).toMatchObject([
      { unconfirmed: true, doubt: { reason: 'owner', detail: 'Marcus' } },
    ])
  })
})

describe('omissions', () => {
  const getWithheld = (draft: Partial<AnalysisDraft>, options = {}) =>
    verifyDraft({ ...nothing, ...draft }, segments, options).withheld
  const item = { text: 'We need single sign-on by Monday.', segmentIds: ['c'] }

  test('are reported with their list, reason and lines', () => {
    expect(
      getWithheld({
        title: 'A call with Globex and 40 others',
        quotes: [item],
        todoList: [{ text: 'Marcus: Send 77 reports tomorrow', segmentIds: ['d'] }],
      }),
    ).toEqual([
      { list: 'title', text: 'A call with Globex and 40 others', reason: 'number', detail: '40', segment_ids: [] },
      { list: 'quotes', text: 'We need single sign-on by Monday.', reason: 'quote', detail: null, segment_ids: ['c'] },
      {
        list: 'todo_list',
        text: 'Marcus: Send 77 reports tomorrow',
        reason: 'number',
        detail: '77',
        segment_ids: ['d'],
      },
    ])
  })

  test('are capped at a hundred items, of 500 characters and the maximum number of lines each', () => {
    const long = {
      text: `Globex ${'buys '.repeat(350)}`,
      segmentIds: Array.from({ length: 20 }, () => ['a', 'nowhere']).flat(),
    }
    const withheld =
      getWithheld({
        summary: Array.from({ length: 300 }, () => long),
        todoList: Array.from({ length: 300 }, () => long),
      }) ?? []
    expect(withheld).toHaveLength(100)
    expect(Math.max(...withheld.map(({ text }) => text.length))).toBeLessThanOrEqual(500)
    expect(Math.max(...withheld.map(({ segment_ids }) => segment_ids.length))).toBeLessThanOrEqual(6)
  })

  test('sends an item to review when all its lines were retracted', () => {
    const report = { text: 'Dana will send the sign-on report tomorrow.', segmentIds: ['d'] }
    const draft = { ...nothing, actionPoints: [report], quotes: [{ ...report, text: 'send the sign-on report' }] }
    const { actionPoints, quotes } = verifyDraft(draft, segments, { withdrawn: new Set(['d']) })
    const waiting = { unconfirmed: true, doubt: { reason: 'taken_back', detail: null } }
    expect([...actionPoints, ...quotes]).toMatchObject([waiting, waiting])
    expect(verifyDraft(draft, segments).actionPoints[0]).not.toHaveProperty('doubt')
  })

  test('sends all items of a model to review when more than a fifth of them fail', () => {
    const right = { text: 'Single sign-on is needed.', segmentIds: ['c'] }
    const wrong = { text: 'Marcus: Send the sign-on report tomorrow', segmentIds: ['d'] }
    const use = { model: 'm', prompts: '1', requests: 1, input_tokens: 1, output_tokens: 1 }
    const texts = [
      'Single sign-on is needed.',
      'We need single sign-on.',
      'They need single sign-on.',
      'Sign-on is needed.',
    ]
    const draft = (faulty: number) => ({
      ...nothing,
      importantPoints: texts.map((text) => ({ ...right, text })),
      todoList: Array.from({ length: faulty }, (_, i) => ({ ...wrong, text: `${wrong.text}${' please'.repeat(i)}` })),
      use,
    })
    const waiting = verifyDraft(draft(2), segments)
    expect(waiting.warning).toContain('Review all of it')
    expect(waiting.importantPoints.map(({ unconfirmed }) => unconfirmed)).toEqual([true, true, true, true])
    const trusted = verifyDraft(draft(1), segments)
    expect(trusted).not.toHaveProperty('warning')
    expect(trusted.importantPoints.map(({ unconfirmed }) => unconfirmed)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    const { use: _, ...byRules } = draft(2)
    expect(verifyDraft(byRules, segments)).not.toHaveProperty('warning')
  })

  test('withholds a password instead of offering it for review', () => {
    const secret = { text: 'The password is sunflower-22.', segmentIds: ['d'] }
    expect(verifyDraft({ ...nothing, importantPoints: [secret] }, segments)).toMatchObject({
      importantPoints: [],
      withheld: [{ reason: 'secret' }],
    })
  })
})

test('strips characters that hide or reverse others from shown and withheld texts', () => {
  const hidden = (text: string, segmentIds = ['c']) => ({
    text: `\u202E${text.slice(0, 5)}\u200B${text.slice(5)}\u0007`,
    segmentIds,
  })
  const lines = segments.map((line) => ({ ...line, text: `${line.text}\u2066` }))
  const draft = {
    title: '\u202EThe call',
    summary: [hidden('Single sign-on is needed.')],
    quotes: [hidden('We need single sign-on')],
    actionPoints: [hidden('Globex will pay 77 dollars.')],
    importantPoints: [],
    todoList: [],
    chapters: [hidden('Sign-on')],
  }
  const shown = verifyDraft(draft, lines)
  expect(shown).toMatchObject({
    title: 'The call',
    summary: [{ text: 'Single sign-on is needed.' }],
    quotes: [{ text: 'We need single sign-on by Friday.' }],
    withheld: [{ text: 'Globex will pay 77 dollars.' }],
    chapters: [{ text: 'Sign-on' }],
  })
  expect(JSON.stringify(shown)).not.toMatch(/[\p{Cc}\p{Cf}]|\\u/u)
})

test('a title is one line of reasonable length, or missing', () => {
  const title = (text: string | null) => verifyDraft({ ...nothing, title: text }, segments).title
  expect(title(' Discovery\ncall ')).toBe('Discovery call')
  expect(title('x'.repeat(500))).toHaveLength(120)
  expect([title('  '), title(null)]).toEqual([null, null])
})
