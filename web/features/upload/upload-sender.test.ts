import { createApiClient } from '@callfolio/shared/api-client.ts'
import { createMemoryJournal } from '@callfolio/shared/client/uploads/memory-journal.ts'
import { createUploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { expect, test } from 'vitest'
import { createUploadSender } from './upload-sender.ts'
import { IDLE, type UploadState } from './upload-state.ts'

const getEntry = (name: string) =>
  createUploadEntry({ name, size: 1000, type: 'video/mp4', lastModified: 0 }, { userId: 'u' })
const getFile = (name: string) => new File(['x'], name)

/** A sender whose uploads end when the test says so, and whose jobs are named after their recordings. */
function createTab() {
  const arrivals = new Map<string, PromiseWithResolvers<void>>()
  const getArrival = (name: string) => {
    const arrival = arrivals.get(name) ?? Promise.withResolvers<void>()
    arrivals.set(name, arrival)
    return arrival
  }
  let state: UploadState = IDLE
  const unused = () => Promise.reject(new Error('not asked for here'))
  const uploader = {
    upload: async ({ entry }: { entry: { fileName: string } }) => {
      await getArrival(entry.fileName).promise
      return { storagePath: entry.fileName, bytes: 1000 }
    },
    receivedBytes: unused,
    removeReceived: unused,
  }
  const api = createApiClient({
    baseUrl: 'http://localhost',
    getAccessToken: async () => 'token',
    fetch: async (_url, init) =>
      Response.json({
        job_id: typeof init?.body === 'string' ? (JSON.parse(init.body) as { video_url: string }).video_url : '',
      }),
  })
  const journal = createMemoryJournal()
  const sender = createUploadSender({ uploader, api, journal }, (now) => (state = now))
  return { sender, journal, arrive: (name: string) => getArrival(name).resolve(), state: () => state }
}

test('reports an upload from its first byte to its job, and then forgets it', async () => {
  const { sender, journal, arrive, state } = createTab()
  const entry = getEntry('a.mp4')
  await journal.put(entry)
  const sent = sender.begin(entry, getFile('a.mp4'), 60)
  expect(state()).toMatchObject({ phase: 'uploading', subject: { fileName: 'a.mp4', durationSeconds: 60 } })
  arrive('a.mp4')
  await sent
  expect(state()).toMatchObject({ phase: 'started', jobId: 'a.mp4' })
  expect(await journal.list()).toEqual([])
})

test('neither finishes nor starts an upload that was replaced by another', async () => {
  const { sender, arrive, state } = createTab()
  const first = sender.begin(getEntry('a.mp4'), getFile('a.mp4'), null)
  const second = sender.begin(getEntry('b.mp4'), getFile('b.mp4'), null)
  arrive('a.mp4')
  await first
  expect(state()).toMatchObject({ phase: 'uploading', subject: { fileName: 'b.mp4' } })
  arrive('b.mp4')
  await second
  expect(state()).toMatchObject({ phase: 'started', subject: { fileName: 'b.mp4' }, jobId: 'b.mp4' })
})
