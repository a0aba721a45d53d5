import { expect, test } from 'vitest'
import { createMemoryJournal } from '@callfolio/shared/client/memory-journal.ts'
import { needsPerson } from '../../messaging/recording-protocol.ts'
import { listKept, type KeptTakesDeps } from './kept-takes.ts'
import type { TakeStore } from './take-store.ts'
import type { Take } from './take.ts'

const SERVER = 'https://callfolio.example'
const TAKE: Take = {
  id: 'one',
  server: SERVER,
  userId: 'ann',
  source: 'tab',
  title: 'Acme, confidential',
  titleSource: 'meeting',
  link: false,
  tabId: 1,
  mimeType: 'video/mp4',
  files: { mixed: 'one-call', microphone: null, tab: null },
  soundsFromMs: 0,
  startedAt: 0,
  endedAt: 61_000,
  pauses: [],
  bytes: 4,
  durationMs: 61_000,
  consent: null,
  captions: false,
  captionSessionIds: [],
  state: 'recorded',
  note: null,
}

/** What is listed of a take to the person who is signed in. */
async function listed(take: Take, who: string | null, heldMs: number | null = 61_000) {
  const takes: TakeStore = {
    list: async () => [take],
    get: async () => take,
    put: async () => {},
    update: async () => {},
    remove: async () => {},
  }
  const deps: KeptTakesDeps = {
    takes,
    journal: createMemoryJournal(),
    captions: {
      find: async () => ({ sessionIds: [], name: null, health: '' }),
      webvtt: async () => null,
      forget: async () => {},
    },
    sendingOf: () => ({ state: 'idle', sentBytes: 0, failure: null }),
    readFile: async () => new Blob(['call']),
    removeFiles: async () => {},
    signedInUser: async (server) => (server === SERVER ? who : 'ann'),
    heldMs: async () => heldMs,
    heldLocks: async () => new Set(),
  }
  const [kept] = await listKept(deps)
  return kept
}

test('a kept recording is shown to the account that recorded it, to others only that it is there', async () => {
  expect(await listed(TAKE, 'ann')).toMatchObject({ isOwn: true, title: { text: TAKE.title, source: 'meeting' } })
  for (const who of ['bo', null]) {
    const kept = await listed(TAKE, who)
    expect(kept).toEqual({ isOwn: false, id: 'one' })
    expect(kept && needsPerson(kept)).toBe(false)
  }
  expect(await listed({ ...TAKE, server: 'https://other.example' }, 'bo')).toMatchObject({ isOwn: true })
})

test('the clock of an interrupted recording shows what its file holds, and how much is missing', async () => {
  const interrupted: Take = { ...TAKE, state: 'recording' }
  expect(await listed(interrupted, 'ann', 57_400)).toMatchObject({ durationMs: 57_400, missingMs: 3600 })
  expect(await listed(interrupted, 'ann', 0)).toMatchObject({ durationMs: 0, missingMs: 61_000 })
  // More than was saved: the last piece came after the last save.
  expect(await listed(interrupted, 'ann', 61_800)).toMatchObject({ durationMs: 61_800, missingMs: 0 })
  expect(await listed(interrupted, 'ann', null)).toMatchObject({ durationMs: 61_000, missingMs: 0 })
  expect(await listed({ ...TAKE, note: 'The disk is full.' }, 'ann', 50_000)).toMatchObject({ missingMs: 11_000 })
})

test('a recording that the person stopped has all of it', async () => {
  expect(await listed(TAKE, 'ann', 50_000)).toMatchObject({ durationMs: 61_000, missingMs: 0 })
})
