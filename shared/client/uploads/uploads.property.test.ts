import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failure, getWayOut } from '../../failures.ts'
import { createUploadEntry, type UploadEntry } from './upload-entry.ts'
import { isRecording } from './upload-machine.ts'
import { listUploads, NO_UPLOADS, reduceUploads, type Uploads, type UploadsEvent } from './uploads.ts'

/** Files and recordings of two people in one browser. */
const ENTRIES: UploadEntry[] = ['ann', 'bob'].flatMap((userId) =>
  [1, 2, 3].map((number) => ({
    ...createUploadEntry(
      { name: `${number}.mp4`, size: 100, type: 'video/mp4', lastModified: 0 },
      { userId, ...(number === 3 ? { recordingId: `recording of ${userId}` } : {}) },
    ),
    id: `${userId} ${number}`,
    createdAt: number,
  })),
)

const TYPES = [
  'chosen',
  'chosen',
  'restored',
  'turn',
  'finished',
  'made',
  'interrupted',
  'retryDue',
  'resumed',
  'cancelled',
  'paused',
] as const

type Happening = { session: string | null } | { type: (typeof TYPES)[number]; entry: UploadEntry }
const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ session: fc.constantFrom('ann', 'bob', null) }) },
    { weight: 6, arbitrary: fc.record({ type: fc.constantFrom(...TYPES), entry: fc.constantFrom(...ENTRIES) }) },
  ),
  { maxLength: 60, size: 'max' },
)

function toEvent({ items }: Uploads, happening: Happening): UploadsEvent {
  if ('session' in happening) return { type: 'session', userId: happening.session }
  const { type, entry } = happening
  const { id } = entry
  const attempt = items.get(id)?.attempt ?? 0
  switch (type) {
    case 'chosen':
      return { id, type, entry, durationSeconds: null, hasFile: true, at: 0 }
    case 'restored':
      return { id, type, entry }
    case 'finished':
      return { id, type, attempt, storagePath: 'path', bytes: 100 }
    case 'made':
      return { id, type, attempt, micrositeId: 'm' }
    case 'interrupted':
      return { id, type, attempt, why: failure('no_authorization') }
    case 'retryDue':
      return { id, type, attempt }
    case 'turn':
    case 'resumed':
    case 'cancelled':
    case 'paused':
      return { id, type }
  }
}

/** Checks a rule after each event of any order of events. */
function always(rule: (uploads: Uploads, event: UploadsEvent, before: Uploads) => void): void {
  fc.assert(
    fc.property(happenings, (events) => {
      let uploads = NO_UPLOADS
      for (const happening of events) {
        const before = uploads
        const event = toEvent(uploads, happening)
        ;({ uploads } = reduceUploads(uploads, event))
        rule(uploads, event, before)
      }
    }),
    { numRuns: 300 },
  )
}

/** Called within a rule; most events have nothing to check. */
const check = expect

describe('in any order of events', () => {
  // The machine alone would start every upload that gets the event; the list sends it to one.
  const isSent = (uploads: Uploads) =>
    [...uploads.items.values()].filter(
      (item) => !isRecording(item) && (item.state.phase === 'sending' || item.state.phase === 'starting'),
    )

  test('sends one file at a time, and no file waits while none is being sent', () => {
    expect(() =>
      always((uploads, event, before) => {
        if (event.type === 'turn') return
        const sent = isSent(uploads)
        if (sent.length === 0) check(uploads.queue).toEqual([])
        check(sent.length).toBeLessThanOrEqual(Math.max(1, isSent(before).length))
      }),
    ).not.toThrow()
  })

  test('the queue holds waiting uploads once each, in order', () => {
    expect(() =>
      always(({ items, queue }, _event, before) => {
        const waiting = [...items].filter(([, { state }]) => state.phase === 'waiting').map(([id]) => id)
        check([...queue].sort()).toEqual(waiting.sort())
        const stayed = before.queue.filter((id) => queue.includes(id))
        check(queue.filter((id) => before.queue.includes(id))).toEqual(stayed)
      }),
    ).not.toThrow()
  })

  test('a session that ends pauses its owner’s running uploads, except a recording’s next retry', () => {
    expect(() =>
      always(({ items, userId }, event, before) => {
        if (event.type !== 'session' || userId === before.userId) return
        for (const { entry, isActive, state } of items.values())
          if (entry.userId !== userId) check(isActive && state.phase !== 'retrying').toBe(false)
      }),
    ).not.toThrow()
  })

  test('a person sees only their own uploads', () => {
    expect(() =>
      always((uploads) => {
        for (const { entry } of listUploads(uploads)) check(entry.userId).toBe(uploads.userId)
      }),
    ).not.toThrow()
  })

  test('an owner’s paused uploads resume when they are back', () => {
    expect(() =>
      always(({ items, userId }, event, before) => {
        if (event.type !== 'session' || userId === before.userId) return
        for (const { entry, state } of items.values())
          if (entry.userId === userId && state.phase === 'stopped' && state.problem !== null)
            check(getWayOut(state.problem)).not.toBe('sign_in')
      }),
    ).not.toThrow()
  })
})

test('lists the upload being sent first, then the newest', () => {
  const events: UploadsEvent[] = [
    { type: 'session', userId: 'ann' },
    ...ENTRIES.slice(0, 2).map((entry): UploadsEvent => ({
      id: entry.id,
      type: 'chosen',
      entry,
      durationSeconds: null,
      hasFile: true,
      at: 0,
    })),
    { id: 'ann 3', type: 'restored', entry: { ...ENTRIES[2], micrositeId: 'm' } as UploadEntry },
  ]
  const uploads = events.reduce((before, event) => reduceUploads(before, event).uploads, NO_UPLOADS)
  expect(listUploads(uploads).map(({ entry }) => entry.id)).toEqual(['ann 1', 'ann 3', 'ann 2'])
})
