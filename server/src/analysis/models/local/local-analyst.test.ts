import { expect, test } from 'vitest'
import type { AnalysisDraft, DraftItem } from '../../analyst.ts'
import { segmentsOfScript } from '../../extractive/call.testing.ts'
import { analyseLocally, type LocalOptions } from './local-analyst.ts'

const NOTHING: AnalysisDraft = {
  title: null,
  summary: [],
  quotes: [],
  actionPoints: [],
  importantPoints: [],
  todoList: [],
}
const SHEET = "Ana: I'll send you the data sheet on Thursday."
type Answers = Record<string, readonly [task: string, when: string]>

/** The draft of a call by a model that answers by the lines asked about, and the number of questions. */
async function analyse(script: string, answers: Answers, options: Partial<LocalOptions> = {}) {
  let asked = 0
  const draft = await analyseLocally(
    { segments: segmentsOfScript(script), title: null, description: null, draft: false },
    {
      model: {
        id: 'test',
        async ask({ user, schema }) {
          asked += 1
          const [asking = ''] = /(?<=Lines?:\n)[^]*(?=\n)/.exec(user) ?? []
          const [, answer] = Object.entries(answers).find(([words]) => asking.includes(words)) ?? []
          const [task = '', when = ''] = answer ?? []
          return schema.parse({ task, when, point: asking || null, sentence: null })
        },
      },
      memory: { known: new Map(), remember: () => {} },
      onProgress: () => {},
      byRules: NOTHING,
      ...options,
    },
  )
  return { draft, asked }
}

/** What the rules found: steps, those in quotes waiting for the owner. */
const byRules = (...steps: Partial<DraftItem>[]): { byRules: AnalysisDraft } => ({
  byRules: {
    ...NOTHING,
    todoList: steps.map((step) => ({ text: '', owner: 'Ana', segmentIds: ['s0'], ...step })),
  },
})
const QUOTED = {
  text: "Ana: “I'll send you the data sheet on Thursday.”",
  due: 'on Thursday',
  unconfirmed: true,
}

test('words a quoted step, and keeps its quote', async () => {
  const { draft, asked } = await analyse(
    SHEET,
    { 'data sheet': ['Send the data sheet', 'on Thursday'] },
    byRules(QUOTED),
  )
  expect(draft.todoList).toEqual([
    {
      text: "Ana: Send the data sheet on Thursday (“I'll send you the data sheet on Thursday.”)",
      owner: 'Ana',
      due: 'on Thursday',
      segmentIds: ['s0'],
    },
  ])
  expect(asked).toBe(1)
})

test('asks about the lines of a step with the lines around them, but not about a step that rules worded', async () => {
  const asked: string[] = []
  const script = `Ben: Is there a data sheet?\n${SHEET}\nBen: Thanks.`
  await analyse(
    script,
    {},
    {
      ...byRules({ ...QUOTED, segmentIds: ['s1'] }, { text: 'Ana: send the map by Friday', due: 'by Friday' }),
      model: {
        id: 'test',
        async ask({ user, schema }) {
          asked.push(user)
          return schema.parse({ task: '', when: '' })
        },
      },
    },
  )
  expect(asked).toEqual([`Before:\nBen: Is there a data sheet?\nAfter:\nBen: Thanks.\nLines:\n${SHEET}\nTask of Ana:`])
})

test('merges a repeated step', async () => {
  const { draft } = await analyse(
    `${SHEET}\n${'Ben: The boat is blue.\n'.repeat(8)}Ben: Ana sends the data sheet by Friday.`,
    { 'you the data sheet': ['Send the data sheet', 'on Thursday'], 'by Friday': ['Send the data sheet', 'by Friday'] },
    byRules(QUOTED, {
      ...QUOTED,
      text: 'Ana: “Ana sends the data sheet by Friday.”',
      due: 'by Friday',
      segmentIds: ['s9'],
    }),
  )
  expect(draft.todoList).toMatchObject([{ due: 'by Friday', segmentIds: ['s0', 's9'] }])
})

test('holds a step for review unless its owner promised it in the first person', async () => {
  const script = `${SHEET}\nBen: Ana, can you book a room for the workshop?\nAna: Yes.`
  const { draft } = await analyse(
    script,
    { 'data sheet': ['Send the data sheet', 'on Thursday'], 'workshop': ['Book a room for the workshop', ''] },
    byRules(QUOTED, {
      ...QUOTED,
      text: 'Ana: “Ana, can you book a room for the workshop?”',
      due: '',
      segmentIds: ['s1'],
    }),
  )
  expect(draft.todoList.map(({ unconfirmed = false }) => unconfirmed)).toEqual([false, true])
})

test.each([
  ['are about another line', 'Paint the boat'],
  ['the lines near it don’t hold', 'Prepare the annual budget report'],
  ['are copied sentences', 'Send the data sheet. It is on Thursday'],
  ['are missing', ''],
])('keeps a step as its quote if the model’s words %s', async (_, task) => {
  const script = `Cleo: Hello.\n${'Ben: The boat is blue.\n'.repeat(8)}${SHEET}`
  const { draft } = await analyse(script, { 'data sheet': [task, ''] }, byRules({ ...QUOTED, segmentIds: ['s9'] }))
  expect(draft.todoList).toMatchObject([QUOTED])
})

test.each([
  ['Ana Ruiz', 'Send Ana Ruiz the data sheet', 'Send the data sheet'],
  ['Ana Ruiz', 'Send Ruiz’s data sheet to Ben', 'Send the data sheet to Ben'],
  ['Speaker 1', 'Send the data sheet to Speaker 2', 'Send the data sheet to Speaker 2'],
])('doesn’t name the owner, %s, inside a task', async (owner, task, shown) => {
  const { draft } = await analyse(
    `${SHEET.replaceAll('Ana', owner)}\nSpeaker 2: Thanks.\nBen: Great.`,
    { 'data sheet': [task, ''] },
    byRules({ ...QUOTED, text: QUOTED.text.replace('Ana', owner), owner }),
  )
  expect(draft.todoList[0]?.text).toContain(`${owner}: ${shown} on Thursday (`)
})

test.each([
  ['was not said near the lines', 'by Tuesday'],
  ['is not a day', 'the data sheet'],
])('keeps the day of the rules if the model’s %s', async (_, when) => {
  const { draft } = await analyse(SHEET, { 'data sheet': ['Send the data sheet', when] }, byRules(QUOTED))
  expect(draft.todoList).toMatchObject([{ due: 'on Thursday' }])
})

test('leaves out what a model copies around a day', async () => {
  const said = "I'll put it in the same email on Friday as the price."
  const { draft } = await analyse(
    `Ana: ${said}`,
    { email: ['Put it in the same email', 'on Friday as the price'] },
    byRules({ ...QUOTED, text: `Ana: “${said}”`, due: '' }),
  )
  expect(draft.todoList).toMatchObject([{ due: 'on Friday' }])
})

test('keeps only the last day of a corrected step', async () => {
  const said = "I'll send you the quote by Wednesday, no, Thursday."
  const { draft } = await analyse(
    `Ana: ${said}`,
    { quote: ['Send the quote by Wednesday', 'Thursday'] },
    byRules({ ...QUOTED, text: `Ana: “${said}”`, due: 'by Thursday' }),
  )
  expect(draft.todoList).toMatchObject([{ text: `Ana: Send the quote by Thursday (“${said}”)`, due: 'by Thursday' }])
})

test('keeps the quote of a step whose wording only repeats the lines', async () => {
  const rambling = 'Send the data sheet, '.repeat(6)
  const { draft } = await analyse(SHEET, { 'data sheet': [rambling, 'on Thursday'] }, byRules(QUOTED))
  expect(draft.todoList.map(({ text }) => text)).toEqual([QUOTED.text])
})

test('makes no point of what the next line corrects', async () => {
  const price = 'Ben: It costs nine thousand euros a year.'
  const { draft } = await analyse(price, {})
  expect(draft.importantPoints).toMatchObject([{ text: price }])
  const corrected = await analyse(`${price}\nBen: No wait, sorry, eight thousand euros.`, {})
  expect(corrected.draft.importantPoints).toMatchObject([{ text: 'Ben: No wait, sorry, eight thousand euros.' }])
})

test('makes no point of a line that a step cites, and no duplicate points', async () => {
  const price = 'Ben: The crane costs nine thousand euros a year.\n'
  const talk = 'Ana: The boat is blue.\n'.repeat(6)
  const { draft } = await analyse(
    `${price}${talk}${price}${talk}${price}`,
    {},
    byRules({ ...QUOTED, owner: 'Ben', segmentIds: ['s14'] }),
  )
  expect(draft.importantPoints).toMatchObject([{ segmentIds: ['s0'], unconfirmed: true }])
})

test('fails early when the model words none of a call’s first steps', async () => {
  const steps = Array.from({ length: 12 }, (_, i) => ({ ...QUOTED, segmentIds: [`s${i}`] }))
  await expect(analyse(`${SHEET}\n`.repeat(12), {}, byRules(...steps))).rejects.toThrow(
    'couldn’t describe this call’s next steps',
  )
})

test('reuses earlier answers', async () => {
  const kept = new Map<string, unknown>()
  const script = `${SHEET}\nBen: I'll book the room for the workshop.`
  const memory = { known: kept, remember: (key: string, answer: unknown) => void kept.set(key, answer) }
  const steps = byRules(QUOTED, {
    ...QUOTED,
    text: 'Ben: “I’ll book the room for the workshop.”',
    owner: 'Ben',
    segmentIds: ['s1'],
  })
  const { asked } = await analyse(script, {}, { ...steps, memory })
  expect(asked).toBe(2)
  kept.delete([...kept.keys()].at(-1) ?? '')
  expect((await analyse(script, {}, { ...steps, memory })).asked).toBe(1)
})
