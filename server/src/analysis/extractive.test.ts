import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { describe, expect, test } from 'vitest'
import { createExtractiveAnalyst } from './extractive.ts'
import { verifyDraft } from './verify.ts'

const CALL = `
Rosa: Good morning, thanks for joining. Let me share my screen and start with how your team works today.
Tom: Sure. I manage purchasing at Northwind, and we place about nine hundred orders every month.
Tom: Um, honestly, every order takes, you know, twenty minutes because the the forms are still on paper.
Ines: I look after finance. We lost forty thousand euros last year in late fees.
Rosa: What would have to change for you?
Ines: We need an audit trail, and we cannot sign anything without the data protection agreement.
Rosa: The audit trail is included in every plan.
Tom: What does it cost?
Rosa: The yearly plan is twelve hundred euros per site, with a ten percent discount for three sites.
Tom: That is more than our budget for this quarter.
Rosa: Then I propose a pilot with one site. I'll set it up next week.
Ines: I need the agreement first.
Rosa: Of course. I will send the data protection agreement by Thursday. Tom, could you send me the list of order forms?
Tom: Yes, I'll send the list of order forms tomorrow.
Ines: Let's meet again on the fifth of May and decide.
Rosa: Great, thank you. Goodbye.`

function segmentsOf(script: string): Segment[] {
  return script.trim().split('\n').map((line, i) => {
    const [speaker = '', text = ''] = line.split(/: (.*)/)
    return { id: `s${i + 1}`, start_ms: i * 5000, end_ms: i * 5000 + 4500, speaker, text }
  })
}

async function analyse(segments: Segment[], draft = false) {
  const options = { signal: new AbortController().signal, onProgress: () => {} }
  return createExtractiveAnalyst().analyse({ segments, title: null, description: null, draft }, options)
}

const texts = (items: { text: string }[]) => items.map((item) => item.text)

describe('a sales call', async () => {
  const segments = segmentsOf(CALL)
  const draft = await analyse(segments)

  test('yields the promises as a list to tick off, each with its owner', () => {
    expect(texts(draft.todoList)).toEqual([
      'Rosa: set it up next week (a pilot with one site).',
      'Rosa: send the data protection agreement by Thursday.',
      'Tom: send the list of order forms tomorrow.',
      'Meet again on the fifth of May and decide.',
    ])
  })

  test('yields action points told in the third person', () => {
    expect(texts(draft.actionPoints)).toContain('Rosa will send the data protection agreement by Thursday.')
    expect(texts(draft.actionPoints)).toContain('Tom will send the list of order forms tomorrow.')
  })

  test('is summed up with its amounts and needs, without greetings, questions and fillers', () => {
    const told = [...texts(draft.summary), ...texts(draft.importantPoints)].join('\n')
    for (const fact of ['nine hundred orders', 'twenty minutes because the forms', 'forty thousand euros', 'audit trail', 'ten percent discount']) expect(told).toContain(fact)
    expect(told).not.toMatch(/good morning|share my screen|goodbye|what does it cost|\bum\b|you know|the the/i)
  })

  test('keeps every item through verification: each names the lines it stands on, each quote is verbatim', () => {
    const verified = verifyDraft(draft, segments)
    for (const list of ['summary', 'quotes', 'actionPoints', 'importantPoints', 'todoList'] as const) expect(verified[list].length).toBe(draft[list].length)
    expect(draft.quotes.length).toBeGreaterThan(0)
  })

  test('says nothing twice in summary and points', () => {
    const told = [...texts(draft.summary), ...texts(draft.importantPoints)]
    expect(new Set(told).size).toBe(told.length)
  })

  test('always gives the same answer', async () => {
    expect(await analyse(segments)).toEqual(draft)
  })
})

test.each([[''], ['Tom: Hello.\nRosa: Hi. Can you hear me?\nTom: Yes.']])('a call in which nothing was said gives empty lists: %j', async (script) => {
  const draft = await analyse(script === '' ? [] : segmentsOf(script))
  expect(draft).toEqual({ title: null, summary: [], quotes: [], actionPoints: [], importantPoints: [], todoList: [], chapters: [] })
})

test('a call in another language gets no English sentence or title about its subjects', async () => {
  const script = Array.from({ length: 6 }, () => 'Anna: Der Sicherheitsbericht kommt mit der neuen Software.\nJonas: Unsere Werkstatt wartet auf den Sicherheitsbericht.').join('\n')
  const draft = await analyse(segmentsOf(script))
  expect(draft.title).toBeNull()
  expect(texts(draft.summary).join(' ')).not.toMatch(/spoke|about/)
})

test('of a machine\'s draft only what the recogniser was sure of is used', async () => {
  const line = (id: string, text: string, confidence: number, at: number): Segment => ({
    id,
    start_ms: at,
    end_ms: at + 4000,
    speaker: null,
    text,
    words: text.split(' ').map((word, i) => ({ text: word, start_ms: at + i * 300, end_ms: at + i * 300 + 250, confidence })),
  })
  const draft = await analyse(
    [
      line('a', 'i will send the contract to the buyer by friday', 0.95, 0),
      line('b', 'i will bring the wrong banana invoice on monday', 0.3, 5000),
      line('c', 'the contract costs nine thousand dollars every year', 0.9, 10_000),
    ],
    true,
  )
  const used = new Set(Object.values(draft).flatMap((list) => (Array.isArray(list) ? list.flatMap((item) => item.segmentIds) : [])))
  expect(used).toEqual(new Set(['a', 'c']))
  expect(texts(draft.todoList)).toEqual(['Send the contract to the buyer by friday.'])
})

test.each([
  ['three hours of talk', Array.from({ length: 150 }, (_, i) => CALL.trim().replaceAll('nine hundred', `${i} hundred`)).join('\n')],
  ['one endless line', `Tom: ${'so and but or well we need '.repeat(5000)}`],
  ['one endless word', `Tom: ${'a'.repeat(100_000)}. ${'no '.repeat(20_000)}`],
  ['nothing but stammering', `Tom: ${'I I we we- um, uh, the the so '.repeat(50)}.\n`.repeat(200)],
])('%s comes to an end, with lists of a readable length', async (_, script) => {
  const draft = await analyse(segmentsOf(script))
  expect(draft.summary.length).toBeLessThanOrEqual(9)
  expect(draft.importantPoints.length).toBeLessThanOrEqual(13)
})
