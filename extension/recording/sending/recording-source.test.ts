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

/** @param webvtt reads the captions. */
function open(recording = RECORDING, webvtt = async (): Promise<string | null> => null) {
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
        get: async () => ({ ...recording, marks: [5000], participants: ['Leo Brandt'] }),
        put: async () => {},
        update: async () => {},
        remove: async () => {},
      },
      captions: {
        find: async () => ({ sessionIds: [], name: null, health: '', page: 'hidden', lastLineAt: null }),
        webvtt,
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
    recording,
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

test('leaves out captions that can’t be read three times, and says so', async () => {
  heldMs = { 'one-call': 60_000, 'one-sound': 60_000 }
  const source = open({ ...RECORDING, captions: true }, () => Promise.reject(new Error('No database.')))
  const describe = () => source.describe({ ...ENTRY, storagePath: 'ann/first' }, signal)
  await expect(describe()).rejects.toThrow('No database.')
  await expect(describe()).rejects.toThrow('No database.')
  expect(source.leftOut?.()).toBeNull()
  expect(await describe()).toMatchObject({ video_url: 'ann/first' })
  expect(source.leftOut?.()).toBe('The captions couldn’t be read, so the audio is transcribed.')
})

test('reports nothing as left out when everything could be read', async () => {
  heldMs = { 'one-call': 60_000, 'one-sound': 60_000 }
  const source = open({ ...RECORDING, captions: true }, async () => 'WEBVTT')
  await source.describe({ ...ENTRY, storagePath: 'ann/first' }, signal)
  expect(source.leftOut?.()).toBeNull()
})
