import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { describe, expect, test } from 'vitest'
import type { AnalysisDraft, DraftItem } from './analyst.ts'
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
const nothing: AnalysisDraft = { title: null, summary: [], quotes: [], actionPoints: [], importantPoints: [], todoList: [] }
const quoted = (...quotes: DraftItem[]) => verifyDraft({ ...nothing, quotes }, segments).quotes
const pointed = (...importantPoints: DraftItem[]) => verifyDraft({ ...nothing, importantPoints }, segments).importantPoints

describe('quotes', () => {
  test('are found whatever their case, punctuation and fillers, and shown in the transcript\'s own words', () => {
    expect(quoted({ text: 'THE FIRST ANSWER — takes eleven hours; and that is far too long', segmentIds: ['a', 'b'] })).toEqual([
      { text: 'the first answer takes eleven hours, and that is, you know, far too long.', speaker: 'Dana', start_ms: 0, end_ms: 6000, segment_ids: ['a', 'b'] },
    ])
  })

  test('carry the times of their own words where the engine gave them', () => {
    expect(quoted({ text: 'send the sign on report', segmentIds: ['d'] })).toEqual([
      { text: 'send the sign-on report', speaker: 'Dana', start_ms: 9300, end_ms: 10_800, segment_ids: ['d'] },
    ])
  })

  test('are looked for only in the lines they name', () => {
    expect(quoted({ text: 'We need single sign-on by Friday.', segmentIds: ['a'] })).toEqual([])
  })

  test('never run from one speaker into another', () => {
    expect(quoted({ text: 'far too long. We need single sign-on', segmentIds: ['b', 'c'] })).toEqual([])
  })

  test('never skip a line between two of the same speaker', () => {
    expect(quoted({ text: "far too long. I'll send the", segmentIds: ['b', 'd'] })).toEqual([])
  })

  test('never begin or end inside a word or a number', () => {
    const line: Segment = { id: 'z', start_ms: 0, end_ms: 1000, speaker: 'Dana', text: 'It costs you $4,000 for sign-on at 15%.' }
    const shown = (text: string) => verifyDraft({ ...nothing, quotes: [{ text, segmentIds: ['z'] }] }, [line]).quotes.map((quote) => quote.text)
    expect([shown('It costs you 4'), shown('4000 for sign'), shown('on at 15')]).toEqual([[], [], []])
    expect([shown('4000 for sign on'), shown('sign on at 15')]).toEqual([['$4,000 for sign-on'], ['sign-on at 15%.']])
  })

  test.each(['We need single sign-on by Monday.', 'We need single by Friday', 'we need', '', ' … '])('that nobody said are dropped: "%s"', (text) => {
    expect(quoted({ text, segmentIds: ['c'] })).toEqual([])
  })

  test('said once are shown once', () => {
    const item = { text: 'we need single sign-on', segmentIds: ['c'] }
    expect(quoted(item, item, { ...item, text: 'We need single sign on!' })).toHaveLength(1)
  })

  test('in a script without spaces are found', () => {
    const line: Segment = { id: 'z', start_ms: 0, end_ms: 1000, speaker: null, text: '我们星期五之前发送报告。' }
    const { quotes } = verifyDraft({ ...nothing, quotes: [{ text: '星期五之前', segmentIds: ['z'] }] }, [line])
    expect(quotes[0]?.text).toBe('星期五之前')
  })
})

describe('points', () => {
  test('take time and speaker from the lines they name', () => {
    expect(pointed({ text: ' Answers take\n eleven hours. ', segmentIds: ['b', 'a', 'a'] })).toEqual([
      { text: 'Answers take eleven hours.', speaker: 'Dana', start_ms: 0, end_ms: 6000, segment_ids: ['a', 'b'] },
    ])
  })

  test('that stand on several speakers have none', () => {
    expect(pointed({ text: 'Single sign-on is needed.', segmentIds: ['c', 'd'] })[0]?.speaker).toBeNull()
  })

  test('that name no line, or one that is not there, are dropped', () => {
    expect(pointed({ text: 'They will buy.', segmentIds: [] }, { text: 'They will pay.', segmentIds: ['a', 'nowhere'] })).toEqual([])
  })

  test('that are empty or said before are dropped', () => {
    expect(pointed({ text: '  ', segmentIds: ['a'] }, { text: 'Slow.', segmentIds: ['a'] }, { text: 'slow', segmentIds: ['b'] })).toHaveLength(1)
  })
})

describe('whose task it is', () => {
  const said = (speaker: string, text: string, i: number): Segment => ({ id: `s${i}`, start_ms: i * 1000, end_ms: i * 1000 + 900, speaker, text })
  const call = [
    said('Dana', 'Then I suggest a two week trial with ten people. I will set it up on Monday.', 0),
    said('Priya', 'I need to see the security report first. If it arrives by Friday, I can finish my review next Wednesday.', 1),
    said('Dana', 'Agreed. I will send the report by Friday, and Marcus, could you send me a list of the ten people?', 2),
    said('Marcus', 'Yes, I will send the list before the end of the week. Let us meet again on March the third and decide.', 3),
  ]
  const tasks = (text: string) => verifyDraft({ ...nothing, todoList: [{ text, owner: text.split(':')[0], segmentIds: ['s1', 's2', 's3'] }] }, call)

  test('is theirs who are asked in the same sentence in which somebody promises something else', () => {
    expect(tasks('Marcus: send Dana a list of the ten people before the end of the week').todoList).toHaveLength(1)
    expect(tasks('Dana: send the security report by Friday').todoList).toHaveLength(1)
  })

  test('is told by the name as it is written where somebody else promised it', () => {
    expect(tasks('Marcus: send the security report by Friday').withheld).toMatchObject([{ reason: 'owner', detail: 'Marcus' }])
  })
})

test('a title is one line of reasonable length, or none', () => {
  const title = (text: string | null) => verifyDraft({ ...nothing, title: text }, segments).title
  expect(title(' Discovery\ncall ')).toBe('Discovery call')
  expect(title('x'.repeat(500))).toHaveLength(120)
  expect([title('  '), title(null)]).toEqual([null, null])
})
