import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FAILURES, failure, type Failure, type FailureCode } from '../../failures.ts'
import { INITIAL_POLL, type PollState } from '../../progress/poll.ts'
import { createUploadEntry, type UploadEntry } from './upload-entry.ts'
import {
  hasEnded,
  isRecording,
  reduceUpload,
  type UploadEffect,
  type UploadEvent,
  type UploadItem,
  type UploadState,
} from './upload-machine.ts'

const SIZE = 1000
/** A newer server's code with its `retryable`, or a code known here. */
const anyFailure: fc.Arbitrary<Failure> = fc.oneof(
  fc.constantFrom(...(Object.keys(FAILURES) as FailureCode[])).map((code) => failure(code)),
  fc.boolean().map((retryable) => ({ code: 'unknown', message: 'No.', retryable })),
)
const PHASES: PollState['phase'][] = ['polling', 'ready', 'failed', 'timed_out']

const OF_THE_PERSON = ['signedIn', 'signedOut', 'paused', 'resumed', 'jobRestarted'] as const
const AT_THE_END = ['cancelled', 'dismissed', 'handedOver'] as const

const fileEntry = (): UploadEntry =>
  createUploadEntry({ name: 'call.mp4', size: SIZE, type: 'video/mp4', lastModified: 0 }, { userId: 'ann' })
const recordingEntry = (): UploadEntry =>
  createUploadEntry(
    { name: 'call.mp4', size: null, type: 'video/mp4', lastModified: 0 },
    { userId: 'ann', recordingId: 't' },
  )

/** An event that may happen at any time; `stale`: it belongs to an earlier attempt. */
interface Happening {
  stale: boolean
  make: (item: UploadItem | null, attempt: number, entry: UploadEntry) => UploadEvent
}

const bytes = fc.integer({ min: 0, max: SIZE })
const anyHappening: fc.Arbitrary<Happening> = fc.record({
  stale: fc.nat(4).map((die) => die === 0),
  make: fc.oneof(
    // Progress events are likelier, or most orders would end at the beginning.
    {
      weight: 4,
      arbitrary: fc.oneof(
        fc.boolean().map((hasFile): Happening['make'] => (item, _attempt, entry) => ({
          type: 'chosen',
          entry: item?.entry ?? entry,
          durationSeconds: null,
          hasFile: hasFile || entry.recordingId !== undefined,
          at: 0,
        })),
        fc.constant<Happening['make']>(() => ({ type: 'turn' })),
        fc.boolean().map((isEmpty): Happening['make'] => (_item, attempt) => ({
          type: 'finished',
          attempt,
          storagePath: isEmpty ? null : 'ann/1.mp4',
          bytes: isEmpty ? 0 : SIZE,
        })),
        fc.constant<Happening['make']>((_item, attempt) => ({ type: 'made', attempt, micrositeId: 'm' })),
        fc.constant<Happening['make']>(() => ({ type: 'linked', shareUrl: 'https://calls.example/s/one' })),
        fc.constantFrom(...PHASES).map((phase): Happening['make'] => (_item, attempt) => ({
          type: 'polled',
          attempt,
          poll: { ...INITIAL_POLL, phase },
          title: null,
        })),
      ),
    },
    {
      weight: 3,
      arbitrary: fc.oneof(
        bytes.map((sent): Happening['make'] => (_item, attempt) => ({ type: 'sent', attempt, bytes: sent, at: 1 })),
        bytes.map((there): Happening['make'] => (_item, attempt) => ({ type: 'acknowledged', attempt, bytes: there })),
        fc.option(bytes).map((there): Happening['make'] => () => ({ type: 'offsetKnown', bytes: there })),
        anyFailure.map((why): Happening['make'] => (_item, attempt) => ({ type: 'interrupted', attempt, why })),
        fc.constant<Happening['make']>((_item, attempt) => ({ type: 'retryDue', attempt })),
        fc.constantFrom(...OF_THE_PERSON).map((type): Happening['make'] => () => ({ type })),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.oneof(
        fc.constant<Happening['make']>((item, _attempt, entry) => ({ type: 'restored', entry: item?.entry ?? entry })),
        fc.constantFrom(...AT_THE_END).map((type): Happening['make'] => () => ({ type })),
      ),
    },
  ),
})
const happenings = fc.array(anyHappening, { maxLength: 60, size: 'max' })
const anyEntry = fc.boolean().map((recorded) => (recorded ? recordingEntry() : fileEntry()))

interface Seen {
  before: UploadItem | null
  event: UploadEvent
  item: UploadItem | null
  effects: UploadEffect[]
}

/** Runs events through the machine. `see` is called after each event. @returns the final upload. */
function run(entry: UploadEntry, events: Happening[], see: (seen: Seen) => void = () => {}): UploadItem | null {
  let item: UploadItem | null = null
  for (const { stale, make } of events) {
    const before: UploadItem | null = item
    const event = make(before, (before?.attempt ?? 1) - (stale ? 1 : 0), entry)
    const step = reduceUpload(before, event)
    item = step.item
    see({ before, event, item, effects: step.effects })
  }
  return item
}

/** Checks a rule after each event of any order of events, for files and recordings. */
function always(rule: (seen: Seen) => void): void {
  fc.assert(
    fc.property(anyEntry, happenings, (entry, events) => {
      run(entry, events, rule)
    }),
    { numRuns: 1000 },
  )
}

const types = (effects: UploadEffect[]) => effects.map(({ type }) => type)
const WORK = ['send', 'start', 'watch', 'retryLater']

/** Codes with which the server discards a file. */
const REFUSED = ['not_a_video', 'payload_too_large', 'upload_gone']

/** Allowed transitions between phases. */
const NEXT: Record<UploadState['phase'] | 'none', (UploadState['phase'] | 'none')[]> = {
  none: ['waiting', 'sending', 'stopped', 'processing', 'starting'],
  waiting: ['sending', 'starting', 'stopped', 'none'],
  sending: ['starting', 'retrying', 'stopped', 'refused', 'none'],
  starting: ['processing', 'retrying', 'stopped', 'refused', 'none'],
  retrying: ['sending', 'starting', 'stopped', 'none'],
  stopped: ['waiting', 'sending', 'starting', 'processing', 'none'],
  refused: ['sending', 'starting', 'none'],
  processing: ['ready', 'failed', 'none'],
  failed: ['processing', 'none'],
  ready: ['none'],
}

/** Called within a rule; most events have nothing to check. */
const check = expect

describe('in any order of events an upload', () => {
  test('reaches every phase, or these tests would prove little', () => {
    const reached = new Set<string>()
    expect(() =>
      fc.assert(
        fc.property(anyEntry, happenings, (entry, events) => {
          run(entry, events, ({ item }) => reached.add(item?.state.phase ?? 'none'))
        }),
        { numRuns: 1000 },
      ),
    ).not.toThrow()
    expect([...reached].sort()).toEqual(Object.keys(NEXT).sort())
  })

  test('only enters phases that are allowed, by allowed transitions', () => {
    expect(() =>
      always(({ before, item }) => {
        const [from, to] = [before?.state.phase ?? 'none', item?.state.phase ?? 'none'] as const
        if (from !== to) check(NEXT[from]).toContain(to)
        if (item === null) return
        const { state, entry, hasFile, isActive } = item
        if (['sending', 'starting', 'retrying'].includes(state.phase)) check(isActive).toBe(true)
        if (['waiting', 'stopped', 'refused', 'failed', 'ready'].includes(state.phase)) check(isActive).toBe(false)
        if (['processing', 'failed', 'ready'].includes(state.phase)) check(entry.micrositeId).toBe('m')
        if (state.phase === 'stopped') check(state.needsFile).toBe(!hasFile && entry.storagePath === null)
        if (state.phase === 'waiting') check(isRecording(item)).toBe(false)
        if (state.phase === 'retrying') check(isRecording(item)).toBe(true)
      }),
    ).not.toThrow()
  })

  test('requests its microsite only when all its bytes have arrived', () => {
    expect(() =>
      always(({ item, effects }) => {
        if (!types(effects).includes('start') || item === null) return
        if (!isRecording(item)) check(item.entry.storagePath).not.toBeNull()
      }),
    ).not.toThrow()
  })

  test('never shows fewer bytes than acknowledged, and only the server changes acknowledged bytes', () => {
    expect(() =>
      always(({ before, event, item }) => {
        if (item === null) return
        if (item.acknowledged !== null) check(item.entry.sentBytes).toBeGreaterThanOrEqual(item.acknowledged)
        if (!['acknowledged', 'offsetKnown', 'finished'].includes(event.type))
          check(item.acknowledged).toBe(before?.acknowledged ?? null)
      }),
    ).not.toThrow()
  })

  test('keeps its file until its microsite is made, unless it is given up or the server rejects the file', () => {
    expect(() =>
      always(({ before, event, item, effects }) => {
        const made = before?.entry.micrositeId === 'm' || event.type === 'made'
        const isRefused =
          before !== null && !isRecording(before) && event.type === 'interrupted' && REFUSED.includes(event.why.code)
        const wasRefused = before !== null && hasEnded(before)
        const givenUp = event.type === 'cancelled'
        if (types(effects).includes('release')) check(event.type).toBe('made')
        if (types(effects).includes('discard')) check(givenUp).toBe(true)
        if (types(effects).includes('forget') || (before !== null && item === null))
          check(made || isRefused || wasRefused || givenUp).toBe(true)
        // After a restart the person finds the microsite, so it is saved before the files are removed.
        if (event.type === 'made' && effects.length > 0) check(types(effects).slice(0, 2)).toEqual(['note', 'release'])
      }),
    ).not.toThrow()
  })

  test('runs at most one piece of work at a time', () => {
    expect(() =>
      fc.assert(
        fc.property(anyEntry, happenings, (entry, events) => {
          let running = false
          run(entry, events, ({ before, event, item, effects }) => {
            const reported = 'attempt' in event && before?.attempt === event.attempt && item !== before
            const isEnd = !['sent', 'acknowledged'].includes(event.type) && !(event.type === 'polled' && item?.isActive)
            if (reported && isEnd) running = false
            for (const { type } of effects) {
              if (type === 'abort') running = false
              if (!WORK.includes(type)) continue
              check(running).toBe(false)
              running = true
            }
            check(item?.isActive ?? false).toBe(running)
          })
        }),
        { numRuns: 1000 },
      ),
    ).not.toThrow()
  })

  test('does nothing more once it has ended', () => {
    expect(() =>
      always(({ before, event, item, effects }) => {
        if (before === null || !hasEnded(before)) return
        if (event.type === 'cancelled' || event.type === 'dismissed') check(types(effects)).toEqual(['forget'])
        else check({ item, effects }).toEqual({ item: before, effects: [] })
      }),
    ).not.toThrow()
  })

  test('ignores reports from an attempt that is over', () => {
    expect(() =>
      always(({ before, event, item, effects }) => {
        if (before === null || !('attempt' in event)) return
        if (event.attempt === before.attempt && before.isActive) return
        check({ item, effects }).toEqual({ item: before, effects: [] })
      }),
    ).not.toThrow()
  })

  test('can still become a microsite after any events, unless the person gave it up', () => {
    expect(() =>
      fc.assert(
        fc.property(anyEntry, happenings, (entry, events) => {
          let item =
            run(entry, events) ??
            reduceUpload(null, { type: 'chosen', entry, durationSeconds: null, hasFile: true, at: 0 }).item
          for (let steps = 0; steps < 12 && item !== null && !hasEnded(item); steps += 1)
            item = reduceUpload(item, helpful(item)).item
          check(item?.state.phase === 'ready' || (item?.state.phase === 'refused' && !isRecording(item))).toBe(true)
        }),
        { numRuns: 1000 },
      ),
    ).not.toThrow()
  })
})

/** The next event when server, network and person all do their part. */
function helpful({ attempt, entry, state, isActive }: UploadItem): UploadEvent {
  switch (state.phase) {
    case 'waiting':
      return { type: 'turn' }
    case 'sending':
      return { type: 'finished', attempt, storagePath: 'ann/1.mp4', bytes: SIZE }
    case 'starting':
      return { type: 'made', attempt, micrositeId: 'm' }
    case 'retrying':
      return { type: 'retryDue', attempt }
    case 'stopped':
      return { type: 'chosen', entry, durationSeconds: null, hasFile: true, at: 0 }
    case 'processing':
      if (!isActive) return { type: 'signedIn' }
      return { type: 'polled', attempt, poll: { ...INITIAL_POLL, phase: 'ready' }, title: null }
    case 'failed':
      return { type: state.mayRun ? 'resumed' : 'jobRestarted' }
    case 'refused':
    case 'ready':
      return { type: 'resumed' }
  }
}
