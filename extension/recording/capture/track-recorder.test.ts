import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Spool } from './spool.ts'
import { recordTracks, type TrackRecorder } from './track-recorder.ts'

/** How the browser's recorder handles formats, in order. */
type Behaviour = 'works' | 'is refused' | 'fails at once' | 'gives nothing'

class FakeRecorder extends EventTarget {
  state: RecordingState = 'inactive'
  readonly mimeType: string

  constructor(mimeType: string) {
    super()
    this.mimeType = mimeType
  }

  start(): void {
    this.state = 'recording'
    this.dispatchEvent(new Event('start'))
  }

  give(text: string): void {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([text]) }))
  }

  fail(): void {
    this.state = 'inactive'
    this.dispatchEvent(Object.assign(new Event('error'), { error: new Error('encoder') }))
  }

  pause(): void {
    this.state = 'paused'
  }

  stop(): void {
    this.state = 'inactive'
    this.dispatchEvent(new Event('stop'))
  }
}

const FORMATS = ['best', 'second', 'last'].map((mimeType) => ({ mimeType, options: {} }))

let written: string[]
let failures: string[]
let slow: number
let waitForDisk: () => Promise<void>
let isClosed: boolean
let recorders: FakeRecorder[]
let recording: TrackRecorder

function record(...behaviours: Behaviour[]): void {
  const spool: Spool = {
    async write(piece) {
      await waitForDisk()
      written.push(await piece.text())
      return written.join('').length
    },
    read: async () => new Blob(),
    close: async () => void (isClosed = true),
  }
  const openRecorder = (_stream: MediaStream, { mimeType = '' }: MediaRecorderOptions) => {
    const behaviour = behaviours.shift() ?? 'works'
    if (behaviour === 'is refused') throw new DOMException('no such encoder', 'NotSupportedError')
    const recorder = new FakeRecorder(mimeType)
    recorders.push(recorder)
    if (behaviour === 'fails at once') queueMicrotask(() => recorder.fail())
    return recorder as unknown as MediaRecorder
  }
  recording = recordTracks({
    stream: {} as MediaStream,
    formats: FORMATS,
    spool,
    openRecorder,
    onPiece: () => {},
    onSlow: () => (slow += 1),
    onFailure: ({ message }) => failures.push(message),
  })
}

const current = () => recorders.at(-1)

beforeEach(() => {
  ;[written, failures, recorders, slow, isClosed] = [[], [], [], 0, false]
  waitForDisk = async () => {}
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('a running recording’s format', () => {
  test('is the best one when it produces data', async () => {
    record('works')
    current()?.give('one')
    await vi.advanceTimersByTimeAsync(60_000)
    await recording.stop()
    expect([current()?.mimeType, written, slow, failures]).toEqual(['best', ['one'], 0, []])
  })

  test('is the next one when the browser rejects one, or it fails before it produced data', async () => {
    record('is refused', 'fails at once', 'works')
    await vi.advanceTimersByTimeAsync(0)
    current()?.give('three')
    await recording.stop()
    expect([current()?.mimeType, written, failures]).toEqual(['last', ['three'], []])
  })

  test('is none when none works, and fails with the browser’s own reason', async () => {
    record('is refused', 'is refused', 'is refused')
    await vi.advanceTimersByTimeAsync(0)
    expect(failures).toEqual(['no such encoder'])
  })
})

test('reduces a recorder’s load once after six seconds without data, and keeps recording', async () => {
  record('gives nothing')
  await vi.advanceTimersByTimeAsync(5999)
  expect(slow).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  current()?.give('late')
  await recording.stop()
  expect([recorders.length, slow, written, failures]).toEqual([1, 1, ['late'], []])
})

test('abandons a recorder that never stops, and closes its file', async () => {
  record('works')
  current()?.give('one')
  const last = current()
  if (last) last.stop = () => {}
  const stopped = recording.stop()
  await vi.advanceTimersByTimeAsync(15_000)
  await stopped
  expect(written).toEqual(['one'])
})

test('ends the recording when a recorder fails after it produced data, and keeps the data', async () => {
  record('works')
  current()?.give('one')
  current()?.fail()
  await recording.stop()
  expect([recorders.length, written, failures]).toEqual([1, ['one'], ['encoder']])
})

test('waits for a slow disk when it is stopped, and no longer than 15 s for one that hangs', async () => {
  const disk: (() => void)[] = []
  record('works')
  waitForDisk = () => new Promise((resolve) => disk.push(resolve))
  for (const piece of ['one', 'two', 'three']) current()?.give(piece)
  let isStopped = false
  const stopped = recording.stop().then(() => (isStopped = true))
  for (const seconds of [14, 14]) {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    disk.shift()?.()
  }
  await vi.advanceTimersByTimeAsync(15_000)
  expect([written, isStopped]).toEqual([['one', 'two'], false])
  await vi.advanceTimersByTimeAsync(15_000)
  await stopped
  expect([written, isClosed, failures]).toEqual([['one', 'two'], true, []])
})
