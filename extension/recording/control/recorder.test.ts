import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryJournal } from '@callfolio/shared/client/uploads/memory-journal.ts'
import type { UploadItem } from '@callfolio/shared/client/uploads/upload-machine.ts'
import type { UploadSource } from '@callfolio/shared/client/uploads/upload-steps.ts'
import { createUploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { CaptureOrder, KeptRecording } from '../../messaging/recording-protocol.ts'
import { SAMPLE_RECORDING } from '../stored/sample-recording.testing.ts'
import { recordingLock, type Recording } from '../stored/recording.ts'
import { createRecorder, type RecorderDeps, type StoppedRecording } from './recorder.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A recorder whose open windows receive the list of kept recordings. */
function openEngine(
  recording: Recording,
  {
    bytes = 5_000_000,
    locks = new Map<string, Promise<void>>(),
    removeFiles = async () => {},
    readFile = async (name) => new File([new Uint8Array(bytes)], name),
  }: { bytes?: number; locks?: Map<string, Promise<void>> } & Partial<
    Pick<RecorderDeps, 'removeFiles' | 'readFile'>
  > = {},
) {
  const kept = new Map([[recording.id, recording]])
  const told: KeptRecording[][] = []
  const entry = createUploadEntry(
    { name: 'call', size: null, type: '', lastModified: 0 },
    { userId: 'ann', recordingId: recording.id },
  )
  const item = { entry, durationSeconds: null, state: { phase: 'sending', attempt: 1 }, movedAt: Date.now() }
  const uploads = {
    driver: {
      uploads: () => ({ items: new Map([[entry.id, item]]) }),
      choose: (_entry: unknown, source: UploadSource) => void source.open(new AbortController().signal),
      dispatch: () => {},
      settled: async () => {},
    },
    connect: () => ({}),
    isUnanswered: ({ movedAt }: UploadItem, _size: number, now: number) => now - movedAt > 8000,
    soundDiscards: { add: async () => {} },
  }
  const journal = createMemoryJournal()
  const copied: string[] = []
  const stopped: StoppedRecording['sending'][] = []
  const recordingWatchers: (() => void)[] = []
  const recordings: RecorderDeps['recordings'] = {
    list: async () => [...kept.values()],
    get: async (id) => kept.get(id) ?? null,
    put: async (put) => void kept.set(put.id, put),
    update: async () => {},
    remove: async (id) => void kept.delete(id),
  }
  const recorder = createRecorder({
    openCapture: () => new Promise(() => {}),
    openSpool: () => Promise.reject(new Error('no disk')),
    recordings,
    captions: {
      find: async () => ({ sessionIds: [], name: null, health: '', page: 'hidden', lastLineAt: null }),
      webvtt: async () => null,
      forget: async () => {},
    },
    journal,
    soundJournal: createMemoryJournal(),
    getUploads: () => uploads as unknown as ReturnType<RecorderDeps['getUploads']>,
    openAccount: () =>
      ({ api: { request: () => Promise.reject(new Error('away')) } }) as unknown as ReturnType<
        RecorderDeps['openAccount']
      >,
    watchRecordings: (onChange) => void recordingWatchers.push(onChange),
    signedInUser: async () => 'ann',
    readFile,
    heldMs: async () => null,
    removeFiles,
    heldLocks: async () => new Set(locks.keys()),
    released: async (lock) => locks.get(lock),
    hold: () => {},
    estimate: async () => ({}),
    now: () => Date.now(),
    publish: ({ kept: news }) => news && told.push(news),
    copyText: (text) => (copied.push(text), true),
    showStopped: ({ sending }) => void stopped.push(sending),
    onState: () => {},
    onAlarm: () => {},
  })
  /** The server's answer about the link of the recording. */
  const link = (recordingId: string, shareUrl: string) => {
    Object.assign(entry, { recordingId, shareUrl })
    recordingWatchers.forEach((onChange) => onChange())
  }
  return { recorder, told, journal, entry, kept, recordings, copied, stopped, link }
}

const ORDER: CaptureOrder = {
  server: '',
  choices: { source: 'captions', microphone: false, microphoneId: null, captions: true },
  tab: { id: 1, width: 1, height: 1 },
  title: { text: '', source: 'file' },
  participants: [],
  streamId: null,
  consent: null,
  link: true,
}
const LINK = 'https://calls.example/s/one'

/** An engine that records, and uploads what it recorded. */
async function openRecording() {
  const engine = openEngine(SAMPLE_RECORDING)
  await engine.recorder.open(ORDER)
  await vi.advanceTimersByTimeAsync(1000)
  const recordingId = engine.recorder.live()?.recordingId ?? ''
  Object.assign(engine.entry, { recordingId })
  await engine.journal.put(engine.entry)
  await engine.recorder.send(recordingId)
  await vi.advanceTimersByTimeAsync(100)
  return { ...engine, recordingId }
}

test('Stop copies the link at once, and says so', async () => {
  const { recorder, copied, stopped, told, link, recordingId } = await openRecording()
  link(recordingId, LINK)
  void recorder.stop()
  expect(copied).toEqual([LINK])
  await vi.advanceTimersByTimeAsync(1000)
  expect(stopped).toEqual([{ shareUrl: LINK, isCopied: true }])
  expect(told.at(-1)?.find(({ id }) => id === recordingId)).toMatchObject({
    sending: { shareUrl: LINK, isCopied: true },
  })
})

test('a link that arrives after Stop is announced, and leaves the clipboard alone', async () => {
  const { recorder, copied, stopped, link, recordingId } = await openRecording()
  await recorder.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(stopped).toEqual([{ shareUrl: null, isCopied: false }])
  link(recordingId, LINK)
  link(recordingId, LINK)
  expect([copied, stopped.slice(1)]).toEqual([[], [{ shareUrl: LINK, isCopied: false }]])
})

test('discarding a recording copies and announces nothing', async () => {
  const { recorder, copied, stopped, link, recordingId } = await openRecording()
  link(recordingId, LINK)
  await recorder.discard()
  await vi.advanceTimersByTimeAsync(1000)
  expect([copied, stopped]).toEqual([[], []])
})

test('lists an interrupted recording once the page that recorded it is gone', async () => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const locks = new Map([[recordingLock(SAMPLE_RECORDING.id), released]])
  const { told } = openEngine({ ...SAMPLE_RECORDING, state: 'recording' }, { locks })
  await vi.advanceTimersByTimeAsync(1000)
  expect(told.at(-1)).toEqual([])
  locks.clear()
  release()
  await vi.advanceTimersByTimeAsync(1000)
  expect(told.at(-1)).toMatchObject([{ id: SAMPLE_RECORDING.id, interrupted: true }])
})

test('notifies an open window within ten seconds when the server doesn’t answer', async () => {
  const { recorder, told, journal, entry } = openEngine({ ...SAMPLE_RECORDING, bytes: 5_000_000 })
  await journal.put(entry)
  await recorder.send(SAMPLE_RECORDING.id)
  await recorder.kept()
  const sendingNow = () => told.at(-1)?.map((recording) => recording.isOwn && recording.sending.state)
  expect(sendingNow()).toEqual(['sending'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sendingNow()).toEqual(['waiting'])
})

test('keeps the explanation of an empty recording until it is dismissed or the next one starts', async () => {
  const empty: Recording = {
    ...SAMPLE_RECORDING,
    durationMs: 0,
    bytes: 0,
    note: 'The recording stopped before anything was recorded.',
  }
  const dismissed = openEngine(empty, { bytes: 0 })
  expect(await dismissed.recorder.kept()).toMatchObject([{ bytes: 0, note: empty.note }])
  await dismissed.recorder.remove(empty.id)
  expect(await dismissed.recorder.kept()).toEqual([])
  const followed = openEngine(empty, { bytes: 0 })
  await followed.recorder.open({ ...ORDER, link: false })
  expect([...followed.kept.keys()]).not.toContain(empty.id)
})

test('starts recording although an empty earlier one can’t be deleted', async () => {
  const { recorder } = openEngine(
    { ...SAMPLE_RECORDING, bytes: 0 },
    { bytes: 0, removeFiles: () => Promise.reject(new DOMException('in use', 'NoModificationAllowedError')) },
  )
  expect(await recorder.open(ORDER)).toEqual({ started: true })
})

test('a second start doesn’t forget the recording that the first one has just begun', async () => {
  const { recorder, kept, recordings } = openEngine(SAMPLE_RECORDING, { bytes: 0 })
  await vi.advanceTimersByTimeAsync(0)
  const list = async () => [...kept.values()]
  const slow = Promise.withResolvers<void>()
  const readings = [() => slow.promise.then(list)]
  recordings.list = () => readings.shift()?.() ?? list()
  const second = recorder.open(ORDER)
  await recorder.open({ ...ORDER, choices: { ...ORDER.choices, source: 'tab' } })
  const recordingId = recorder.live()?.recordingId ?? ''
  slow.resolve()
  await second
  expect([...kept.keys()]).toContain(recordingId)
})

test('a recording starts within two seconds although an earlier one can’t be read', async () => {
  const { recorder, recordings } = openEngine(SAMPLE_RECORDING, { readFile: () => new Promise(() => {}) })
  await vi.advanceTimersByTimeAsync(0)
  const opened = recorder.open(ORDER)
  await vi.advanceTimersByTimeAsync(2000)
  expect(recorder.live()).not.toBeNull()
  expect(await opened).toEqual({ started: true })
  expect(await recordings.list()).toHaveLength(2)
})
