import { expect, test } from 'vitest'
import { createLocalNotices } from '../db/processes/notices.ts'
import { createLogger } from '../kernel/logger.ts'
import type { FetchState, FetchStatus, ModelFetch } from '../speech-models/model-fetch.ts'
import { createSharedModelFetch } from './shared-model-fetch.ts'
import { createWorkerCalls } from './worker-calls.ts'
import type { Worker } from './workers-repo.ts'

/** Workers with fake fetches that record calls, sharing one notice channel. */
function open(states: Record<string, [state: FetchState, installed: string | null]>) {
  const notices = createLocalNotices()
  const log = createLogger('silent')
  const done: string[] = []
  const listeners: { id: string; notify: () => Promise<void> }[] = []
  const status = ([state, installed]: [FetchState, string | null]): FetchStatus => ({
    state,
    installed,
    best: { id: 'words', languages: ['en'], bytes: 1 },
    doneBytes: 0,
    totalBytes: 1,
    secondsLeft: null,
    problem: null,
  })
  const list = async (): Promise<Worker[]> =>
    Object.entries(states).map(([id, state]) => ({
      id,
      engines: { transcribers: [], analysts: [] },
      speechModel: status(state),
    }))
  const fetchFor = (id: string): ModelFetch => ({
    start: async () => {},
    stop: async () => {},
    fetch: async () => void done.push(`${id} fetches`),
    pause: async () => void done.push(`${id} pauses`),
    status: async () => status(states[id] ?? ['idle', null]),
    disk: async () => null,
    underWay: async () => false,
    onEnd: (notify) => void listeners.push({ id, notify }),
  })
  const at = (id: string) =>
    createSharedModelFetch({
      id,
      own: fetchFor(id),
      workers: { list, refresh: async () => void done.push(`${id} looks`), onFetchLost: () => {} },
      calls: createWorkerCalls({ id, notices, log, silentMs: 20 }),
    })
  const end = async (id: string) => {
    for (const listener of listeners) if (listener.id === id) await listener.notify()
  }
  return { at, done, end }
}

const isFetch = (line: string) => line.endsWith('fetches')

test('starts on every worker that lacks its model, or resumes where it was started before', async () => {
  const idle = open({ has: ['idle', 'words'], lacks: ['idle', null], small: ['idle', 'fewer words'] })
  for (const id of ['has', 'lacks', 'small']) idle.at(id)
  await idle.at('web').fetch()
  expect(idle.done.filter(isFetch).toSorted()).toEqual(['lacks fetches', 'small fetches'])

  const begun = open({ paused: ['paused', null], lacks: ['idle', null], busy: ['fetching', null] })
  for (const id of ['paused', 'lacks', 'busy']) begun.at(id)
  await begun.at('web').pause()
  expect(begun.done).toEqual(['busy pauses'])
  await begun.at('web').fetch()
  expect(begun.done.filter(isFetch).toSorted()).toEqual(['busy fetches', 'paused fetches'])
})

test("refuses to download when no worker reports, or the only one doesn't respond", async () => {
  for (const action of ['fetch', 'pause'] as const) {
    await expect(open({}).at('web')[action]()).rejects.toThrow('No worker that uses a speech model is running')
    const frozen = open({ frozen: ['waiting', null] }).at('web')
    await expect(frozen[action]()).rejects.toThrow('The worker isn’t responding.')
  }
})

test('all workers know a downloaded model before drafts are transcribed again', async () => {
  const { at, done, end } = open({ has: ['idle', 'words'], other: ['idle', null] })
  const [here] = [at('has'), at('other')]
  here.onEnd(async () => void done.push('drafts are transcribed again'))
  await end('has')
  expect(done).toEqual(['has looks', 'other looks', 'drafts are transcribed again'])
})
