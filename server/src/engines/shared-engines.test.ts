import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { Database } from '../db/database.ts'
import { createLogger } from '../kernel/logger.ts'
import type { FetchState, FetchStatus } from '../speech-models/model-fetch.ts'
import { DATABASES } from '../testing/databases.ts'
import { createSharedEngines, leftToOthers } from './shared-engines.ts'
import { createWorkersRepo } from './workers-repo.ts'

const nobodyAsks = () => Promise.reject(new Error('this process answers for all'))
const engine = (name: string, ready = true): EngineStatus => ({
  name,
  ready,
  sends_to: null,
  note: null,
  cost_ratio: 0,
})
const has = (transcribers: string[], analysts: string[] = ['extractive']) => ({
  transcribers: transcribers.map((name) => engine(name)),
  analysts: analysts.map((name) => engine(name)),
})

const fetched = (state: FetchState): FetchStatus => ({
  state,
  installed: null,
  best: null,
  doneBytes: 0,
  totalBytes: 0,
  secondsLeft: null,
  problem: null,
})

test('a worker leaves jobs to workers with the required engine, and speech to the best engine', () => {
  expect(leftToOthers(has(['sphinx']), [])).toEqual([])
  expect(leftToOthers(has(['sphinx']), [has(['sphinx'])])).toEqual([])
  expect(leftToOthers(has(['sphinx']), [has(['sherpa', 'sphinx'], ['llama', 'extractive'])]).toSorted()).toEqual([
    'recap:llama',
    'speech',
    'speech:sherpa',
  ])
  expect(leftToOthers(has(['sherpa']), [has(['sphinx'])]), 'this one hears better').toEqual(['speech:sphinx'])
  expect(leftToOthers({ ...has([]), transcribers: [engine('sherpa', false)] }, [has(['sherpa'])])).toContain('speech')
})

describe.each(DATABASES)('workers on %s', (_name, open) => {
  let db: Database
  let now: number
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    now = Date.parse('2026-03-02T09:00:00Z')
    await db.delete(db.schema.workers)
  })

  const announce = (id: string, { state = 'idle', at = now }: { state?: FetchState; at?: number } = {}) =>
    createWorkersRepo(db).announce({ id, engines: has(['sherpa']), speechModel: fetched(state) }, new Date(at))
  const start = (
    id: string,
    own: ReturnType<typeof has>,
    { works = true, state = 'idle' }: { works?: boolean; state?: FetchState } = {},
  ) =>
    createSharedEngines({
      id,
      engines: { statuses: async () => own, canTranscribe: nobodyAsks, canAnalyse: nobodyAsks },
      fetchStatus: async () => fetched(state),
      db,
      works,
      clock: () => new Date(now),
      log: createLogger('silent'),
    })

  test('are listed with their engines, as long as they report', async () => {
    const web = start('web', has(['sphinx']), { works: false })
    await web.start()
    expect((await web.engines.statuses()).transcribers, 'no worker yet').toEqual([engine('sphinx')])
    const small = start('small', has(['sphinx']))
    // One that will exit without a report.
    await announce('large')
    await small.start()
    expect(small.left()).toEqual(['speech:sherpa', 'speech'])
    expect(small.workers()).toBe(2)
    expect(await web.engines.canTranscribe('sherpa')).toBe(true)
    expect(await web.engines.canAnalyse('llama')).toBe(false)
    expect((await web.engines.statuses()).transcribers.map(({ name }) => name).toSorted()).toEqual(['sherpa', 'sphinx'])

    now += 30_001
    await small.refresh()
    expect(small.left(), 'the other one has fallen silent').toEqual([])
    expect(small.workers()).toBe(1)
    expect(await web.engines.canTranscribe('sherpa')).toBe(false)
    await small.stop()
    await web.refresh()
    expect(await db.$count(db.schema.workers)).toBe(0)
  })

  test('that ended while their clock was ahead are not waited for', async () => {
    await announce('large', { at: now + 600_000 })
    const small = start('small', has(['sphinx']))
    await small.start()
    expect(small.left()).toEqual(['speech:sherpa', 'speech'])
    now += 30_001
    await small.refresh()
    expect(small.left()).toEqual([])
    await small.stop()
  })

  test('that ended during a fetch are forgotten like their engines, and one worker is notified', async () => {
    const notified: string[] = []
    const [one, two] = [start('one', has(['sphinx'])), start('two', has(['sphinx']))]
    for (const [id, worker] of Object.entries({ one, two })) worker.onFetchLost(async () => void notified.push(id))
    await announce('killed', { state: 'fetching' })
    await announce('idle', { state: 'idle' })
    await one.start()
    await two.start()
    now += 29_000
    await one.refresh()
    expect((await one.list()).map(({ speechModel }) => speechModel?.state)).toContain('fetching')
    expect(notified).toEqual([])
    now += 1_001
    await two.refresh()
    await one.refresh()
    expect((await one.list()).map(({ id }) => id).toSorted()).toEqual(['one', 'two'])
    expect(notified).toEqual(['two'])
    await one.stop()
    await two.stop()
  })

  test('that stop during a fetch may come back until they are forgotten, and get no jobs', async () => {
    const [small, large] = [start('small', has(['sphinx'])), start('large', has(['sherpa']), { state: 'fetching' })]
    await large.start()
    await small.start()
    expect(small.left()).not.toEqual([])
    await large.stop()
    await small.refresh()
    expect(small.left()).toEqual([])
    expect((await small.list()).map(({ speechModel }) => speechModel?.state)).toEqual(['idle', 'fetching'])
    now += 30_001
    await small.refresh()
    expect((await small.list()).map(({ id }) => id)).toEqual(['small'])
    await small.stop()
  })
})
