import { expect, test } from 'vitest'
import { ApiError, createApiClient } from '../api-client.ts'
import { createMemoryJournal } from './memory-journal.ts'
import { runUpload, type UploadRun } from './run-upload.ts'
import { createUploadEntry } from './upload-entry.ts'

const FILE = { name: 'call.mp4', size: 1000, type: 'video/mp4', lastModified: 0 }
const entryOf = (change: Partial<UploadRun['entry']> = {}) => ({
  ...createUploadEntry(FILE, { userId: 'u', title: ' Kick-off ' }),
  ...change,
})
const runOf = (entry: UploadRun['entry']): UploadRun => ({
  entry,
  file: null,
  signal: new AbortController().signal,
  onSent: () => {},
  onArrived: () => {},
})

/** A browser whose uploads never send a byte, with what it asked of the server. */
function createBrowser() {
  const bodies: unknown[] = []
  const journal = createMemoryJournal()
  const api = createApiClient({
    baseUrl: 'http://localhost',
    getAccessToken: async () => 'token',
    fetch: async (_url, init) => {
      if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body))
      return Response.json({ job_id: 'j' })
    },
  })
  const unused = () => Promise.reject(new Error('nothing is to be sent'))
  return {
    bodies,
    journal,
    deps: { uploader: { upload: unused, receivedBytes: unused, discard: unused }, api, journal },
  }
}

test('an upload that is not finished needs its file', async () => {
  const { deps, bodies } = createBrowser()
  await expect(runUpload(deps, runOf(entryOf()))).rejects.toThrow('No file selected')
  expect(bodies).toEqual([])
})

test('one that has arrived is made into a microsite without its file', async () => {
  const { deps, bodies } = createBrowser()
  const entry = entryOf({ storagePath: 'u/meetings/u/1.mp4' })
  expect(await runUpload(deps, runOf(entry))).toBe('j')
  expect(bodies).toEqual([{ video_url: 'u/meetings/u/1.mp4', title: 'Kick-off' }])
})

test('a file that the server refuses is not offered to be continued', async () => {
  const { deps, journal } = createBrowser()
  const refused = new ApiError('not_a_video', 415, 'Please choose a video file.')
  const entry = entryOf()
  await journal.put(entry)
  const uploader = { ...deps.uploader, upload: () => Promise.reject(refused) }
  await expect(runUpload({ ...deps, uploader }, { ...runOf(entry), file: new File(['x'], 'call.mp4') })).rejects.toBe(
    refused,
  )
  expect(await journal.list()).toEqual([])
})
