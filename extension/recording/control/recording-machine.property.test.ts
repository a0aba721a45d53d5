import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Take } from '../take/take.ts'
import {
  isOnDisk,
  isRunning,
  reduceRecording,
  type RecordingEffect,
  type RecordingEvent,
  type RecordingState,
} from './recording-machine.ts'
import { elapsedMs } from './recording-time.ts'

const takeAt = (startedAt: number, hasPicture: boolean): Take => ({
  id: `take of ${startedAt}`,
  server: 'http://localhost',
  userId: 'ann',
  source: hasPicture ? 'tab' : 'captions',
  title: 'Call',
  titleSource: 'file',
  tabId: 1,
  mimeType: '',
  files: { mixed: hasPicture ? 'call' : null, microphone: null, tab: null },
  soundsFromMs: 0,
  startedAt,
  endedAt: startedAt,
  pauses: [],
  bytes: 0,
  durationMs: 0,
  consent: null,
  captions: !hasPicture,
  captionSessionIds: [],
  link: false,
  state: 'recording',
  note: null,
})

/** Something that happens some time after what was before it. `bytes` that came since then. */
interface Happening {
  afterMs: number
  make: (at: number, bytes: number) => RecordingEvent
  bytes: number
}

const make: fc.Arbitrary<Happening['make']> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Happening['make']>(() => ({ type: 'opened' })) },
  {
    weight: 3,
    arbitrary: fc.boolean().map((hasPicture): Happening['make'] => (at) => ({
      type: 'captured',
      take: takeAt(at, hasPicture),
    })),
  },
  { weight: 3, arbitrary: fc.constant<Happening['make']>(() => ({ type: 'started' })) },
  { weight: 1, arbitrary: fc.constant<Happening['make']>(() => ({ type: 'refused', problem: 'No.' })) },
  { weight: 1, arbitrary: fc.constant<Happening['make']>(() => ({ type: 'startFailed', problem: 'No.' })) },
  { weight: 1, arbitrary: fc.constant<Happening['make']>((at) => ({ type: 'begun', at })) },
  {
    weight: 3,
    arbitrary: fc.constant<Happening['make']>((at, bytes) => ({ type: 'grown', bytes, mimeType: 'video/mp4', at })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('paused' as const, 'resumed' as const, 'ticked' as const)
      .map((type): Happening['make'] => (at) => ({ type, at })),
  },
  { weight: 1, arbitrary: fc.constant<Happening['make']>((at) => ({ type: 'renamed', title: `Mine at ${at}` })) },
  {
    weight: 1,
    arbitrary: fc.constant<Happening['make']>(() => ({
      type: 'captionsFound',
      sessionIds: ['one'],
      name: 'Weekly sync',
    })),
  },
  {
    weight: 2,
    arbitrary: fc.boolean().map((isDiscarded): Happening['make'] => (at) => ({
      type: 'ended',
      reason: null,
      at,
      isDiscarded,
    })),
  },
  { weight: 2, arbitrary: fc.constant<Happening['make']>(() => ({ type: 'closed' })) },
)
const happenings = fc.array(fc.record({ afterMs: fc.nat(5000), make, bytes: fc.nat(1000) }), {
  maxLength: 80,
  size: 'max',
})

interface Seen {
  before: RecordingState
  event: RecordingEvent
  state: RecordingState
  effects: RecordingEffect[]
  at: number
}

/** Checks rules after each event of any order of events; `start` makes what one order's rules remember. */
function always(start: () => (seen: Seen) => void): void {
  fc.assert(
    fc.property(happenings, (events) => {
      const rule = start()
      let state: RecordingState = { phase: 'idle' }
      let [at, size] = [1_000_000, 0]
      for (const { afterMs, make: toEvent, bytes } of events) {
        at += afterMs
        size += bytes
        const before = state
        const event = toEvent(at, size)
        const step = reduceRecording(before, event)
        ;({ state } = step)
        rule({ before, event, at, ...step })
      }
    }),
    { numRuns: 500 },
  )
}

/** Which phases may follow which. */
const NEXT: Record<RecordingState['phase'], RecordingState['phase'][]> = {
  idle: ['asking'],
  asking: ['starting', 'failed'],
  starting: ['recording', 'stopping', 'failed'],
  recording: ['paused', 'stopping'],
  paused: ['recording', 'stopping'],
  stopping: ['kept', 'discarded'],
  kept: ['asking'],
  discarded: ['asking'],
  failed: ['asking'],
}

const types = (effects: RecordingEffect[]) => effects.map(({ type }) => type)

/** Within a rule, which most events say nothing of. */
const check = expect

describe('in any order of events a recording', () => {
  test('comes to every phase there is, or these tests would say little', () => {
    const reached = new Set<string>()
    always(
      () =>
        ({ state }) =>
          void reached.add(state.phase),
    )
    expect([...reached, 'idle'].sort()).toEqual(expect.arrayContaining(Object.keys(NEXT)))
  })

  test('stands where it may, and gets there by a way there is', () => {
    expect(() =>
      always(() => ({ before, state }) => {
        if (before.phase !== state.phase) check(NEXT[before.phase]).toContain(state.phase)
        if (state.phase === 'recording') check(state.time.pausedAt).toBeNull()
        if (isOnDisk(state)) check(state.take.state).toBe('recording')
        if (state.phase === 'kept') check(state.take.state).toBe('recorded')
      }),
    ).not.toThrow()
  })

  test('is forgotten only when it could not start, the person discarded it, or nothing was recorded', () => {
    expect(() =>
      always(() => {
        let isDiscarded = false
        return ({ before, event, effects }) => {
          if (event.type === 'captured' && before.phase === 'asking') isDiscarded = false
          if (event.type === 'ended' && event.isDiscarded && isOnDisk(before)) isDiscarded = true
          for (const effect of effects) {
            if (effect.type !== 'forget') continue
            const isEmpty = effect.take.files.mixed !== null && effect.take.bytes === 0
            check(isDiscarded || isEmpty || event.type === 'startFailed').toBe(true)
          }
        }
      }),
    ).not.toThrow()
  })

  test('is saved as recorded, with all its bytes, before its file ends, it is sent and its lock is let go', () => {
    expect(() =>
      always(() => {
        let bytes = 0
        return ({ before, event, state, effects }) => {
          if (event.type === 'captured' && before.phase === 'asking') bytes = 0
          if (event.type === 'grown' && isOnDisk(before)) ({ bytes } = event)
          if (event.type !== 'closed' || effects.length === 0) return
          check(types(effects)).toEqual([
            'note',
            'finishFile',
            'show',
            state.phase === 'kept' ? 'keep' : 'forget',
            'release',
          ])
          check(effects[0]).toMatchObject({ take: { state: 'recorded', bytes } })
        }
      }),
    ).not.toThrow()
  })

  test('holds its lock from its first byte on disk to its end, and closes what it opened once', () => {
    expect(() =>
      always(() => {
        let [isHeld, isOpen] = [false, false]
        return ({ state, effects }) => {
          for (const { type } of effects) {
            if (type === 'hold') {
              check(isHeld).toBe(false)
              isHeld = true
            }
            if (type === 'start') {
              check([isHeld, isOpen]).toEqual([true, false])
              isOpen = true
            }
            if (type === 'stop') {
              check(isOpen).toBe(true)
              isOpen = false
            }
            if (type === 'release') {
              check([isHeld, isOpen]).toEqual([true, false])
              isHeld = false
            }
          }
          check(isHeld).toBe(isOnDisk(state))
          check(isOpen).toBe(isOnDisk(state) && state.phase !== 'stopping')
        }
      }),
    ).not.toThrow()
  })

  test('is sent from its first piece on, once, and not after it was discarded', () => {
    expect(() =>
      always(() => {
        let isSent = false
        return ({ before, event, effects }) => {
          if (event.type === 'captured' && before.phase === 'asking') isSent = false
          if (!types(effects).includes('sendGrowing')) return
          check(isSent).toBe(false)
          check(before.phase === 'stopping' && before.isDiscarded).toBe(false)
          isSent = true
        }
      }),
    ).not.toThrow()
  })

  test('what was discarded is taken back from the server, and never sent', () => {
    expect(() =>
      always(() => {
        let isDiscarded = false
        return ({ before, event, effects, state }) => {
          if (event.type === 'captured' && before.phase === 'asking') isDiscarded = false
          if (event.type === 'ended' && event.isDiscarded && isOnDisk(before)) isDiscarded = true
          if (isDiscarded) check(types(effects)).not.toContain('keep')
          if (state.phase === 'stopping' && state.isDiscarded && !(before.phase === 'stopping' && before.isDiscarded))
            check(types(effects)).toContain('abandon')
        }
      }),
    ).not.toThrow()
  })

  test('has a clock that never goes back but for a recorder that begins again, and stands still while it is paused', () => {
    expect(() =>
      always(() => ({ before, event, at }) => {
        if (!isOnDisk(before) || event.type === 'begun') return
        const { state } = reduceRecording(before, event)
        if (!isOnDisk(state)) return
        check(elapsedMs(state.time, at)).toBe(elapsedMs(before.time, at))
        if (state.phase === 'paused') check(elapsedMs(state.time, at + 1000)).toBe(elapsedMs(state.time, at))
        check(elapsedMs(state.time, at)).toBeGreaterThanOrEqual(0)
      }),
    ).not.toThrow()
  })

  test('does nothing more once it has ended, until the next one is opened', () => {
    expect(() =>
      always(() => ({ before, event, state, effects }) => {
        if (isRunning(before) || event.type === 'opened') return
        check({ state, effects }).toEqual({ state: before, effects: [] })
      }),
    ).not.toThrow()
  })

  test('is called what the person typed last, else by the meeting’s own name, else as it began', () => {
    expect(() =>
      always(() => {
        let title = 'Call'
        return ({ before, event, state, effects }) => {
          if (event.type === 'captured' && before.phase === 'asking') title = 'Call'
          if (event.type === 'renamed' && isOnDisk(before)) {
            ;({ title } = event)
            check(effects).toMatchObject([{ type: 'note', take: { title, titleSource: 'typed' } }])
          }
          if (event.type === 'captionsFound' && isOnDisk(before) && title === 'Call') title = 'Weekly sync'
          if (isOnDisk(state)) check(state.take.title).toBe(title)
          for (const effect of effects) if (effect.type === 'keep') check(effect.take.title).toBe(title)
        }
      }),
    ).not.toThrow()
  })

  test('is the only one', () => {
    expect(() =>
      always(() => ({ before, event, state, effects }) => {
        if (event.type === 'opened' && isRunning(before))
          check({ state, effects }).toEqual({ state: before, effects: [] })
      }),
    ).not.toThrow()
  })
})
