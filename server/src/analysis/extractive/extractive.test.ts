import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { describe, expect, test } from 'vitest'
import { segmentsOfScript } from './call.testing.ts'
import { createExtractiveAnalyst, overturnedSegments } from './extractive.ts'
import { verifyDraft } from '../verification/verify.ts'

const CALL = `
Rosa: Good morning, thanks for joining. Let me share my screen and start with how your team works today.
Tom: Sure. I manage purchasing at Northwind, and we place about nine hundred orders every month.
Tom: Um, honestly, every order takes, you know, twenty minutes because the the forms are still on paper.
Ines: I look after finance. We lost forty thousand euros last year in late fees.
Ines: Our warehouse in Leith loses nine pallets every week.
Ines: Our auditors complain about six missing bills.
Ines: Three drivers need a paper map of Leith.
Rosa: What would have to change for you?
Ines: We need an audit trail, and we cannot sign anything without the data protection agreement.
Rosa: The audit trail is included in every plan.
Tom: What does it cost?
Rosa: The yearly plan is twelve hundred euros per site, with a ten percent discount for three sites.
Tom: That is more than our budget for this quarter.
Rosa: Then I propose a pilot with one site. I'll set up a test account for the warehouse next week.
Ines: I need the agreement first.
Rosa: Of course. I will send the data protection agreement by Thursday. Tom, could you send me the list of order forms?
Tom: Yes, I'll send the list of order forms tomorrow.
Ines: Let's meet again on the fifth of May and decide.
Rosa: Great, thank you. Goodbye.`

async function analyse(segments: Segment[], draft = false) {
  const options = { signal: new AbortController().signal, onProgress: () => {} }
  return createExtractiveAnalyst().analyse({ segments, title: null, description: null, draft }, options)
}

const texts = (items: { text: string }[]) => items.map((item) => item.text)

describe('a sales call', async () => {
  const segments = segmentsOfScript(CALL)
  const draft = await analyse(segments)

  test('lists promises as to-dos with owner and day', () => {
    expect(draft.todoList).toMatchObject([
      { text: 'Rosa: send the data protection agreement by Thursday', owner: 'Rosa', due: 'by Thursday' },
      { text: 'Tom: send the list of order forms tomorrow', owner: 'Tom', due: 'tomorrow' },
    ])
  })

  test('yields action points in the third person, and less certain ones as quotes for review', () => {
    expect(texts(draft.actionPoints)).toEqual([
      "Rosa: “Then I propose a pilot with one site. I'll set up a test account for the warehouse next week.”",
      'Rosa will send the data protection agreement by Thursday.',
      'Tom will send the list of order forms tomorrow.',
    ])
    expect(draft.actionPoints.map(({ unconfirmed = false }) => unconfirmed)).toEqual([true, false, false])
  })

  test('summarizes amounts and problems without greetings, questions and fillers', () => {
    const stated = [...texts(draft.summary), ...texts(draft.importantPoints)].join('\n')
    for (const fact of ['Rosa, Tom and Ines spoke.', 'forty thousand euros', 'ten percent discount'])
      expect(stated).toContain(fact)
    expect(stated).not.toMatch(/good morning|share my screen|goodbye|what does it cost|\bum\b|you know|the the/i)
  })

  test('holds chosen points for the owner, but not attendees and dated next steps', () => {
    const sure = (items: { text: string; unconfirmed?: boolean | undefined }[]) =>
      texts(items.filter(({ unconfirmed = false }) => !unconfirmed))
    expect([sure(draft.quotes), sure(draft.importantPoints)]).toEqual([[], []])
    expect(draft.quotes.length * draft.importantPoints.length).toBeGreaterThan(0)
    expect(sure(draft.summary)).toEqual(['Rosa, Tom and Ines spoke.'])
    expect(sure(draft.actionPoints)).toEqual([
      'Rosa will send the data protection agreement by Thursday.',
      'Tom will send the list of order forms tomorrow.',
    ])
  })

  test('keeps every item through verification: each cites lines, each quote is verbatim', () => {
    const verified = verifyDraft(draft, segments)
    for (const list of ['summary', 'quotes', 'actionPoints', 'importantPoints', 'todoList'] as const)
      expect(verified[list].length).toBe(draft[list].length)
    expect(draft.quotes.length).toBeGreaterThan(0)
  })

  test('repeats nothing between summary and points', () => {
    const stated = [...texts(draft.summary), ...texts(draft.importantPoints)]
    expect(new Set(stated).size).toBe(stated.length)
  })

  test('always gives the same result', async () => {
    expect(await analyse(segments)).toEqual(draft)
  })
})

const NOTHING = {
  title: null,
  summary: [],
  quotes: [],
  actionPoints: [],
  importantPoints: [],
  todoList: [],
  chapters: [],
  possibleSteps: [],
}

test.each([
  ['', 'without speech'],
  ['Tom: Hello.\nRosa: Hi. Can you hear me?\nTom: Yes.', 'people only met'],
  ['Tom: Hello, I work at Northwind.\nRosa: Hi. You are on mute.\nTom: Bye.', 'people only said who they are'],
  ['Tom: 🙂\nRosa: …\nTom: ?!', 'there are no words'],
])('%j: a call in which %s gives empty lists', async (script) => {
  const { title: _, ...lists } = await analyse(script === '' ? [] : segmentsOfScript(script))
  const { title: __, ...empty } = NOTHING
  expect(lists).toEqual(empty)
})

test.each([
  [
    'German',
    'Der Bericht kommt am Freitag mit der neuen Software.',
    'Unsere Werkstatt wartet auf den Bericht und die Software in dem Lager.',
  ],
  [
    'French',
    'Le rapport arrive vendredi et nous avons besoin de trois licences.',
    'Notre atelier attend le rapport sur le stock.',
  ],
  [
    'Spanish',
    'El informe llega el viernes y cuesta tres mil euros al mes.',
    'Nuestro taller espera el informe de la empresa.',
  ],
  [
    'Dutch',
    'We hebben het over de prijs van het contract, want dat is in de winter te hoog.',
    'Ik stuur het rapport op vrijdag naar de werkplaats.',
  ],
  ['Japanese', '金曜日に報告書を送ります。', '倉庫で待っています。'],
])('returns empty lists for a call in %s instead of misreading it as English', async (_, first, second) => {
  expect(await analyse(segmentsOfScript(`Anna: ${first}\nJonas: ${second}\n`.repeat(6)))).toEqual(NOTHING)
})

test('quotes a read-back without a verb for review, but no line that was only declined', async () => {
  const talk = 'Ben: The jetty is old.\nAna: It is grey.\n'.repeat(5)
  const { todoList, possibleSteps } = await analyse(
    segmentsOfScript(
      `Ana: We could send you a crew for the jetty.\nBen: No, we don't want that, thanks.\n${talk}Ben: To confirm.\nBen: Ana has the champions by Monday.\nBen: I have the rope report by Tuesday, and you have the invoice for the jetty.`,
    ),
  )
  expect(todoList).toMatchObject([{ owner: 'Ben', segmentIds: ['s13', 's14'], unconfirmed: true }])
  expect(possibleSteps).toEqual(['s13', 's14'])
})

test('offers lines that may be next steps, and repeats none of them as a point or a quote', async () => {
  const draft = await analyse(
    segmentsOfScript(
      CALL.replace(
        'Ines: I need the agreement first.',
        'Ines: Tom will send the yearly price report of three sites by Monday.',
      ),
    ),
  )
  expect(draft.possibleSteps).toEqual(expect.arrayContaining(['s13', 's14']))
  expect([...texts(draft.summary), ...texts(draft.importantPoints), ...texts(draft.quotes)].join('\n')).not.toMatch(
    /“[^”]*price report/,
  )
})

test.each([
  [
    'a meeting',
    `Ana: The crane in the northern yard failed the test in May.
    Ben: The password of the yard server is tulip nine hundred.
    Ana: I'll write the report on the northern crane by Friday.
    Ana: Server blue, password tulip nine, port forty.
    Ben: Good.`,
  ],
  [
    'a sales call',
    `Ana: The price of the crane licence is nine thousand euros a year.
    Ben: The password of the price server is tulip nine hundred.
    Ana: I'll send you the quote for the licence by Friday.
    Ben: And the discount is ten percent of the contract, the login is tulip.
    Ana: Good.`,
  ],
])('lists no password said in %s', async (_, script) => {
  const draft = await analyse(segmentsOfScript(script))
  expect(draft.todoList).toHaveLength(1)
  expect(JSON.stringify(draft)).not.toMatch(/tulip/)
})

test('tells lines whose only promise was retracted from lines with one that still holds', () => {
  const script =
    "Ana: I'll send you the survey on Friday.\nBen: Good.\nAna: Scratch that.\nAna: I'll send the map, no, I can't. I'll send the report.\nBen: Good."
  expect([...overturnedSegments(segmentsOfScript(script))]).toEqual(['s0'])
  expect(
    overturnedSegments(
      segmentsOfScript('Anna: Ich schicke den Bericht am Freitag.\nJonas: Vergiss den Bericht bitte wieder.'),
    ).size,
  ).toBe(0)
})

test('uses only the confident words of an automatic draft', async () => {
  const line = (id: string, text: string, confidence: number, at: number): Segment => ({
    id,
    start_ms: at,
    end_ms: at + 4000,
    speaker: 'Dana',
    text,
    words: text
      .split(' ')
      .map((word, i) => ({ text: word, start_ms: at + i * 300, end_ms: at + i * 300 + 250, confidence })),
  })
  const draft = await analyse(
    [
      line('y', 'the yard is full of green bananas today', 0.2, 0),
      line('a', 'i will bring the wrong banana invoice on monday', 0.3, 2000),
      line('b', 'we need a report on the yard and the northern crane', 0.9, 5000),
      line('c', 'i will send it by friday', 0.95, 10_000),
      line('d', 'the crane licence takes nine thousand dollars every year', 0.9, 15_000),
      line('e', 'the crane licence takes nine hundred bananas every year', 0.6, 20_000),
    ],
    true,
  )
  const used = new Set(
    [...draft.summary, ...draft.quotes, ...draft.importantPoints, ...draft.todoList].flatMap(
      ({ segmentIds }) => segmentIds,
    ),
  )
  expect(used).toEqual(new Set(['c', 'd']))
  expect(draft.possibleSteps).toContain('c')
  expect(draft.possibleSteps).not.toContain('a')
})

test.each([
  [
    'three hours of talk',
    Array.from({ length: 150 }, (_, i) => CALL.trim().replaceAll('nine hundred', `${i} hundred`)).join('\n'),
  ],
  ['one endless line', `Tom: ${'so and but or well we need '.repeat(5000)}`],
  ['one endless word', `Tom: ${'a'.repeat(100_000)}. ${'no '.repeat(20_000)}`],
  ['nothing but stammering', `Tom: ${'I I we we- um, uh, the the so '.repeat(50)}.\n`.repeat(200)],
])('finishes %s with lists of a readable length', async (_, script) => {
  const draft = await analyse(segmentsOfScript(script))
  expect(draft.summary.length).toBeLessThanOrEqual(9)
  expect(draft.importantPoints.length).toBeLessThanOrEqual(13)
})
