import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { createGrowingFile, isGrowing, type GrowingFileWriter } from '@callfolio/shared/client/uploads/growing-file.ts'
import { createMemoryJournal } from '@callfolio/shared/client/uploads/memory-journal.ts'
import type { UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { FileUnreadable } from '@callfolio/shared/client/uploads/upload-failure.ts'
import type { UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import type { UploadRequest } from '@callfolio/shared/client/uploads/uploader.ts'
import { SAMPLE_RECORDING as RECORDING } from '../stored/sample-recording.testing.ts'
import { createRecordingSounds, discardSounds, forgetSounds, type RecordingSoundsDeps } from './recording-sounds.ts'

let soundJournal: UploadJournal
/** Data received by the server, by file name. */
let arrived: Map<string, number>
let discarded: string[]
/** Thrown by the next upload of a file with this name. */
let failures: Map<string, Error>
let uploads: string[]
let files: Record<string, Blob>
beforeEach(() => {
  soundJournal = createMemoryJournal()
  arrived = new Map()
  discarded = []
  failures = new Map()
  uploads = []
  files = { 'one-microphone': new Blob(['mine']), 'one-tab': new Blob(['theirs!']) }
})

/** Accepts a growing file byte by byte, and stores the upload as the real one does. */
async function upload({ entry, file, signal }: UploadRequest) {
  uploads.push(entry.fileName)
  await soundJournal.put(entry)
  const known = (await soundJournal.get(entry.id))?.storagePath
  if (known) return { storagePath: known, bytes: 0 }
  if (!isGrowing(file)) throw new Error('a sound is sent as it grows')
  for (let bytes = 1; ; bytes += 1) {
    await Promise.race([file.until(bytes), new Promise((resolve) => signal?.addEventListener('abort', resolve))])
    signal?.throwIfAborted()
    const failure = failures.get(entry.fileName)
    failures.delete(entry.fileName)
    if (failure) throw failure
    if (file.size() < bytes) break
    arrived.set(entry.fileName, bytes)
  }
  const storagePath = `ann/${entry.fileName}`
  await soundJournal.update(entry.id, { storagePath })
  return { storagePath, bytes: file.size() }
}
const deps = (): RecordingSoundsDeps => ({
  readFile: async (name) => files[name] ?? null,
  soundJournal,
  uploader: () => ({
    upload,
    receivedBytes: async () => null,
    removeReceived: async () => {},
  }),
})
const { signal } = new AbortController()
const growing = (): GrowingFileWriter => createGrowingFile(async () => new Blob())
const BOTH = [
  { path: 'ann/you.webm', who: 'you', start_ms: 0 },
  { path: 'ann/them.webm', who: 'them', start_ms: 0 },
]

test('uploads the sounds while the call is recorded, and only the rest after its end', async () => {
  const [you, them] = [growing(), growing()]
  const sounds = createRecordingSounds(deps(), RECORDING, { you, them })
  sounds.begin(signal)
  you.grow(3)
  them.grow(5)
  await expect
    .poll(() => [...arrived])
    .toEqual([
      ['you.webm', 3],
      ['them.webm', 5],
    ])
  const finished = sounds.finish(signal)
  you.grow(4)
  you.end()
  them.end()
  expect(await finished).toEqual({ tracks: BOTH, isComplete: true })
  expect([uploads.toSorted(), arrived.get('you.webm')]).toEqual([['them.webm', 'you.webm'], 4])
})

test('resumes the same upload in a later engine, and sends no complete one twice', async () => {
  const first = new AbortController()
  const [you, them] = [growing(), growing()]
  createRecordingSounds(deps(), RECORDING, { you, them }).begin(first.signal)
  you.grow(2)
  them.grow(7)
  them.end()
  await expect.poll(async () => (await soundJournal.get('one-them'))?.storagePath).toBe('ann/them.webm')
  first.abort()
  arrived.clear()
  expect(await createRecordingSounds(deps(), RECORDING).finish(signal)).toEqual({ tracks: BOTH, isComplete: true })
  expect([...arrived.keys()]).toEqual(['you.webm'])
  expect((await soundJournal.list()).map(({ id }) => id).toSorted()).toEqual(['one-them', 'one-you'])
})

test('retries at the end what failed during the recording', async () => {
  const you = growing()
  failures.set('you.webm', new ApiError('unreadable', 503, 'Busy'))
  const sounds = createRecordingSounds(deps(), { ...RECORDING, files: { ...RECORDING.files, tab: null } }, { you })
  sounds.begin(signal)
  you.grow(4)
  await expect.poll(() => failures.size).toBe(0)
  you.end()
  expect(await sounds.finish(signal)).toEqual({ tracks: BOTH.slice(0, 1), isComplete: true })
})

test('leaves out a sound that is empty or rejected by the server', async () => {
  const [you, them] = [growing(), growing()]
  failures.set('them.webm', new ApiError('not_a_video', 422, 'Please choose a video file.'))
  const sounds = createRecordingSounds(deps(), RECORDING, { you, them })
  sounds.begin(signal)
  them.grow(3)
  you.end()
  them.end()
  expect(await sounds.finish(signal)).toEqual({ tracks: [], isComplete: true })
  expect(uploads).toEqual(['them.webm'])
})

test.each([
  ['before it is sent', true],
  ['while it is sent', false],
])('leaves out a sound that can’t be read %s, and reports it', async (_, isBefore) => {
  const unreadable = new DOMException('It could not be read.', 'NotReadableError')
  const sounds = createRecordingSounds(
    {
      ...deps(),
      readFile: async (name) => {
        if (isBefore && name === 'one-microphone') throw unreadable
        return files[name] ?? null
      },
      uploader: () => ({
        ...deps().uploader(),
        upload: (request) =>
          request.entry.fileName === 'you.webm'
            ? Promise.reject(new FileUnreadable({ cause: unreadable }))
            : upload(request),
      }),
    },
    RECORDING,
  )
  expect(await sounds.finish(signal)).toEqual({ tracks: BOTH.slice(1), isComplete: false })
})

test('reports unreadable audio of the whole call, which nothing else contains', async () => {
  const readFile = () => Promise.reject(new DOMException('It could not be read.', 'NotReadableError'))
  const recording = { ...RECORDING, files: { ...RECORDING.files, sound: 'one-sound' } }
  await expect(createRecordingSounds({ ...deps(), readFile }, recording).sendCall(signal)).rejects.toThrow(
    FileUnreadable,
  )
})

test('stops the uploads of a given-up recording and deletes what the server has', async () => {
  const ending = new AbortController()
  const you = growing()
  const them = growing()
  const sounds = createRecordingSounds(deps(), RECORDING, { you, them })
  sounds.begin(ending.signal)
  you.grow(2)
  await expect.poll(() => arrived.get('you.webm')).toBe(2)
  ending.abort()
  const discards = { add: async (entry: UploadEntry) => (discarded.push(entry.id), soundJournal.remove(entry.id)) }
  await discardSounds({ soundJournal, discards }, RECORDING.id, sounds.settled())
  them.end()
  await sounds.settled()
  you.grow(4)
  you.end()
  expect([discarded, await soundJournal.list(), arrived.get('you.webm')]).toEqual([['one-you'], [], 2])
})

test('stores nothing about them once there is a microsite', async () => {
  await createRecordingSounds(deps(), RECORDING).finish(signal)
  await forgetSounds({ soundJournal }, RECORDING.id)
  expect([await soundJournal.list(), discarded]).toEqual([[], []])
})
