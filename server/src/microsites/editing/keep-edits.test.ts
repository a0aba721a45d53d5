import { expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { keepEdits } from './keep-edits.ts'
import { editTranscript } from './edit-transcript.ts'

const SEGMENTS: Segment[] = [
  {
    id: 's1',
    start_ms: 0,
    end_ms: 1000,
    speaker: 'Speaker 1',
    text: 'I will send the offer by Friday.',
    words: [{ text: 'I', start_ms: 0, end_ms: 100 }],
  },
  { id: 's2', start_ms: 1000, end_ms: 2000, speaker: 'Mark', text: 'Mark the date, we need it for Acme.' },
  { id: 's3', start_ms: 2000, end_ms: 3000, speaker: 'Mark', text: 'Thank you for the demo.' },
]
const on = (text: string, speaker: string | null, ...segment_ids: string[]) => ({
  text,
  speaker,
  segment_ids,
  start_ms: 0,
})
const rename = (from: string, to: string) => editTranscript(SEGMENTS, { rename_speaker: { from, to } })

test('shows a renamed speaker’s new name in every list, in sentences and in the summary', () => {
  const sentence = on('Speaker 1 will send the offer.', 'Speaker 1', 's1')
  const content = {
    summary: `${sentence.text} The owner wrote this.`,
    gptSummary: sentence.text,
    gptSummaries: [sentence.text],
    summaryEvidence: [sentence],
    gptQuotes: [on('I will send the offer by Friday.', 'Speaker 1', 's1')],
    quotes: [{ text: 'Said by hand', speaker: 'Speaker 1' }, 'Plain'],
    gptTodoList: [on('Speaker 1: send the offer', null, 's1', 's2')],
    todoList: null,
  }
  expect(keepEdits(content, SEGMENTS, rename('Speaker 1', 'Ana Bell'))).toEqual({
    summary: 'Ana Bell will send the offer. The owner wrote this.',
    gptSummary: 'Ana Bell will send the offer.',
    gptSummaries: ['Ana Bell will send the offer.'],
    summaryEvidence: [on('Ana Bell will send the offer.', 'Ana Bell', 's1')],
    gptQuotes: [on('I will send the offer by Friday.', 'Ana Bell', 's1')],
    quotes: [{ text: 'Said by hand', speaker: 'Ana Bell' }, 'Plain'],
    gptTodoList: [on('Ana Bell: send the offer', null, 's1', 's2')],
    todoList: null,
  })
})

test('keeps spoken words, and a name that could be any word where others speak', () => {
  const content = {
    gptActionPoints: [on('Mark said: "Mark the date"', 'Mark', 's2'), on('Mark the calendar', 'Speaker 1', 's1')],
  }
  expect(keepEdits(content, SEGMENTS, rename('Mark', 'Marcus')).gptActionPoints).toEqual([
    on('Marcus said: "Mark the date"', 'Marcus', 's2'),
    on('Mark the calendar', 'Speaker 1', 's1'),
  ])
})

test('moves entries that cite only one line when it gets another speaker, and renames no one', () => {
  const after = editTranscript(SEGMENTS, { segments: [{ id: 's3', speaker: 'Ana' }] })
  const content = {
    gptImportantPoints: [
      on('Mark liked the demo.', 'Mark', 's3'),
      on('Needed for Acme', 'Mark', 's2'),
      on('Both', 'Mark', 's2', 's3'),
    ],
  }
  expect(keepEdits(content, SEGMENTS, after).gptImportantPoints).toEqual([
    on('Mark liked the demo.', 'Ana', 's3'),
    on('Needed for Acme', 'Mark', 's2'),
    on('Both', null, 's2', 's3'),
  ])
})

test('keeps a speaker that the owner chose for an entry', () => {
  const after = editTranscript(SEGMENTS, { segments: [{ id: 's3', speaker: 'Ana' }] })
  expect(keepEdits({ quotes: [on('Thank you for the demo.', 'The buyer', 's3')] }, SEGMENTS, after).quotes).toEqual([
    on('Thank you for the demo.', 'The buyer', 's3'),
  ])
})

test('lets two speakers swap names', () => {
  const after = SEGMENTS.map((segment) => ({ ...segment, speaker: segment.speaker === 'Mark' ? 'Speaker 1' : 'Mark' }))
  expect(
    keepEdits({ gptTodoList: [on('Speaker 1 writes to Mark', 'Speaker 1', 's1', 's2')] }, SEGMENTS, after).gptTodoList,
  ).toEqual([on('Mark writes to Speaker 1', 'Mark', 's1', 's2')])
})

test('drops the engine’s words of an edited line, because they no longer match, and keeps its times', () => {
  const [line] = editTranscript(SEGMENTS, { segments: [{ id: 's1', text: 'I will send the contract by Friday.' }] })
  expect(line).toEqual({
    id: 's1',
    start_ms: 0,
    end_ms: 1000,
    speaker: 'Speaker 1',
    text: 'I will send the contract by Friday.',
    heard: { text: SEGMENTS[0]?.text, words: SEGMENTS[0]?.words },
  })
  expect(editTranscript(SEGMENTS, { segments: [{ id: 's1', speaker: 'Ana' }] })[0]?.words).toHaveLength(1)
})

test('rejects edits of missing lines and speakers', () => {
  expect(() => editTranscript(SEGMENTS, { segments: [{ id: 's9', text: 'No' }] })).toThrow(
    'This line isn’t in the transcript',
  )
  expect(() => rename('Stranger', 'Ana')).toThrow('Speaker “Stranger” doesn’t exist')
})
