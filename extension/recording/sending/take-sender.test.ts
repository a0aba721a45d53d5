import { expect, test } from 'vitest'
import { createMemoryJournal } from '@callfolio/shared/client/memory-journal.ts'
import { createTakeSender, type TakeSenderDeps } from './take-sender.ts'
import type { Take } from '../take/take.ts'

const take: Take = {
  id: 'one',
  server: 'http://localhost',
  userId: 'ann',
  source: 'tab',
  title: 'Call',
  tabId: 1,
  mimeType: 'video/webm',
  files: { mixed: 'one.webm', microphone: null, tab: null },
  soundsFromMs: 0,
  startedAt: 0,
  endedAt: 1000,
  bytes: 1000,
  durationMs: 1000,
  pauses: [],
  captionSessionIds: [],
  captions: false,
  consent: null,
  state: 'recorded',
  note: null,
}

test.each<[string, TakeSenderDeps['readFile']]>([
  ['is not there', async () => null],
  [
    'can’t be read',
    () => Promise.reject(new DOMException('A requested file or directory could not be read.', 'NotReadableError')),
  ],
])('a take whose file %s is refused with the reason, and nothing of it is sent', async (_what, readFile) => {
  const journal = createMemoryJournal()
  const unasked = () => Promise.reject(new Error('not asked for'))
  const changed = Promise.withResolvers<void>()
  const sender = createTakeSender({
    readFile,
    journal,
    takes: { list: unasked, get: unasked, put: unasked, update: unasked, remove: unasked },
    captions: { find: unasked, webvtt: unasked, forget: unasked },
    openAccount: () => {
      throw new Error('not asked for')
    },
    now: () => 0,
    onChange: () => sender.sendingOf(take.id).state !== 'sending' && changed.resolve(),
    onSent: unasked,
  })
  sender.send(take)
  await changed.promise
  expect(sender.sendingOf(take.id)).toEqual({
    state: 'refused',
    sentBytes: 0,
    message: expect.stringMatching(/^The recording can’t be read/) as string,
  })
  expect(await journal.list()).toEqual([])
})
