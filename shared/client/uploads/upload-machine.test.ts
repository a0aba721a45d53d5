import { describe, expect, test } from 'vitest'
import { ApiError } from '../../api-client.ts'
import { failure, type Failure } from '../../failures.ts'
import { INITIAL_POLL } from '../../progress/poll.ts'
import { BrowserFailure, getFailure } from '../get-failure.ts'
import { createUploadEntry, type UploadEntry } from './upload-entry.ts'
import { reduceUpload, type UploadEvent, type UploadItem } from './upload-machine.ts'

const FILE = createUploadEntry({ name: 'call.mp4', size: 1000, type: 'video/mp4', lastModified: 0 }, { userId: 'ann' })
const RECORDING: UploadEntry = { ...FILE, fileSize: null, recordingId: 'recording' }

/** Runs events through the machine. @returns the upload's state and the effects of the last event. */
function run(...events: UploadEvent[]) {
  return events.reduce<ReturnType<typeof reduceUpload>>(({ item }, event) => reduceUpload(item, event), {
    item: null,
    effects: [],
  })
}
const chosen = (entry: UploadEntry): UploadEvent => ({
  type: 'chosen',
  entry,
  durationSeconds: 60,
  hasFile: true,
  at: 0,
})
const TURN: UploadEvent = { type: 'turn' }
const broken = (why: Failure, attempt = 1): UploadEvent => ({ type: 'interrupted', attempt, why })
const answered = (...answer: ConstructorParameters<typeof ApiError>) => getFailure(new ApiError(...answer))
const finished = (attempt = 1): UploadEvent => ({ type: 'finished', attempt, storagePath: 'ann/1.mp4', bytes: 1000 })
const made = (attempt = 1): UploadEvent => ({ type: 'made', attempt, micrositeId: 'm' })
const polled = (phase: 'ready' | 'failed' | 'timed_out', attempt = 2): UploadEvent => ({
  type: 'polled',
  attempt,
  poll: { ...INITIAL_POLL, phase, failure: phase === 'ready' ? null : failure('no_audio', 'No.') },
  title: 'Kick-off',
})
const getPhase = (item: UploadItem | null) => item?.state.phase
const types = ({ effects }: ReturnType<typeof reduceUpload>) => effects.map(({ type }) => type)

/** Failures that pass on their own, or when the person is back. */
const PASSING: [string, Failure][] = [
  ['no network', getFailure(new TypeError('Failed to fetch'))],
  ['signed out', failure('no_authorization')],
  ['a session that has ended', answered('session_not_found', 401, 'No such session.')],
  ['a refusal without a code when signed out', answered('unreadable', 401, 'Who are you?')],
  ['a busy server', answered('unreadable', 503, 'Busy')],
  ['a locked upload', answered('unreadable', 423, 'Locked')],
  ['too many requests', answered('too_many_requests', 429, 'Slowly.')],
  ['a newer server that asks to wait', answered('unknown', 503, 'Moving house.')],
]
const REFUSALS: [string, Failure][] = [
  ['a month that is used up', answered('microsite_limit_reached', 402, 'All used.')],
  ['what is too long', getFailure(new BrowserFailure('too_long', 'Too long.'))],
  ['captions without speech', failure('nobody_heard')],
  ['a refusal that only a newer server knows', answered('unknown', 402, 'This needs another plan.')],
]
const UNREADABLE: [string, Failure][] = [
  ['a file that can’t be read', failure('file_unreadable')],
  ['no file', failure('file_missing')],
]
const FILE_REFUSALS: [string, Failure][] = [
  ['what is no video', answered('not_a_video', 415, 'Please choose a video file.')],
  ['what is too large', answered('payload_too_large', 413, 'Too large.')],
]

describe('a failed attempt', () => {
  test.each(PASSING)('of a recording is retried automatically: %s', (_what, why) => {
    const step = run(chosen(RECORDING), broken(why))
    expect([getPhase(step.item), types(step)]).toEqual(['retrying', ['retryLater']])
    expect(reduceUpload(step.item, { type: 'retryDue', attempt: 1 }).effects).toEqual([{ type: 'send', attempt: 2 }])
  })

  test.each([...UNREADABLE, ...FILE_REFUSALS, ...REFUSALS])(
    'of a recording that can’t be resumed waits for the person, who still has it: %s',
    (_what, why) => {
      const step = run(chosen(RECORDING), broken(why))
      expect([step.item?.state, types(step)]).toEqual([{ phase: 'refused', failure: why }, ['failPage']])
      expect(types(reduceUpload(step.item, { type: 'resumed' }))).toEqual(['send'])
    },
  )

  test.each([...PASSING, ...REFUSALS])(
    'of a file waits for the person, without choosing it again: %s',
    (_what, why) => {
      const step = run(chosen(FILE), TURN, broken(why))
      expect(step.item?.state).toMatchObject({ phase: 'stopped', needsFile: false })
      expect(step.effects).toEqual([])
    },
  )

  test.each(UNREADABLE)('of a missing file needs the same file chosen again: %s', (_what, why) => {
    expect(run(chosen(FILE), TURN, broken(why)).item?.state).toEqual({
      phase: 'stopped',
      problem: why,
      needsFile: true,
    })
  })

  test.each(FILE_REFUSALS)('of a file that the server rejects is not offered for resuming: %s', (_what, why) => {
    const step = run(chosen(FILE), TURN, broken(why))
    expect([step.item?.state, types(step)]).toEqual([{ phase: 'refused', failure: why }, ['forget']])
  })

  test('caused by a missing sign-in uses our own words, and resumes when its owner is back', () => {
    const step = run(chosen(FILE), TURN, broken(answered('bad_jwt', 401, 'JWT expired at 12:00.')))
    expect(step.item?.state).toMatchObject({ phase: 'stopped', problem: failure('no_authorization') })
    expect(getPhase(reduceUpload(step.item, { type: 'signedIn' }).item)).toBe('waiting')
    const limited = run(chosen(FILE), TURN, broken(answered('microsite_limit_reached', 402, 'You must be signed in')))
    expect(getPhase(reduceUpload(limited.item, { type: 'signedIn' }).item)).toBe('stopped')
  })

  test('shows acknowledged bytes, not bytes in flight', () => {
    const { item } = run(
      chosen(FILE),
      TURN,
      { type: 'acknowledged', attempt: 1, bytes: 400 },
      { type: 'sent', attempt: 1, bytes: 700, at: 0 },
      broken(failure('unreachable')),
    )
    expect(item?.entry.sentBytes).toBe(400)
  })

  test('is cleared as soon as more bytes have been sent', () => {
    const again = run(chosen(RECORDING), broken(failure('unavailable')), { type: 'retryDue', attempt: 1 })
    expect(again.item?.state).toMatchObject({ phase: 'sending', after: { code: 'unavailable' } })
    const moved = reduceUpload(again.item, { type: 'sent', attempt: 2, bytes: 1, at: 9 })
    expect(moved.item).toMatchObject({ state: { phase: 'sending', after: null }, movedAt: 9 })
  })
})

describe('after a restart', () => {
  const restored = (change: Partial<UploadEntry>) => run({ type: 'restored', entry: { ...FILE, ...change } })

  test('asks for a file again, and resumes where the server has it', () => {
    const step = restored({ sentBytes: 500 })
    expect([step.item?.state, types(step)]).toEqual([
      { phase: 'stopped', problem: null, needsFile: true },
      ['askOffset'],
    ])
    expect(reduceUpload(step.item, { type: 'offsetKnown', bytes: null }).item?.entry.sentBytes).toBe(0)
  })

  test('turns a file that has arrived into a microsite without asking for it', () => {
    const { item } = restored({ storagePath: 'ann/1.mp4' })
    expect([getPhase(item), reduceUpload(item, TURN).effects]).toEqual(['waiting', [{ type: 'start', attempt: 1 }]])
  })

  test('waits for a microsite that is being made', () => {
    expect(types(restored({ micrositeId: 'm' }))).toEqual(['watch'])
  })

  test('lets the recorder offer a recording, and waits for it once it is a microsite', () => {
    expect(restored({ recordingId: 'recording' }).item).toBeNull()
    expect(types(restored({ recordingId: 'recording', micrositeId: 'm' }))).toEqual(['watch'])
  })
})

describe('a microsite', () => {
  const begun = [chosen(RECORDING), finished(), made()]

  test('is saved before the recording’s files are removed', () => {
    expect(run(...begun).effects).toEqual([
      { type: 'note', change: { micrositeId: 'm' } },
      { type: 'release' },
      { type: 'watch', attempt: 2, micrositeId: 'm' },
    ])
  })

  test.each([
    ['ready', null],
    ['failed', 'No.'],
  ] as const)('that is %s is announced once, and forgotten', (phase, problem) => {
    const step = run(...begun, polled(phase))
    expect([getPhase(step.item), step.effects]).toEqual([
      phase,
      [{ type: 'announce', title: 'Kick-off', micrositeId: 'm', problem }, { type: 'forget' }],
    ])
    expect(reduceUpload(step.item, polled(phase)).effects).toEqual([])
  })

  test('is kept and only polled again after bringing nothing new for too long', () => {
    const step = run(...begun, polled('timed_out'))
    expect([getPhase(step.item), step.effects]).toEqual(['failed', []])
    expect(types(reduceUpload(step.item, { type: 'jobRestarted' }))).toEqual([])
    expect(types(reduceUpload(step.item, { type: 'resumed' }))).toEqual(['watch'])
  })

  test('is back in the journal when its failed job reruns', () => {
    expect(types(run(...begun, polled('failed'), { type: 'jobRestarted' }))).toEqual(['remember', 'watch'])
  })
})

test('sends a file once when it was chosen twice because of a late answer', () => {
  const step = run(chosen(FILE), TURN, chosen(FILE))
  expect([getPhase(step.item), step.effects]).toEqual(['sending', []])
})

test('deletes a canceled upload on the server too', () => {
  expect(types(run(chosen(FILE), TURN, { type: 'cancelled' }))).toEqual(['abort', 'discard'])
})

test('shows its place in the queue while it waits on the server', () => {
  const last = {
    status: 'processing',
    step: 0,
    progress: 0,
    step_detail: null,
    failure: null,
    error_message: null,
  } as const
  const poll = { ...INITIAL_POLL, last: { ...last, waiting: { before: 2, seconds: 200 } } }
  const { item } = run(chosen(RECORDING), finished(), made(), { type: 'polled', attempt: 2, poll, title: null })
  expect(item?.state).toMatchObject({
    phase: 'processing',
    step: 1,
    detail: 'Waiting: 2 ahead of you, about 3 minutes',
  })
})

describe('a title typed while the server was unreachable', () => {
  const typed: UploadEvent = { type: 'renamed', title: 'Typed', sent: false }
  const sent = { type: 'namePage', title: 'Typed' }

  test('is sent at each opportunity until its page has it', () => {
    expect(run(chosen(RECORDING), typed).effects).toContainEqual(sent)
    expect(
      run(chosen(RECORDING), typed, broken(failure('unreachable')), { type: 'retryDue', attempt: 1 }).effects,
    ).toContainEqual(sent)
    expect(run(chosen(RECORDING), typed, finished(), made()).effects).toContainEqual(sent)
    const kept = { ...RECORDING, title: 'Typed', titleUnsent: true, micrositeId: 'm' }
    expect(run({ type: 'restored', entry: kept }).effects, 'after a restart').toContainEqual(sent)
    const named: UploadEvent = { ...typed, sent: true }
    expect(types(run(chosen(RECORDING), typed, named, finished(), made()))).not.toContain('namePage')
  })

  test('is not replaced by the one its page still has', () => {
    const { item } = run(chosen(RECORDING), finished(), made(), typed, polled('ready'))
    expect(item?.entry.title).toBe('Typed')
  })
})
