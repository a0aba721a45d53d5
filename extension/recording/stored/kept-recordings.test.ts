import { expect, test } from 'vitest'
import { createMemoryJournal } from '@callfolio/shared/client/uploads/memory-journal.ts'
import { isEmptyRecording, needsPerson } from '../../messaging/recording-protocol.ts'
import { listKept, type KeptRecordingsDeps } from './kept-recordings.ts'
import type { RecordingStore } from './recording-store.ts'
import type { Recording } from './recording.ts'

const SERVER = 'https://callfolio.example'
const RECORDING: Recording = {
  id: 'one',
  server: SERVER,
  userId: 'ann',
  source: 'tab',
  title: 'Acme, confidential',
  titleSource: 'meeting',
  link: false,
  tabId: 1,
  mimeType: 'video/mp4',
  files: { mixed: 'one-call', sound: 'one-sound', microphone: null, tab: null },
  startedAt: 0,
  endedAt: 61_000,
  pauses: [],
  marks: [],
  participants: [],
  bytes: 4,
  durationMs: 61_000,
  consent: null,
  captions: false,
  captionSessionIds: [],
  state: 'recorded',
  note: null,
}

/** The recording's files: how much each holds, ms, and when it was last written. Null: nothing was written. */
interface Recorded {
  callMs: number | null
  soundMs?: number | null
  writtenAt?: number
}

/** What the signed-in person sees of a recording. */
async function listed(
  recording: Recording,
  who: string | null,
  recorded: Recorded | 'nothing' | 'unreadable' = { callMs: 61_000 },
) {
  const {
    callMs,
    soundMs = callMs,
    writtenAt: lastModified = 0,
  } = typeof recorded === 'string' ? { callMs: null } : recorded
  const isWritten = {
    'one-call': recorded !== 'nothing' && callMs !== 0,
    'one-sound': recorded !== 'nothing' && soundMs !== 0,
  }
  const recordings: RecordingStore = {
    list: async () => [recording],
    get: async () => recording,
    put: async () => {},
    update: async () => {},
    remove: async () => {},
  }
  const deps: KeptRecordingsDeps = {
    recordings,
    journal: createMemoryJournal(),
    captions: {
      find: async () => ({ sessionIds: [], name: null, health: '', page: 'hidden', lastLineAt: null }),
      webvtt: async () => null,
      forget: async () => {},
    },
    getSending: () => ({ state: 'idle', sentBytes: 0, failure: null, shareUrl: null, isCopied: false }),
    async readFile(name) {
      if (recorded === 'unreadable') throw new DOMException('busy', 'NotReadableError')
      return new File(isWritten[name as keyof typeof isWritten] ? ['call'] : [], name, { lastModified })
    },
    removeFiles: async () => {},
    signedInUser: async (server) => (server === SERVER ? who : 'ann'),
    heldMs: async (name) => (name === 'one-call' ? callMs : soundMs),
    heldLocks: async () => new Set(),
  }
  const [kept] = await listKept(deps)
  return kept
}

test('shows a kept recording to the account that recorded it, to others only that it exists', async () => {
  expect(await listed(RECORDING, 'ann')).toMatchObject({
    isOwn: true,
    title: { text: RECORDING.title, source: 'meeting' },
  })
  const kept = await listed(RECORDING, 'bo')
  expect(kept).toEqual({ isOwn: false, id: 'one', isSignedOut: false })
  expect(kept && needsPerson(kept)).toBe(false)
  expect(await listed({ ...RECORDING, server: 'https://other.example' }, 'bo')).toMatchObject({ isOwn: true })
})

test('keeps a recording waiting for sign-in after sign-out, and doesn’t attribute it to another account', async () => {
  const kept = await listed(RECORDING, null)
  expect(kept).toEqual({ isOwn: false, id: 'one', isSignedOut: true })
  expect(kept && needsPerson(kept)).toBe(true)
})

test('the clock of an interrupted recording shows what its file holds, and how much is missing', async () => {
  const interrupted: Recording = { ...RECORDING, state: 'recording' }
  expect(await listed(interrupted, 'ann', { callMs: 57_400 })).toMatchObject({ durationMs: 57_400, missingMs: 3600 })
  // More than was saved: the last piece was written after the last save.
  expect(await listed(interrupted, 'ann', { callMs: 61_800 })).toMatchObject({ durationMs: 61_800, missingMs: 0 })
  expect(await listed(interrupted, 'ann', { callMs: null })).toMatchObject({ durationMs: 61_000, missingMs: 0 })
  expect(await listed({ ...RECORDING, note: 'The disk is full.' }, 'ann', { callMs: 50_000 })).toMatchObject({
    missingMs: 11_000,
  })
})

test('an interrupted recording whose clock was last saved long before its last write lacks what was recorded since', async () => {
  const interrupted: Recording = {
    ...RECORDING,
    state: 'recording',
    durationMs: 6000,
    pauses: [{ from: 2000, to: 4000 }],
  }
  expect(await listed(interrupted, 'ann', { callMs: 3000, writtenAt: 60_000 })).toMatchObject({
    durationMs: 3000,
    missingMs: 55_000,
    savedUntil: RECORDING.startedAt + 60_000,
  })
})

test('a stopped recording is complete, unless its file lacks more than recorders need to finish', async () => {
  expect(await listed(RECORDING, 'ann', { callMs: 59_000 })).toMatchObject({
    durationMs: 61_000,
    missingMs: 0,
    savedUntil: null,
  })
  expect(await listed(RECORDING, 'ann', { callMs: 51_000 })).toMatchObject({ durationMs: 51_000, missingMs: 10_000 })
})

test.each([
  ['no picture came', { callMs: 0, soundMs: 61_000 }, true],
  ['the picture ended early', { callMs: 20_000, soundMs: 61_000 }, true],
  ['the picture is there to the end', { callMs: 59_000, soundMs: 61_000 }, false],
  ['the sound ended early', { callMs: 61_000, soundMs: 20_000 }, false],
  ['only the picture’s file was written', { callMs: 61_000, soundMs: 0 }, false],
])('a recording is audio only when the picture lacks more of it: %s', async (_case, recorded, lacksPicture) => {
  expect(await listed({ ...RECORDING, note: 'The tab was closed.' }, 'ann', recorded)).toMatchObject({
    durationMs: lacksPicture ? recorded.soundMs : recorded.callMs,
    lacksPicture,
  })
})

test('lists a recording without any data as empty', async () => {
  const kept = await listed({ ...RECORDING, state: 'recording', durationMs: 0 }, 'ann', 'nothing')
  expect(kept).toMatchObject({ isOwn: true, bytes: 0, interrupted: true })
  expect(kept && [isEmptyRecording(kept), needsPerson(kept)]).toEqual([true, true])
})

test('lists a recording whose file can’t be read by what was saved of it, never as empty', async () => {
  expect(await listed(RECORDING, 'ann', 'unreadable')).toMatchObject({ durationMs: 61_000, missingMs: 0, bytes: 4 })
  const unsaved = await listed({ ...RECORDING, state: 'recording', bytes: 0 }, 'ann', 'unreadable')
  expect(unsaved && [isEmptyRecording(unsaved), needsPerson(unsaved)]).toEqual([false, true])
})
