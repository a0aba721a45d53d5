import { beforeEach, expect, test } from 'vitest'
import type { ApiClient } from '@callfolio/shared/api-client.ts'
import { isGrowing } from '@callfolio/shared/client/uploads/growing-file.ts'
import { createMemoryJournal } from '@callfolio/shared/client/uploads/memory-journal.ts'
import { createUploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { Uploader } from '@callfolio/shared/client/uploads/uploader.ts'
import { SAMPLE_RECORDING } from '../stored/sample-recording.testing.ts'
import type { Recording } from '../stored/recording.ts'
import { createRecordingSource } from './recording-source.ts'

const RECORDING: Recording = {
  ...SAMPLE_RECORDING,
  durationMs: 60_000,
  files: { mixed: 'one-call', sound: 'one-sound', microphone: null, tab: null },
}
const ENTRY = createUploadEntry({ name: 'call.mp4', size: null, type: 'video/mp4', lastModified: 0 }, { userId: 'ann' })
const { signal } = new AbortController()

/** What each file of the recording contains, ms. */
let heldMs: Record<string, number>
/** Everything sent except the recording. */
let sentBesides: string[]
let unreadable: string
beforeEach(() => {
  sentBesides = []
  unreadable = ''
})

function open() {
  const uploader: Uploader = {
    async upload({ entry: { fileName } }) {
      sentBesides.push(fileName)
      return { storagePath: `ann/${fileName}`, bytes: 1 }
    },
    receivedBytes: async () => null,
    removeReceived: async () => {},
  }
  const api = { request: async () => ({ plan_id: 'pro' }) } as unknown as ApiClient
  return createRecordingSource(
    {
      recordings: {
        list: async () => [RECORDING],
        // Changed after it began to be sent.
        get: async () => ({ ...RECORDING, marks: [5000], participants: ['Leo Brandt'] }),
        put: async () => {},
        update: async () => {},
        remove: async () => {},
      },
      captions: {
        find: async () => ({ sessionIds: [], name: null, health: '', page: 'hidden', lastLineAt: null }),
        webvtt: async () => null,
        forget: async () => {},
      },
      readFile: async (name) => {
        if (name === unreadable) throw new DOMException('It could not be read.', 'NotReadableError')
        return new File((heldMs[name] ?? 0) > 0 ? [name] : [], name)
      },
      heldMs: async (name) => heldMs[name] ?? null,
      soundJournal: createMemoryJournal(),
      connect: () => ({ api, uploader }),
      onSent: async () => {},
    },
    RECORDING,
  )
}

/** The text of what is sent first, and the recording's path on the server. */
async function sent() {
  const source = open()
  const file = await source.open(signal)
  const first = file && isGrowing(file) ? await (await file.read(0, file.size())).text() : null
  const { video_url: recording } = await source.describe({ ...ENTRY, storagePath: 'ann/first' }, signal)
  return { first, recording }
}

test('sends the file with the picture when it contains the whole call', async () => {
  heldMs = { 'one-call': 59_000, 'one-sound': 60_000 }
  expect(await sent()).toEqual({ first: 'one-call', recording: 'ann/first' })
  expect(sentBesides).toEqual([])
})

test('sends the marks and participants saved while it was sent', async () => {
  expect(await open().describe({ ...ENTRY, storagePath: 'ann/first' }, signal)).toMatchObject({
    marks: [5000],
    participants: ['Leo Brandt'],
  })
})

test('sends only the audio when no picture was recorded', async () => {
  heldMs = { 'one-call': 0, 'one-sound': 60_000 }
  expect(await sent()).toEqual({ first: 'one-sound', recording: 'ann/first' })
  expect(sentBesides).toEqual([])
})

test('also sends the audio, and makes the microsite from it, when the picture ended early', async () => {
  heldMs = { 'one-call': 20_000, 'one-sound': 60_000 }
  expect(await sent()).toEqual({ first: 'one-call', recording: 'ann/call.webm' })
  expect(sentBesides).toEqual(['call.webm'])
})

test('makes the microsite although the audio’s own file can’t be read, if the picture’s file holds the whole call', async () => {
  unreadable = 'one-sound'
  heldMs = { 'one-call': 60_000 }
  expect(await sent()).toEqual({ first: 'one-call', recording: 'ann/first' })
})

test('makes no microsite of an incomplete picture while the audio can’t be read', async () => {
  unreadable = 'one-sound'
  heldMs = { 'one-call': 20_000 }
  await expect(sent()).rejects.toThrow('It could not be read.')
})
