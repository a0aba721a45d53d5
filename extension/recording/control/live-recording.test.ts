import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CaptureOrder } from '../../messaging/recording-protocol.ts'
import type { Capture } from '../capture/capture.ts'
import type { FoundCaptions, RecordingCaptions } from '../stored/recording-captions.ts'
import type { RecordingStore } from '../stored/recording-store.ts'
import type { Recording } from '../stored/recording.ts'
import { createLiveRecorder, type LiveRecordingDeps } from './live-recording.ts'

/** The browser's recorder: its data comes when it is stopped. */
class SlowMediaRecorder extends EventTarget {
  static isTypeSupported = (): boolean => true
  state = 'inactive'
  readonly mimeType: string
  readonly stream: MediaStream

  constructor(stream: MediaStream, { mimeType = '' }: MediaRecorderOptions) {
    super()
    this.stream = stream
    this.mimeType = mimeType
    recorders.push(this)
  }

  start(): void {
    if (!this.stream.active) throw new DOMException('The stream is inactive.', 'NotSupportedError')
    this.state = 'recording'
  }

  pause(): void {
    this.state = 'paused'
  }

  resume(): void {
    this.state = 'recording'
  }

  stop(): void {
    this.state = 'inactive'
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['call']) }))
    this.dispatchEvent(new Event('stop'))
  }
}

class FakeStream {
  active = true
}

let recorders: SlowMediaRecorder[]
beforeEach(() => {
  recorders = []
  vi.useFakeTimers()
  vi.stubGlobal('MediaRecorder', SlowMediaRecorder)
  vi.stubGlobal('MediaStream', FakeStream)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ORDER: CaptureOrder = {
  server: '',
  choices: { source: 'tab', microphone: false, microphoneId: null, captions: false },
  tab: { id: 1, width: 1280, height: 720 },
  title: { text: 'Call', source: 'file' },
  participants: [],
  streamId: 'stream',
  consent: null,
  link: false,
}

/** A machine whose files and captures open when the test lets them. */
function openEngine({ unopenable = 'none', ...deps }: Partial<LiveRecordingDeps> & { unopenable?: string } = {}) {
  const stored = new Map<string, Recording>()
  const written = new Map<string, string>()
  const open = new Set<string>()
  const sent: Recording[] = []
  const alarms: string[] = []
  const files = Promise.withResolvers<void>()
  const lightened = Promise.withResolvers<void>()
  const call = new FakeStream() as MediaStream & FakeStream
  const capture: Capture = {
    call,
    mix: {
      mixed: {} as MediaStreamTrack,
      tab: null,
      microphone: null,
      setMicrophone: () => {},
      setMuted: () => {},
      levels: () => ({ tab: 0, microphone: null }),
      isRunning: () => true,
      close: async () => {},
    },
    lighten: () => lightened.promise,
    microphone: null,
    onEnd: () => {},
    close: async () => void (call.active = false),
  }
  const recordings: RecordingStore = {
    list: async () => [...stored.values()],
    get: async (id) => stored.get(id) ?? null,
    put: async (recording) => void stored.set(recording.id, recording),
    update: async (id, change) => {
      const recording = stored.get(id)
      if (recording) stored.set(id, { ...recording, ...change })
    },
    remove: async (id) => void stored.delete(id),
  }
  const captions: RecordingCaptions = {
    find: () => Promise.reject(new Error('none')),
    webvtt: async () => null,
    forget: async () => {},
  }
  const ending = { onEnded: async () => {} }
  const recorder = createLiveRecorder({
    openCapture: async () => capture,
    async openSpool(name) {
      if (name.endsWith(unopenable)) throw new Error('no disk')
      await files.promise
      open.add(name)
      return {
        async write(piece) {
          written.set(name, (written.get(name) ?? '') + (await piece.text()))
          return written.get(name)?.length ?? 0
        },
        read: async () => new Blob(),
        close: async () => void open.delete(name),
      }
    },
    recordings,
    captions,
    signedInUser: async () => 'ann',
    getPlan: async () => null,
    estimate: async () => ({}),
    hold: () => {},
    getSending: () => ({ state: 'idle', sentBytes: 0, failure: null, shareUrl: null, isCopied: false }),
    now: () => Date.now(),
    onLive: () => {},
    onState: () => {},
    onAlarm: ({ kind, text }) => void (kind === 'ended' && alarms.push(text)),
    send: (recording) => void sent.push(recording),
    abandon: async () => {},
    forget: async ({ id }) => void stored.delete(id),
    onEnded: () => ending.onEnded(),
    ...deps,
  })
  return { recorder, recordings, stored, written, open, sent, alarms, files, lightened, capture, captions, ending }
}

/** An engine on a machine so busy that its sound is recorded before its picture. */
async function openBusyEngine() {
  const engine = openEngine()
  await engine.recorder.open(ORDER)
  await vi.advanceTimersByTimeAsync(1500)
  engine.files.resolve()
  await vi.advanceTimersByTimeAsync(500)
  return engine
}

test('keeps the sound when Stop comes before a busy machine records the picture', async () => {
  const { recorder, stored, written, open, sent, alarms, lightened } = await openBusyEngine()
  await recorder.stop()
  const [recording] = stored.values()
  expect(recording).toMatchObject({ state: 'recorded', note: null, bytes: 4, durationMs: 500 })
  expect([sent.length, alarms, [...written.values()], open.size]).toEqual([1, [], ['call'], 0])
  lightened.resolve()
  await vi.advanceTimersByTimeAsync(1000)
  expect(recorders.map(({ state }) => state)).toEqual(['inactive'])
})

test('pauses a picture that a busy machine records only after Pause', async () => {
  const { recorder, lightened } = await openBusyEngine()
  recorders[0]?.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['call']) }))
  await vi.advanceTimersByTimeAsync(0)
  recorder.pause()
  lightened.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(recorders.map(({ state }) => state)).toEqual(['paused', 'paused'])
  recorder.resume()
  await vi.advanceTimersByTimeAsync(0)
  expect(recorders.map(({ state }) => state)).toEqual(['recording', 'recording'])
  await recorder.stop()
})

test('records nothing after Stop, and closes files that open late', async () => {
  const { recorder, files, open, stored } = openEngine()
  await recorder.open(ORDER)
  await vi.advanceTimersByTimeAsync(500)
  const discarded = recorder.discard()
  await vi.advanceTimersByTimeAsync(500)
  files.resolve()
  await vi.advanceTimersByTimeAsync(0)
  await discarded
  expect([recorders.length, open.size, stored.size]).toEqual([0, 0, 0])
})

test('a stopped recording whose sources fail late doesn’t end the next one', async () => {
  const first = Promise.withResolvers<Capture>()
  const opening = [first.promise]
  const engine = openEngine({ openCapture: async () => opening.shift() ?? engine.capture })
  const { recorder, files, stored } = engine
  files.resolve()
  await recorder.open(ORDER)
  await recorder.stop()
  await recorder.open(ORDER)
  await vi.advanceTimersByTimeAsync(500)
  first.reject(new DOMException('closed', 'NotAllowedError'))
  await vi.advanceTimersByTimeAsync(500)
  expect(recorder.live()?.recordingId).toBe([...stored.keys()].at(-1))
  expect(recorders.map(({ state }) => state)).toEqual(['recording', 'recording'])
  await recorder.stop()
})

test('requests no picture when Stop comes before the recording is on disk', async () => {
  const stored = Promise.withResolvers<void>()
  let captures = 0
  const { recorder, recordings } = openEngine({
    openCapture: () => Promise.reject(new Error(String((captures += 1)))),
  })
  recordings.put = () => stored.promise
  void recorder.open(ORDER)
  await vi.advanceTimersByTimeAsync(0)
  await recorder.stop()
  stored.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(captures).toBe(0)
})

test('says that the disk doesn’t respond when the recording’s entry isn’t saved within half a minute', async () => {
  const { recorder, recordings, alarms } = openEngine()
  recordings.put = hang
  recordings.update = hang
  const opened = recorder.open(ORDER)
  await vi.advanceTimersByTimeAsync(30_000)
  const problem = 'The recording couldn’t start: the disk isn’t responding. Restart the browser.'
  expect(await opened).toEqual({ started: false, problem })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([recorder.live(), alarms]).toEqual([null, [`${problem} Nothing was recorded.`]])
})

test('closes the files that opened when another one can’t be opened', async () => {
  const { recorder, files, open, alarms } = openEngine({ unopenable: '-call' })
  await recorder.open(ORDER)
  await vi.advanceTimersByTimeAsync(0)
  files.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect([recorder.live(), open.size]).toEqual([null, 0])
  expect(alarms).toEqual(['The recording couldn’t start: no disk Nothing was recorded.'])
})

test.each([
  ['the audio mix never closes', (engine: ReturnType<typeof openEngine>) => (engine.capture.close = hang)],
  ['the lookup of captions hangs', (engine: ReturnType<typeof openEngine>) => (engine.captions.find = hang)],
  [
    'the recording’s entry can’t be saved',
    (engine: ReturnType<typeof openEngine>) => (engine.recordings.update = hang),
  ],
  ['the list of recordings can’t be read', (engine: ReturnType<typeof openEngine>) => (engine.ending.onEnded = hang)],
])('Stop ends within a minute and sends the recording although %s', async (_, hamper) => {
  const engine = openEngine()
  const { recorder, files, sent } = engine
  files.resolve()
  await recorder.open({ ...ORDER, choices: { ...ORDER.choices, captions: true } })
  await vi.advanceTimersByTimeAsync(500)
  hamper(engine)
  void recorder.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([recorder.live(), sent.length]).toEqual([null, 2])
  expect(await recorder.open(ORDER)).toEqual({ started: true })
})

test('captions that are found after Stop don’t become those of the next recording', async () => {
  const found = Promise.withResolvers<FoundCaptions>()
  const engine = openEngine()
  const { recorder, files, stored } = engine
  engine.captions.find = () => found.promise
  files.resolve()
  const order: CaptureOrder = { ...ORDER, choices: { ...ORDER.choices, captions: true } }
  await recorder.open(order)
  await vi.advanceTimersByTimeAsync(500)
  void recorder.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  engine.captions.find = hang
  await recorder.open(order)
  found.resolve({ sessionIds: ['earlier'], name: 'Earlier', health: '', page: 'shown', lastLineAt: 1 })
  await vi.advanceTimersByTimeAsync(500)
  expect(recorder.live()?.title.text).toBe('Call')
  void recorder.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([...stored.values()].at(-1)?.captionSessionIds).toEqual([])
})

function hang(): Promise<never> {
  return new Promise(() => {})
}
