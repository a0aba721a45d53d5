import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Recording } from '../stored/recording.ts'
import {
  isRunning,
  reduceRecording,
  type RecordingEffect,
  type RecordingEvent,
  type RecordingState,
} from './recording-machine.ts'
import { elapsedMs } from '../stored/recording-time.ts'

const recordingAt = (startedAt: number, hasPicture: boolean): Recording => ({
  id: `recording of ${startedAt}`,
  server: 'http://localhost',
  userId: 'ann',
  source: hasPicture ? 'tab' : 'captions',
  title: 'Call',
  titleSource: 'file',
  tabId: 1,
  mimeType: '',
  files: { mixed: hasPicture ? 'call' : null, sound: hasPicture ? 'sound' : null, microphone: null, tab: null },
  startedAt,
  endedAt: startedAt,
  pauses: [],
  marks: [],
  participants: [],
  bytes: 0,
  durationMs: 0,
  consent: null,
  captions: !hasPicture,
  captionSessionIds: [],
  link: false,
  state: 'recording',
  note: null,
})

/** An event some time after the previous one. `bytes`: bytes that arrived since then. */
interface Happening {
  afterMs: number
  make: (at: number, bytes: number) => RecordingEvent
  bytes: number
}

const make: fc.Arbitrary<Happening['make']> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.boolean().map((hasPicture): Happening['make'] => (at) => ({
      type: 'opened',
      recording: recordingAt(at, hasPicture),
    })),
  },
  { weight: 3, arbitrary: fc.constant<Happening['make']>((at) => ({ type: 'began', at })) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('call' as const, 'sound' as const).map((file): Happening['make'] => (_at, bytes) => ({
      type: 'grown',
      file,
      bytes,
      mimeType: file === 'call' ? 'video/mp4' : 'audio/webm',
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('paused' as const, 'resumed' as const, 'ticked' as const, 'marked' as const)
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
    arbitrary: fc.subarray(['Dana Whitfield', 'Leo Brandt', 'Ann Weber']).map((people): Happening['make'] => () => ({
      type: 'seen',
      people,
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.boolean(), fc.constantFrom(null, 'The tab was closed.'))
      .map(([isDiscarded, reason]): Happening['make'] => (at) => ({ type: 'ended', reason, at, isDiscarded })),
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

/** Checks rules after each event of any order of events; `start` creates the state of one order's rules. */
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

/** Allowed transitions between phases. */
const NEXT: Record<RecordingState['phase'], RecordingState['phase'][]> = {
  idle: ['starting'],
  starting: ['recording', 'stopping'],
  recording: ['paused', 'stopping'],
  paused: ['recording', 'stopping'],
  stopping: ['idle'],
}

const types = (effects: RecordingEffect[]) => effects.map(({ type }) => type)

/** Called within a rule; most events have nothing to check. */
const check = expect

describe('in any order of events a recording', () => {
  test('reaches every phase, or these tests would prove little', () => {
    const reached = new Set<string>()
    always(
      () =>
        ({ state }) =>
          void reached.add(state.phase),
    )
    expect([...reached, 'idle'].sort()).toEqual(expect.arrayContaining(Object.keys(NEXT)))
  })

  test('only enters phases that are allowed, by allowed transitions', () => {
    expect(() =>
      always(() => ({ before, state }) => {
        if (before.phase !== state.phase) check(NEXT[before.phase]).toContain(state.phase)
        if (state.phase === 'recording') check(state.time.pausedAt).toBeNull()
        if (state.phase === 'starting') check(state.hasBegun).toBe(false)
        if (isRunning(state)) check(state.recording.state).toBe('recording')
      }),
    ).not.toThrow()
  })

  test('never returns to idle without a saved recording or an explanation, unless the person discarded it', () => {
    expect(() =>
      always(() => {
        let isDiscarded = false
        return ({ before, event, state, effects }) => {
          if (event.type === 'opened' && !isRunning(before)) isDiscarded = false
          if (event.type === 'ended' && event.isDiscarded && isRunning(before)) isDiscarded = true
          check(types(effects).includes('forget')).toBe(isDiscarded && isRunning(before) && !isRunning(state))
          if (isDiscarded || isRunning(state) || !isRunning(before)) return
          const [noted] = effects
          const { note = null } = noted?.type === 'note' ? noted.recording : {}
          check(noted).toMatchObject({ type: 'note', recording: { state: 'recorded' } })
          if (before.hasBegun) check(types(effects)).toContain('keep')
          else check(note).toMatch(/\w.*\.$/)
          check(types(effects).includes('explain')).toBe(note !== null)
        }
      }),
    ).not.toThrow()
  })

  test('shows that it is starting until the first data is on disk', () => {
    expect(() =>
      always(() => {
        let shown = 'idle'
        return ({ state, effects }) => {
          for (const effect of effects) if (effect.type === 'show') shown = effect.state
          if (state.phase !== 'stopping') check(shown).toBe(state.phase)
          else check(shown).not.toBe('idle')
        }
      }),
    ).not.toThrow()
  })

  test('is saved with all its bytes before its file ends, it is sent, its lock is released, and idle is shown', () => {
    expect(() =>
      always(() => {
        let [call, sound] = [0, 0]
        return ({ before, event, effects }) => {
          if (event.type === 'opened' && !isRunning(before)) [call, sound] = [0, 0]
          if (event.type === 'grown' && isRunning(before)) {
            if (event.file === 'call') call = event.bytes
            else if (call === 0) sound = event.bytes
          }
          if (event.type !== 'closed' || effects.length === 0) return
          check(types(effects).filter((type) => type !== 'explain' && type !== 'keep' && type !== 'forget')).toEqual([
            'note',
            'finishFile',
            'release',
            'show',
          ])
          check(effects[0]).toMatchObject({ recording: { state: 'recorded' } })
          if (types(effects).includes('forget')) return
          if (call > 0) check(effects[0]).toMatchObject({ recording: { bytes: call, mimeType: 'video/mp4' } })
          else if (sound > 0) check(effects[0]).toMatchObject({ recording: { bytes: sound, mimeType: 'audio/webm' } })
        }
      }),
    ).not.toThrow()
  })

  test('holds its lock from before it is on disk until its end, and closes what it opened once', () => {
    expect(() =>
      always(() => {
        let [isHeld, isOpen] = [false, false]
        return ({ state, effects }) => {
          for (const { type } of effects) {
            if (type === 'hold') {
              check(isHeld).toBe(false)
              isHeld = true
            }
            if (type === 'open') {
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
          check(isHeld).toBe(isRunning(state))
          check(isOpen).toBe(isRunning(state) && state.phase !== 'stopping')
        }
      }),
    ).not.toThrow()
  })

  test('is sent once, from the first piece with its picture on, and not after it was discarded', () => {
    expect(() =>
      always(() => {
        let isSent = false
        return ({ before, event, effects }) => {
          if (event.type === 'opened' && !isRunning(before)) isSent = false
          if (!types(effects).includes('sendGrowing')) return
          check(isSent).toBe(false)
          check(before.phase === 'stopping' && before.isDiscarded).toBe(false)
          isSent = true
        }
      }),
    ).not.toThrow()
  })

  test('deletes a discarded recording from the server, and never sends it', () => {
    expect(() =>
      always(() => {
        let isDiscarded = false
        return ({ before, event, effects, state }) => {
          if (event.type === 'opened' && !isRunning(before)) isDiscarded = false
          if (event.type === 'ended' && event.isDiscarded && isRunning(before)) isDiscarded = true
          if (isDiscarded) check(types(effects)).not.toContain('keep')
          if (state.phase === 'stopping' && state.isDiscarded && !(before.phase === 'stopping' && before.isDiscarded))
            check(types(effects)).toContain('abandon')
        }
      }),
    ).not.toThrow()
  })

  test('has a clock that starts once with its recorder, never goes back, and pauses with the recording', () => {
    expect(() =>
      always(() => ({ before, event, at }) => {
        if (!isRunning(before) || (event.type === 'began' && !before.hasBegun)) return
        const { state } = reduceRecording(before, event)
        if (!isRunning(state)) return
        check(elapsedMs(state.time, at)).toBe(elapsedMs(before.time, at))
        if (state.phase === 'paused') check(elapsedMs(state.time, at + 1000)).toBe(elapsedMs(state.time, at))
        check(elapsedMs(state.time, at)).toBeGreaterThanOrEqual(0)
      }),
    ).not.toThrow()
  })

  test('saves each mark at once, in order and within the recording, and keeps it to the end', () => {
    always(() => ({ before, event, state, effects }) => {
      if (!isRunning(state) || !isRunning(before) || state.recording.id !== before.recording.id) return
      const { marks } = state.recording
      expect(marks.slice(0, before.recording.marks.length)).toEqual(before.recording.marks)
      const isMarked = event.type === 'marked' && (before.phase === 'recording' || before.phase === 'paused')
      expect(marks).toHaveLength(before.recording.marks.length + (isMarked ? 1 : 0))
      if (!isMarked) return
      expect(marks.at(-1)).toBe(elapsedMs(before.time, event.at))
      expect(effects).toEqual([{ type: 'note', recording: state.recording }])
    })
  })

  test('keeps everyone seen until it ends, in order of appearance', () => {
    expect(() =>
      always(() => {
        let seen: string[] = []
        return ({ event, before, state }) => {
          if (event.type === 'opened' && !isRunning(before)) seen = []
          if (event.type === 'seen' && isRunning(before) && before.phase !== 'stopping')
            seen.push(...event.people.filter((name) => !seen.includes(name)))
          if (isRunning(state)) check(state.recording.participants).toEqual(seen)
        }
      }),
    ).not.toThrow()
  })

  test('does nothing more after it has ended, until the next one is opened', () => {
    expect(() =>
      always(() => ({ before, event, state, effects }) => {
        if (isRunning(before) || event.type === 'opened') return
        check({ state, effects }).toEqual({ state: before, effects: [] })
      }),
    ).not.toThrow()
  })

  test('uses the last title the person typed, else the meeting’s own name, else its initial title', () => {
    expect(() =>
      always(() => {
        let title = 'Call'
        return ({ before, event, state, effects }) => {
          if (event.type === 'opened' && !isRunning(before)) title = 'Call'
          if (event.type === 'renamed' && isRunning(before)) {
            ;({ title } = event)
            check(effects).toMatchObject([{ type: 'note', recording: { title, titleSource: 'typed' } }])
          }
          if (event.type === 'captionsFound' && isRunning(before) && title === 'Call') title = 'Weekly sync'
          if (isRunning(state)) check(state.recording.title).toBe(title)
          for (const effect of effects) if (effect.type === 'keep') check(effect.recording.title).toBe(title)
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
