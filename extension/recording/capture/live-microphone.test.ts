import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openLiveMicrophone, type LiveMicrophone } from './live-microphone.ts'

/** A microphone that is recorded until it is stopped or disconnected. */
class FakeTrack extends EventTarget {
  readyState: MediaStreamTrackState = 'live'
  readonly id: string
  constructor(id: string) {
    super()
    this.id = id
  }
  get label(): string {
    return NAMES[this.id] ?? ''
  }
  getSettings = () => ({ deviceId: this.id })
  stop(): void {
    this.readyState = 'ended'
  }
}

const NAMES: Record<string, string> = {
  default: 'Default - Built-in',
  built: 'Built-in',
  headset: 'Headset',
  usb: 'USB',
}

/** What a microphone does when it is opened. */
type Behaviour = 'works' | 'fails' | 'hangs'

let plugged: string[]
let behaviours: Record<string, Behaviour>
let opened: FakeTrack[]
let requests: number
/** Opens the requests that hang. */
let release: () => void
/** Ids of the recorded microphones in order; null for silence. */
let recorded: (string | null)[]

function open(id: string | null): Promise<MediaStream> {
  requests += 1
  const wanted = id ?? 'default'
  const isThere = id === null ? plugged.length > 0 : plugged.includes(id)
  const behaviour = behaviours[wanted] ?? 'works'
  if (behaviour === 'fails' || !isThere) return Promise.reject(new DOMException('in use', 'NotReadableError'))
  const open = () => {
    const track = new FakeTrack(wanted)
    opened.push(track)
    const stream: Partial<MediaStream> = { getTracks: () => [track as never], getAudioTracks: () => [track as never] }
    return stream as MediaStream
  }
  if (behaviour === 'works') return Promise.resolve(open())
  return new Promise((resolve) => {
    const before = release
    release = () => (before(), resolve(open()))
  })
}

async function record(chosenId: string | null): Promise<LiveMicrophone> {
  const list = async () => plugged.map((id) => ({ id, name: NAMES[id] ?? '' }))
  const microphone = await openLiveMicrophone({ chosenId, open, list })
  recorded.push(idOf(microphone.stream()))
  microphone.onStream((stream) => recorded.push(idOf(stream)))
  return microphone
}

function idOf(stream: MediaStream | null): string | null {
  return stream?.getAudioTracks()[0]?.getSettings().deviceId ?? null
}

async function unplug(microphone: LiveMicrophone, id: string): Promise<void> {
  plugged = plugged.filter((each) => each !== id)
  for (const track of opened.filter((each) => each.id === id && each.readyState === 'live')) {
    track.stop()
    track.dispatchEvent(new Event('ended'))
  }
  await microphone.check()
  await settled()
}

async function plugIn(microphone: LiveMicrophone, id: string): Promise<void> {
  plugged = [...plugged, id]
  await microphone.check()
}

const settled = () => vi.advanceTimersByTimeAsync(0)
const live = () => opened.filter(({ readyState }) => readyState === 'live').map(({ id }) => id)

beforeEach(() => {
  ;[plugged, behaviours, opened, recorded, requests] = [['built', 'usb'], {}, [], [], 0]
  release = () => {}
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('choosing another microphone', () => {
  test('records it and closes the one before', async () => {
    const microphone = await record('built')
    await microphone.choose('usb')
    expect([recorded, live(), microphone.chosenId(), microphone.state()]).toEqual([
      ['built', 'usb'],
      ['usb'],
      'usb',
      { is: 'recorded' },
    ])
  })

  test('keeps the current one and says so when the new one can’t be opened', async () => {
    behaviours = { usb: 'fails' }
    const microphone = await record('built')
    await microphone.choose('usb')
    await microphone.check()
    expect([recorded, live(), microphone.chosenId()]).toEqual([['built'], ['built'], 'built'])
    expect(microphone.state()).toEqual({ is: 'failed', wanted: 'USB', used: 'Built-in' })
    behaviours = {}
    await microphone.choose('usb')
    expect(microphone.state()).toEqual({ is: 'recorded' })
  })

  test('gives up one that doesn’t open in five seconds, and closes it when it opens later', async () => {
    behaviours = { usb: 'hangs' }
    const microphone = await record('built')
    const chosen = microphone.choose('usb')
    expect(live(), 'the current one is still recorded').toEqual(['built'])
    await vi.advanceTimersByTimeAsync(5000)
    await chosen
    expect(microphone.state()).toEqual({ is: 'failed', wanted: 'USB', used: 'Built-in' })
    release()
    await settled()
    expect([recorded, live()]).toEqual([['built'], ['built']])
  })

  test('twice in a row records only the second, in whichever order they open', async () => {
    plugged.push('headset')
    behaviours = { usb: 'hangs' }
    const microphone = await record('built')
    const first = microphone.choose('usb')
    await microphone.choose('headset')
    release()
    await first
    expect([recorded, live(), microphone.chosenId()]).toEqual([['built', 'headset'], ['headset'], 'headset'])
  })

  test('is abandoned when the recording stops before it opens', async () => {
    behaviours = { usb: 'hangs' }
    const microphone = await record('built')
    const chosen = microphone.choose('usb')
    microphone.close()
    release()
    await chosen
    expect([recorded, live()]).toEqual([['built'], []])
  })
})

describe('a disconnected microphone', () => {
  test('is replaced with a notice, and recorded again when it is plugged in', async () => {
    const microphone = await record('usb')
    await unplug(microphone, 'usb')
    expect(microphone.state()).toEqual({ is: 'other', used: 'Built-in' })
    await plugIn(microphone, 'usb')
    expect([recorded, live(), microphone.state()]).toEqual([
      ['usb', null, 'default', 'usb'],
      ['usb'],
      { is: 'recorded' },
    ])
    expect(microphone.offered()).toBeNull()
  })

  test('that was the system default is replaced by the new default, with a notice for a while', async () => {
    const microphone = await record(null)
    await unplug(microphone, 'default')
    expect(microphone.state()).toEqual({ is: 'other', used: 'Built-in' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect([live(), microphone.state()]).toEqual([['default'], { is: 'recorded' }])
  })

  test('without a replacement is reported until one is plugged in, which is recorded', async () => {
    plugged = ['usb']
    const microphone = await record('usb')
    await unplug(microphone, 'usb')
    expect([microphone.state(), microphone.stream()]).toEqual([{ is: 'ended' }, null])
    await plugIn(microphone, 'headset')
    expect([live(), microphone.state(), microphone.offered()]).toEqual([
      ['default'],
      { is: 'other', used: 'Built-in' },
      null,
    ])
  })

  test('that can’t be opened when it is back is not tried again until devices change', async () => {
    const microphone = await record('usb')
    await unplug(microphone, 'usb')
    behaviours = { usb: 'hangs' }
    const back = plugIn(microphone, 'usb')
    await vi.advanceTimersByTimeAsync(5000)
    await back
    behaviours = {}
    await microphone.check()
    expect(live()).toEqual(['default'])
    await plugIn(microphone, 'headset')
    expect(live()).toEqual(['usb'])
  })

  test('is replaced when it ends while another one fails to open', async () => {
    behaviours = { usb: 'hangs' }
    const microphone = await record('built')
    const chosen = microphone.choose('usb')
    await unplug(microphone, 'built')
    await vi.advanceTimersByTimeAsync(5000)
    await chosen
    expect([live(), microphone.state()]).toEqual([['default'], { is: 'other', used: 'Built-in' }])
  })
})

describe('a microphone that is plugged in', () => {
  test('is offered, and recorded only when the person switches to it', async () => {
    const microphone = await record('built')
    expect(microphone.offered(), 'what was there before is no news').toBeNull()
    await plugIn(microphone, 'headset')
    expect([microphone.offered(), live()]).toEqual([{ id: 'headset', name: 'Headset' }, ['built']])
    await microphone.choose('headset')
    expect([microphone.offered(), live()]).toEqual([null, ['headset']])
  })

  test('is not offered anymore once dismissed or unplugged', async () => {
    const microphone = await record('built')
    await plugIn(microphone, 'headset')
    microphone.dismissOffer()
    await microphone.check()
    expect(microphone.offered()).toBeNull()
    await unplug(microphone, 'headset')
    await plugIn(microphone, 'headset')
    expect(microphone.offered()?.id).toBe('headset')
    await unplug(microphone, 'headset')
    expect(microphone.offered()).toBeNull()
  })
})

test('without permission for a microphone, none is recorded and the browser is not asked again', async () => {
  plugged = []
  const microphone = await record(null)
  await microphone.check()
  expect([requests, recorded, microphone.state()]).toEqual([1, [null], { is: 'absent' }])
})
