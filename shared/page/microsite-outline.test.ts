import { describe, expect, test } from 'vitest'
import { getChapters, getOutline, getSharedOutline, type MicrositeContent } from './microsite-outline.ts'

const NOTHING: MicrositeContent = {
  summary: null,
  gpt_summaries: null,
  gpt_summary: null,
  summary_evidence: null,
  quotes: null,
  gpt_quotes: null,
  action_points: null,
  gpt_action_points: null,
  important_points: null,
  gpt_important_points: null,
  todo_list: null,
  gpt_todo_list: null,
}

const outline = (content: Partial<MicrositeContent>) => getOutline({ ...NOTHING, ...content })
const texts = (list: { text: string }[]) => list.map(({ text }) => text)

describe('summary', () => {
  test('falls back from summary to the first of gpt_summaries to gpt_summary', () => {
    expect(outline({ summary: 'a', gpt_summaries: ['b'], gpt_summary: 'c' }).summary.text).toBe('a')
    expect(outline({ gpt_summaries: ['b', 'x'], gpt_summary: 'c' }).summary.text).toBe('b')
    expect(outline({ gpt_summaries: [], gpt_summary: 'c' }).summary.text).toBe('c')
    expect(outline({}).summary).toEqual({ text: '', sentences: [] })
  })

  test('stays empty if its owner emptied it', () => {
    expect(outline({ summary: '', gpt_summary: 'c' }).summary.text).toBe('')
  })

  test('is split into sentences with timestamps', () => {
    const { sentences } = outline({
      gpt_summary: 'Price is open. Legal reviews next week.',
      summary_evidence: [
        { text: 'Price is open.', start_ms: 1000, end_ms: 2000, segment_ids: ['s1'] },
        { text: 'Legal reviews next week.', speaker: 'Ana', start_ms: 5000 },
      ],
    }).summary
    expect(sentences).toEqual([
      { text: 'Price is open.', speaker: null, moment: { startMs: 1000, endMs: 2000, segmentIds: ['s1'] } },
      { text: 'Legal reviews next week.', speaker: 'Ana', moment: { startMs: 5000, endMs: null, segmentIds: [] } },
    ])
  })

  test('keeps the marks of unproven claims until its owner saves it', () => {
    const summary_evidence = [{ text: 'They pay 40.', start_ms: 0, unproven: ['40'] }]
    expect(outline({ gpt_summary: 'They pay 40.', summary_evidence }).summary.sentences[0]?.unproven).toEqual(['40'])
    expect(outline({ summary: 'They pay 40.', summary_evidence }).summary.sentences[0]).not.toHaveProperty('unproven')
  })

  test('keeps the timestamps of unchanged sentences after an edit, and loses no word', () => {
    const { sentences } = outline({
      summary: 'My note. Price is open. And more.',
      summary_evidence: [
        { text: 'Gone.', start_ms: 1 },
        { text: 'Price is open.', start_ms: 1000 },
      ],
    }).summary
    expect(texts(sentences)).toEqual(['My note.', 'Price is open.', 'And more.'])
    expect(sentences.map(({ moment }) => moment?.startMs ?? null)).toEqual([null, 1000, null])
  })
})

describe('what its owner has not confirmed', () => {
  const pick = { text: 'Price is open.', start_ms: 0, unconfirmed: true }
  const sure = { text: 'They met.', start_ms: 0 }
  const shared = (content: Partial<MicrositeContent>) => getSharedOutline({ ...NOTHING, ...content })

  test('is marked for the owner and missing for everyone else, in every list', () => {
    const names = ['quotes', 'action_points', 'important_points', 'todo_list'] as const
    const content = Object.fromEntries(names.map((name) => [`gpt_${name}`, [pick, sure, 'By hand']]))
    for (const name of names) {
      expect(outline(content)[name].map(({ unconfirmed = false }) => unconfirmed)).toEqual([true, false, false])
      expect(texts(shared(content)[name])).toEqual(['They met.', 'By hand'])
    }
  })

  test('is left out of the summary that others read, until the owner saves the summary with it', () => {
    const summary_evidence = [sure, pick]
    const text = 'They met. Price is open.'
    expect(shared({ gpt_summary: text, summary_evidence }).summary).toMatchObject({
      text: 'They met.',
      sentences: [{ text: 'They met.' }],
    })
    expect(outline({ gpt_summary: text, summary_evidence }).summary.text).toBe(text)
    expect(shared({ summary: text, summary_evidence }).summary.text).toBe(text)
  })

  test('a summary of confirmed sentences stays unchanged', () => {
    const gpt_summary = 'They met.\n\nPrice is open.'
    const summary_evidence = [sure, { ...pick, unconfirmed: false }]
    expect(shared({ gpt_summary, summary_evidence }).summary.text).toBe(gpt_summary)
  })
})

describe('lists', () => {
  const LISTS = ['quotes', 'action_points', 'important_points', 'todo_list'] as const

  test.each(LISTS)('%s: the owner’s version wins, and only null falls back', (name) => {
    expect(texts(outline({ [name]: ['mine'], [`gpt_${name}`]: ['theirs'] })[name])).toEqual(['mine'])
    expect(texts(outline({ [`gpt_${name}`]: ['theirs'] })[name])).toEqual(['theirs'])
    expect(outline({ [name]: [], [`gpt_${name}`]: ['theirs'] })[name]).toEqual([])
  })

  test('entries are strings or objects; blank ones are left out', () => {
    expect(
      outline({
        gpt_quotes: [' plain ', { text: 'said', speaker: ' Ana ', start_ms: 0 }, { text: 'bare', speaker: null }, ' '],
      }).quotes,
    ).toEqual([
      { text: 'plain', speaker: null, moment: null },
      { text: 'said', speaker: 'Ana', moment: { startMs: 0, endMs: null, segmentIds: [] } },
      { text: 'bare', speaker: null, moment: null },
    ])
  })
})

test('shows a single mark of the call, but not a single chapter', () => {
  expect(getChapters([{ text: 'Mark 1', start_ms: 5000 }])).toHaveLength(1)
  expect(getChapters([{ text: 'Hello', start_ms: 5000, end_ms: 9000 }])).toEqual([])
})
