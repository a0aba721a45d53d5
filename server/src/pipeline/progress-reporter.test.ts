import { expect, test } from 'vitest'
import { createLogger } from '../kernel/logger.ts'
import { createProgressReporter } from './progress-reporter.ts'
import type { Progress } from './recording.ts'
import type { AnyStage } from './stage.ts'

const stage = (name: AnyStage['name'], step: number, weight: number) =>
  ({ name, step, weight, run: () => Promise.reject(new Error('not run here')) }) as AnyStage
const probe = stage('probe', 1, 1)
const transcribe = stage('transcribe', 2, 3)

function open({ reached = 0, fails = false } = {}) {
  const reported: Progress[] = []
  let now = 0
  const sink = {
    async progress(progress: Progress) {
      reported.push(progress)
      if (fails) throw new Error('the database is away')
    },
  }
  const reporter = createProgressReporter({
    stages: [probe, transcribe],
    sink,
    clock: () => new Date(now),
    log: createLogger('silent'),
    signal: new AbortController().signal,
    reached,
  })
  return { reporter, reported, wait: (ms: number) => (now += ms) }
}

test('weights each stage', async () => {
  const { reporter, reported, wait } = open()
  reporter.finish(probe)
  await reporter.begin([transcribe])
  wait(500)
  reporter.report(transcribe, 0.5, 'transcribed 1 of 2 minutes')
  expect(reported).toEqual([
    { step: 2, progress: 0.25, detail: null },
    { step: 2, progress: 0.625, detail: 'transcribed 1 of 2 minutes' },
  ])
})

test('reports progress to the sink at most twice a second', async () => {
  const { reporter, reported, wait } = open()
  await reporter.begin([transcribe])
  for (let report = 1; report <= 100; report += 1) {
    wait(20)
    reporter.report(transcribe, report / 100, null)
    await reporter.flush()
  }
  expect(reported).toHaveLength(1 + 4)
})

test('delays a report that comes too soon after a write', async () => {
  const { reporter, reported } = open()
  await reporter.begin([transcribe])
  reporter.report(transcribe, 0.5, 'Waiting for the AI server, 20 s')
  reporter.report(transcribe, 0.6, null)
  await expect.poll(() => reported).toHaveLength(2)
  expect(reported[1]).toEqual({ step: 2, progress: expect.closeTo(0.45), detail: null })
})

test('never reports falling progress, neither within a run nor below an earlier run', async () => {
  const { reporter, reported, wait } = open({ reached: 0.5 })
  await reporter.begin([transcribe])
  for (const fraction of [0.1, 0.9, 0.2]) {
    wait(500)
    reporter.report(transcribe, fraction, null)
    await reporter.flush()
  }
  expect(reported.map(({ progress }) => progress)).toEqual([0.5, 0.5, 0.675, 0.675])
})

test('continues the work when the sink can’t take progress', async () => {
  const { reporter, reported } = open({ fails: true })
  await reporter.begin([probe])
  await reporter.begin([transcribe])
  expect(reported).toHaveLength(2)
})
