import { describe, expect, test } from 'vitest'
import { PLANS } from '@callfolio/shared/plans.ts'
import { diskSpace } from './warnings.ts'
import { tooLongForPlan } from '../stored/plan-limit.ts'
import { announceWarnings, followTalk, NOTHING_ANNOUNCED, recordingWarnings, type RecordingFacts } from './warnings.ts'

const MINUTE = 60_000
const WELL: RecordingFacts = {
  elapsedMs: MINUTE,
  picture: 'recorded',
  tabSilentSince: null,
  microphoneSilentSince: null,
  microphone: { is: 'recorded' },
  writtenAtMs: MINUTE,
  soundStoppedSince: null,
  muted: false,
  hasLeftCall: false,
  disk: 'enough',
  plan: PLANS.free,
  captions: null,
}
const getWarnings = (facts: Partial<RecordingFacts>) =>
  recordingWarnings({ ...WELL, ...('elapsedMs' in facts && { writtenAtMs: facts.elapsedMs }), ...facts })
const kinds = (facts: Partial<RecordingFacts>) => getWarnings(facts).map(({ kind }) => kind)

describe('a recording warns', () => {
  test('about nothing when all is well', () => {
    expect(kinds({})).toEqual([])
  })

  test('that the call has ended, instead of its silence', () => {
    const silent = { tabSilentSince: 0, elapsedMs: 10 * MINUTE, hasLeftCall: true }
    expect(getWarnings(silent).map(({ text }) => text)).toEqual(['The call has ended. Stop and get the link?'])
    expect(kinds({ ...silent, hasLeftCall: false })).toEqual(['silent-tab'])
  })

  test('about a missing or stopped picture, and says that the sound is recorded', () => {
    expect(kinds({ picture: 'awaited', elapsedMs: 9999 })).toEqual([])
    expect(kinds({ picture: 'awaited', elapsedMs: 10_000 })).toEqual(['no-picture'])
    expect(getWarnings({ picture: 'lost' })[0]?.text).toContain('Audio is still being recorded.')
    expect(kinds({ picture: 'awaited', writtenAtMs: undefined })).toEqual([])
  })

  test('two minutes before the plan’s limit, and at the limit that it continues and is kept', () => {
    expect(kinds({ elapsedMs: 18 * MINUTE - 1 })).toEqual([])
    const [soon] = getWarnings({ elapsedMs: 18 * MINUTE })
    expect(soon?.text).toBe(
      'The Starter plan allows recordings up to 20 minutes. You can continue: the recording is saved on this computer.',
    )
    const [over] = getWarnings({ elapsedMs: 20 * MINUTE })
    expect(over?.text).toBe(
      'This recording exceeds the Starter plan’s 20-minute limit. After you stop, download it, or upgrade to upload it.',
    )
  })

  test('about no limit when there is none or it is unknown', () => {
    for (const plan of [PLANS.pro, null]) expect(kinds({ elapsedMs: 600 * MINUTE, plan })).toEqual([])
  })

  test.each([
    [
      '20 s of talk without captions, and names the key',
      {},
      'No captions for 30 s. Turn them on in the meeting (Google Meet: press “c”).',
    ],
    ['hidden captions during talk', { page: 'hidden' }, 'No captions for 30 s.'],
    ['captions alone that never came', { isAlone: true, talkMs: 0, hasLines: false }, 'No captions for 30 s.'],
    ['captions alone that were turned off', { isAlone: true, talkMs: 0, page: 'hidden' }, 'No captions for 30 s.'],
    ['a page that can’t be read', { page: 'unreadable', talkMs: 0 }, 'We’ll transcribe the recording instead.'],
    ['such a page without sound', { page: 'unreadable', isAlone: true }, 'Record the tab to get a transcript.'],
    ['nothing for less than 20 s of talk', { talkMs: 19_999 }, null],
    ['nothing in a pause of captions alone', { isAlone: true, talkMs: 0 }, null],
    ['nothing within 20 s of the last caption', { sinceMs: MINUTE - 19_999 }, null],
  ] as const)('about %s', (_, facts, text) => {
    const captions = {
      page: 'shown',
      hasLines: true,
      isAlone: false,
      sinceMs: MINUTE / 2,
      talkMs: 20_000,
      atMs: MINUTE,
    } as const
    const [warning] = getWarnings({ captions: { ...captions, ...facts } })
    expect(warning?.text ?? '').toMatch(text ?? /^$/)
  })

  test('only after talk without captions, not after background noise', () => {
    const quiet = followTalk({ sinceMs: 0, talkMs: 0, atMs: 0 }, 0.3, 5000)
    expect(followTalk(quiet, 0.6, 7000)).toEqual({ sinceMs: 0, talkMs: 2000, atMs: 7000 })
  })

  test('about each side that was silent for ten seconds, but not about a muted microphone', () => {
    expect(kinds({ tabSilentSince: 50_000, microphoneSilentSince: 50_000 })).toEqual([
      'silent-tab',
      'silent-microphone',
    ])
    expect(kinds({ tabSilentSince: 51_000, microphoneSilentSince: 50_000, muted: true })).toEqual([])
    expect(getWarnings({ tabSilentSince: 35_000 })[0]?.text).toBe('No sound from the call for 25 s.')
  })

  test('about sides that are not recorded at all', () => {
    expect(kinds({ microphone: { is: 'absent' }, microphoneSilentSince: 10_000 })).toEqual(['no-microphone'])
    expect(kinds({ microphone: { is: 'other', used: 'Built-in' } })).toEqual(['other-microphone'])
    expect(kinds({ tabSilentSince: undefined })).toEqual(['no-tab-sound'])
  })

  test('about a nearly full disk before anything else', () => {
    expect(kinds({ disk: 'low', microphone: { is: 'absent' } })).toEqual(['disk-low', 'no-microphone'])
  })

  test('when no data was written for ten seconds, but never for a recording without a file', () => {
    expect(kinds({ writtenAtMs: 50_001 })).toEqual([])
    expect(getWarnings({ writtenAtMs: 48_000 })).toEqual([
      {
        kind: 'no-data',
        text: 'Nothing recorded for 12 s. Stop, then start again. The recording so far is saved.',
      },
    ])
    expect(kinds({ writtenAtMs: undefined })).toEqual([])
  })

  test('about sound that stopped for two seconds, instead of the silence it causes', () => {
    expect(kinds({ soundStoppedSince: 58_001 })).toEqual([])
    expect(kinds({ soundStoppedSince: 58_000, tabSilentSince: 10_000, microphoneSilentSince: 10_000 })).toEqual([
      'sound-stopped',
    ])
  })

  test('about a disconnected microphone, without a second warning about its silence', () => {
    expect(kinds({ microphone: { is: 'ended' }, microphoneSilentSince: 10_000 })).toEqual(['microphone-ended'])
  })

  test('about a microphone that can’t be opened, and names the one still recorded', () => {
    const [warning] = getWarnings({ microphone: { is: 'failed', used: 'Built-in', wanted: 'Headset' } })
    expect(warning).toEqual({
      kind: 'microphone-failed',
      text: 'Can’t open “Headset”. Still recording with “Built-in”.',
    })
  })
})

describe('a warning', () => {
  const silent = { kind: 'silent-tab', text: 'No sound' } as const
  const full = { kind: 'disk-low', text: 'Full' } as const
  /** The kinds announced at each time, ms. */
  const announcedAt = (seen: [number, (typeof silent | typeof full)[]][]) =>
    seen.reduce<{ announced: typeof NOTHING_ANNOUNCED; kinds: string[][] }>(
      ({ announced, kinds: before }, [now, warnings]) => {
        const step = announceWarnings(announced, warnings, now)
        return { announced: step.announced, kinds: [...before, step.alarms.map(({ kind }) => kind)] }
      },
      { announced: NOTHING_ANNOUNCED, kinds: [] },
    ).kinds

  test('is announced when it appears, once for as long as it lasts', () => {
    expect(
      announcedAt([
        [0, []],
        [100, [silent]],
        [200, [silent, full]],
        [20 * MINUTE, [silent, full]],
      ]),
    ).toEqual([[], ['silent-tab'], ['disk-low'], []])
  })

  test('that recurs is announced every five minutes at most', () => {
    expect(
      announcedAt([
        [0, [silent]],
        [1000, []],
        [5 * MINUTE - 1, [silent]],
        [5 * MINUTE, []],
        [5 * MINUTE + 1, [silent]],
      ]),
    ).toEqual([['silent-tab'], [], [], [], ['silent-tab']])
  })
})

test('reports disk space as enough, low or used up, and as enough when the browser doesn’t report it', () => {
  const free = (bytes: number) => diskSpace({ quota: 1e9, usage: 1e9 - bytes })
  expect([free(1e9), free(150e6), free(150e6 - 1), free(30e6 - 1)]).toEqual(['enough', 'enough', 'low', 'full'])
  expect(diskSpace({})).toBe('enough')
})

test('keeps a recording that is longer than its plan allows, with a second of tolerance', () => {
  expect(tooLongForPlan(20 * MINUTE + 1000, PLANS.free)).toBeNull()
  expect(tooLongForPlan(20 * MINUTE + 1001, PLANS.free)).toMatch(
    /^The Starter plan allows recordings up to 20 minutes\./,
  )
  expect(tooLongForPlan(600 * MINUTE, PLANS.pro)).toBeNull()
  expect(tooLongForPlan(600 * MINUTE, null)).toBeNull()
})
