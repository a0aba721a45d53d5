import { afterAll, expect, test } from 'vitest'
import { readTranscript } from '@callfolio/shared/captions/read-transcript.ts'
import { createTaskRunner } from './task-runner.ts'
import { overturnedSegments } from '../analysis/extractive/extractive.ts'
import { TASKS } from './tasks.ts'

const tasks = createTaskRunner({ maxWorkers: 1 })
afterAll(() => tasks.close())
const signal = new AbortController().signal

const { segments: CALL } = readTranscript(
  `WEBVTT

00:00.000 --> 00:04.000
<v Dana Reed>Thanks for joining. The yearly price is 1200 dollars for each of your four teams.</v>

00:04.000 --> 00:08.000
<v Lee Ortiz>That works for us. Can you send me the contract by Friday?</v>

00:08.000 --> 00:12.000
<v Dana Reed>Yes, I will send you the contract on Friday morning.</v>
`,
  null,
)
const INPUT = { segments: CALL, title: null, description: null, draft: false, language: null, date: '2026-03-02' }

test('a recap made and verified by another process equals the one made by this process', async () => {
  const draft = await tasks.run('extract', INPUT, { signal })
  expect(draft).toEqual(await TASKS.extract(INPUT))
  expect(draft.actionPoints.length).toBeGreaterThan(0)
  const given = { draft, segments: CALL, writtenIn: 'en', date: INPUT.date }
  expect(await tasks.run('verify', given, { signal })).toEqual(await TASKS.verify(given))
})

test('looks for withdrawn promises once, in the recap, and verifies with what it found', async () => {
  const draft = await TASKS.extract(INPUT)
  expect(draft.withdrawn).toEqual([...overturnedSegments(CALL)])
  const doubtsWith = async (withdrawn: string[]) => {
    const given = { draft: { ...draft, withdrawn }, segments: CALL, writtenIn: 'en', date: INPUT.date }
    return (await TASKS.verify(given)).actionPoints.map(({ doubt }) => doubt?.reason)
  }
  expect(await doubtsWith([])).toEqual([undefined])
  expect(await doubtsWith(CALL.map(({ id }) => id))).toEqual(['taken_back'])
})

test('reports a task’s failure with its code, and a bug with its stack', async () => {
  await expect(tasks.run('loudness', '/nowhere/call.wav', { signal })).rejects.toThrow('/nowhere/call.wav')
})
