import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Spool } from './spool.ts'
import { recordTracks, type TrackRecorder } from './track-recorder.ts'

/** What a browser's recorder does with a format, one after the other. */
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
let begun: number
let recorders: FakeRecorder[]
let recording: TrackRecorder

function record(...behaviours: Behaviour[]): void {
  const spool: Spool = {
    async write(piece) {
      written.push(await piece.text())
      return written.join('').length
    },
    read: async () => new Blob(),
    clear: async () => void written.splice(0),
    close: async () => {},
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
    onBegin: () => (begun += 1),
    onFailure: ({ message }) => failures.push(message),
  })
}

const current = () => recorders.at(-1)

beforeEach(() => {
  ;[written, failures, recorders, begun] = [[], [], [], 0]
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('the format of a recording that runs', () => {
  test('is the best one when it gives data', async () => {
    record('works')
    current()?.give('one')
    await vi.advanceTimersByTimeAsync(60_000)
    await recording.stop()
    expect([current()?.mimeType, written, begun, failures]).toEqual(['best', ['one'], 1, []])
  })

  test('is the next one when the browser refuses one, or it fails before it gave anything', async () => {
    record('is refused', 'fails at once', 'works')
    await vi.advanceTimersByTimeAsync(0)
    current()?.give('three')
    await recording.stop()
    expect([current()?.mimeType, written, failures]).toEqual(['last', ['three'], []])
  })

  test('is the next one when one gives nothing for six seconds, whatever the browser promised', async () => {
    record('gives nothing', 'works')
    await vi.advanceTimersByTimeAsync(5999)
    expect(current()?.mimeType).toBe('best')
    await vi.advanceTimersByTimeAsync(1)
    expect([current()?.mimeType, begun]).toEqual(['second', 2])
  })

  test('stays while it is paused, and nothing begins after the end', async () => {
    record('gives nothing', 'works')
    recording.pause()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(recorders).toHaveLength(1)
    await recording.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(recorders).toHaveLength(1)
  })

  test('is none when none works, and that is a failure', async () => {
    record('is refused', 'is refused', 'is refused')
    await vi.advanceTimersByTimeAsync(0)
    expect(failures).toEqual(['This browser can record in no format that is known.'])
  })
})

test('a recorder that fails after it gave data ends the recording and keeps what there is', async () => {
  record('works')
  current()?.give('one')
  current()?.fail()
  await recording.stop()
  expect([recorders.length, written, failures]).toEqual([1, ['one'], ['encoder']])
})
