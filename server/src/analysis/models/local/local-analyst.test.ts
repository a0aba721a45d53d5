import { expect, test } from 'vitest'
import type { AnalysisDraft, DraftItem } from '../../analyst.ts'
import { segmentsOfScript } from '../../extractive/call.testing.ts'
import { stepLines } from '../../extractive/candidates.ts'
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
type Answers = Record<string, readonly [who: string, task: string, when: string]>

/** The draft of a call by a model that answers by the marked line, and the number of questions. */
async function analyse(script: string, answers: Answers, options: Partial<LocalOptions> = {}) {
  let asked = 0
  const segments = segmentsOfScript(script)
  const draft = await analyseLocally(
    { segments, title: null, description: null, draft: false },
    {
      model: {
        id: 'test',
        async ask({ user, schema }) {
          asked += 1
          const [marked = ''] = /(?<=Line:\n).*/.exec(user) ?? []
          const [, answer] = Object.entries(answers).find(([words]) => marked.includes(words)) ?? []
          const [who, task, when] = answer ?? []
          return schema.parse({
            step: answer === undefined ? null : { who, task, when },
            point: user.startsWith('People') ? null : marked || null,
            sentence: null,
          })
        },
      },
      memory: { known: new Map(), remember: () => {} },
      onProgress: () => {},
      ...options,
      byRules: { ...(options.byRules ?? NOTHING), possibleSteps: stepLines(segments) },
    },
  )
  return { draft, asked }
}

const byRules = (item: Partial<DraftItem>): AnalysisDraft => ({
  ...NOTHING,
  todoList: [
    { text: 'Ana: send Ben the data sheet on Thursday', owner: 'Ana', due: 'on Thursday', segmentIds: ['s0'], ...item },
  ],
})

test('lists a step found by rules and model once, in the words of the rules', async () => {
  const found: Answers = { 'data sheet': ['Ana', 'Send the data sheet', 'on Thursday'] }
  const { draft } = await analyse(SHEET, found, { byRules: byRules({}) })
  expect(draft.todoList).toEqual(byRules({}).todoList)
  expect(draft.actionPoints).toEqual([])
})

test('uses the later day that the model finds for a step of the rules', async () => {
  const script = `${SHEET}\nBen: Thursday?\nAna: No, I'll send the data sheet on Friday.`
  const { draft } = await analyse(
    script,
    { 'on Friday': ['Ana', 'Send the data sheet', 'on Friday'] },
    { byRules: byRules({}) },
  )
  expect(draft.todoList).toMatchObject([{ text: 'Ana: send Ben the data sheet on Friday', segmentIds: ['s0', 's2'] }])
})

test('holds a step for review unless its owner promised it in the first person', async () => {
  const script = `${SHEET}\nBen: Ana, can you book a room for the workshop?\nAna: Yes.`
  const found: Answers = {
    'data sheet': ['Ana', 'Send the data sheet', 'on Thursday'],
    'workshop': ['Ana', 'Book a room for the workshop', ''],
  }
  const { draft } = await analyse(script, found)
  expect(draft.todoList.map(({ unconfirmed = false }) => unconfirmed)).toEqual([false, true])
})

test.each([
  ['belongs to another line', ['Ana', 'Paint the boat', '']],
  ['its lines don’t hold', ['Ana', 'Prepare the annual budget report', '']],
] as const)('leaves out a step that %s', async (_, answer) => {
  const script = `Cleo: Hello.\n${'Ben: The boat is blue.\n'.repeat(8)}${SHEET}`
  expect((await analyse(script, { 'data sheet': answer })).draft.todoList).toEqual([])
})

test('gives a task to the speaker who promised it, even if the model names another', async () => {
  const script = `Cleo: Hello.\n${'Ben: The boat is blue.\n'.repeat(8)}${SHEET}`
  const { draft } = await analyse(script, { 'data sheet': ['Cleo', 'Send the data sheet', ''] })
  expect(draft.todoList).toMatchObject([{ text: 'Ana: Send the data sheet' }])
})

test('asks for no task after the last goodbye', async () => {
  const script = `${'Ben: The boat is blue.\n'.repeat(8)}Ben: Thanks, bye.\nAna: Bye.\n${SHEET}`
  const { draft } = await analyse(script, { 'data sheet': ['Ana', 'Send the data sheet', ''] })
  expect(draft.todoList).toEqual([])
})

test('drops a task for the one who promised it', async () => {
  const { draft } = await analyse(`Ben: Hello there.\n${SHEET}`, {
    'data sheet': ['Ben', 'Send Ana the data sheet', ''],
  })
  expect(draft.todoList).toEqual([])
})

test('drops a task that another speaker takes over right after it', async () => {
  const script =
    "Ana: I'll have to check the sign-in and come back to you.\nBen: Actually, leave that one with me, I'll check the sign-in."
  const { draft } = await analyse(script, {
    'come back': ['Ana', 'Check the sign-in', ''],
    'leave that': ['Ben', 'Check the sign-in', ''],
  })
  expect(draft.todoList).toMatchObject([{ text: 'Ben: Check the sign-in' }])
})

test('makes no point of what the next line corrects', async () => {
  const price = 'Ben: It costs nine thousand euros a year.'
  const { draft } = await analyse(price, {})
  expect(draft.importantPoints).toMatchObject([{ text: price }])
  const corrected = await analyse(`${price}\nBen: No wait, sorry, eight thousand euros.`, {})
  expect(corrected.draft.importantPoints).toMatchObject([{ text: 'Ben: No wait, sorry, eight thousand euros.' }])
})

test.each([
  ['was not said near the line', 'by Tuesday'],
  ['is not a day', 'the data sheet'],
])('drops a day that %s', async (_, when) => {
  const { draft } = await analyse(SHEET, { 'data sheet': ['Ana', 'Send the data sheet', when] })
  expect(draft.todoList).toMatchObject([{ text: 'Ana: Send the data sheet' }])
})

test('keeps only the last day of a corrected step', async () => {
  const { draft } = await analyse("Ana: I'll send you the quote by Wednesday, no, Thursday.", {
    quote: ['Ana', 'Send the quote by Wednesday', 'Thursday'],
  })
  expect(draft.todoList).toMatchObject([{ text: 'Ana: Send the quote Thursday', due: 'Thursday' }])
})

test('makes no point of a line that a step cites, and no duplicate points', async () => {
  const price = 'Ben: The crane costs nine thousand euros a year.\n'
  const talk = 'Ana: The boat is blue.\n'.repeat(6)
  const { draft } = await analyse(`${price}${talk}${price}${talk}${SHEET}`, {
    'data sheet': ['Ana', 'Send the data sheet', 'on Thursday'],
  })
  expect(draft.importantPoints).toMatchObject([{ segmentIds: ['s0'], unconfirmed: true }])
})

test('fails early when the model finds nothing in the first part of a call', async () => {
  await expect(analyse(`${SHEET}\n`.repeat(60), {})).rejects.toThrow('found nothing in the first part')
})

test('reuses earlier answers', async () => {
  const kept = new Map<string, unknown>()
  const script = `${SHEET}\nBen: I'll book the room for the workshop.`
  const memory = { known: kept, remember: (key: string, answer: unknown) => void kept.set(key, answer) }
  const { asked } = await analyse(script, {}, { memory })
  expect(asked).toBe(2)
  kept.delete([...kept.keys()].at(-1) ?? '')
  expect((await analyse(script, {}, { memory })).asked).toBe(1)
})
