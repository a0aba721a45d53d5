import { describe, expect, test } from 'vitest'
import { PLANS } from '@callfolio/shared/plans.ts'
import { diskSpace } from './warnings.ts'
import { tooLongForPlan } from '../take/plan-limit.ts'
import { recordingWarnings, type RecordingFacts } from './warnings.ts'

const MINUTE = 60_000
const WELL: RecordingFacts = {
  elapsedMs: MINUTE,
  tabSilentSince: null,
  microphoneSilentSince: null,
  lacksMicrophone: false,
  muted: false,
  disk: 'enough',
  plan: PLANS.free,
}
const kinds = (facts: Partial<RecordingFacts>) => recordingWarnings({ ...WELL, ...facts }).map(({ kind }) => kind)

describe('a recording warns', () => {
  test('of nothing when all is well', () => {
    expect(kinds({})).toEqual([])
  })

  test('two minutes before the plan’s limit, and at it that it goes on and is kept', () => {
    expect(kinds({ elapsedMs: 18 * MINUTE - 1 })).toEqual([])
    const [soon] = recordingWarnings({ ...WELL, elapsedMs: 18 * MINUTE })
    expect(soon?.text).toBe(
      'The Starter plan takes recordings up to 20 minutes. You can go on: the recording is kept here.',
    )
    const [over] = recordingWarnings({ ...WELL, elapsedMs: 20 * MINUTE })
    expect(over?.text).toBe(
      'Longer than the 20 minutes of the Starter plan. It goes on and is kept here, to download or to upload with a larger plan.',
    )
  })

  test('of no limit where there is none, or none is known', () => {
    for (const plan of [PLANS.pro, null]) expect(kinds({ elapsedMs: 600 * MINUTE, plan })).toEqual([])
  })

  test('of each side that was silent for ten seconds, but not of a muted microphone', () => {
    expect(kinds({ tabSilentSince: 50_000, microphoneSilentSince: 50_000 })).toEqual([
      'silent-tab',
      'silent-microphone',
    ])
    expect(kinds({ tabSilentSince: 51_000, microphoneSilentSince: 50_000, muted: true })).toEqual([])
    expect(recordingWarnings({ ...WELL, tabSilentSince: 35_000 })[0]?.text).toBe('No sound from the call for 25 s.')
  })

  test('of what is not recorded at all', () => {
    expect(kinds({ lacksMicrophone: true, microphoneSilentSince: undefined })).toEqual(['no-microphone'])
    expect(kinds({ tabSilentSince: undefined })).toEqual(['no-tab-sound'])
  })

  test('of a disk that is nearly full, first of all', () => {
    expect(kinds({ disk: 'low', lacksMicrophone: true })).toEqual(['disk-low', 'no-microphone'])
  })
})

test('space on the disk is enough, low or used up; a browser that doesn’t tell has enough', () => {
  const free = (bytes: number) => diskSpace({ quota: 1e9, usage: 1e9 - bytes })
  expect([free(1e9), free(150e6), free(150e6 - 1), free(30e6 - 1)]).toEqual(['enough', 'enough', 'low', 'full'])
  expect(diskSpace({})).toBe('enough')
})

test('a recording that is longer than the plan takes is kept, with a second of tolerance', () => {
  expect(tooLongForPlan(20 * MINUTE + 1000, PLANS.free)).toBeNull()
  expect(tooLongForPlan(20 * MINUTE + 1001, PLANS.free)).toMatch(
    /^The Starter plan takes recordings up to 20 minutes\./,
  )
  expect(tooLongForPlan(600 * MINUTE, PLANS.pro)).toBeNull()
  expect(tooLongForPlan(600 * MINUTE, null)).toBeNull()
})
