import { describe, expect, test } from 'vitest'
import { createMemoryJournal } from './memory-journal.ts'
import { createUploadEntry, matchesEntry, sentPercent, uploadEntrySchema } from './upload-entry.ts'

const file = { name: 'call.mp4', size: 1000, type: 'video/mp4', lastModified: 1_700_000_000_000 }

describe('the entry of an upload', () => {
  test('begins with nothing sent, and with its own id', () => {
    const [one, two] = [createUploadEntry(file, { userId: 'u' }), createUploadEntry(file, { userId: 'u' })]
    expect(one).toMatchObject({
      fileName: 'call.mp4',
      fileSize: 1000,
      uploadUrl: null,
      sentBytes: 0,
      storagePath: null,
      micrositeId: null,
    })
    expect(one.id).not.toBe(two.id)
    expect(uploadEntrySchema.parse(one)).toEqual(one)
  })

  test('matches the same file chosen again, by name, size and last change', () => {
    const entry = createUploadEntry(file, { userId: 'u' })
    expect(matchesEntry(entry, { ...file, type: '' })).toBe(true)
    for (const other of [{ name: 'other.mp4' }, { size: 1001 }, { lastModified: 1 }])
      expect(matchesEntry(entry, { ...file, ...other })).toBe(false)
  })

  test('shows whole percent, and 100 only when everything is sent', () => {
    expect([0, 432, 999, 1000, 1200].map((sentBytes) => sentPercent({ sentBytes, fileSize: 1000 }))).toEqual([
      0, 43, 99, 100, 100,
    ])
    expect(sentPercent({ sentBytes: 0, fileSize: 0 })).toBe(0)
  })
})

describe('the in-memory journal', () => {
  test('lists newest first, changes only existing entries, and forgets removed ones', async () => {
    const journal = createMemoryJournal()
    const [older, newer] = [createUploadEntry(file, { userId: 'u' }, 1), createUploadEntry(file, { userId: 'u' }, 2)]
    await journal.put(older)
    await journal.put(newer)
    await journal.update(older.id, { sentBytes: 500 })
    expect(await journal.list()).toEqual([newer, { ...older, sentBytes: 500 }])
    await journal.remove(older.id)
    await journal.update(older.id, { sentBytes: 700 })
    expect(await journal.get(older.id)).toBeNull()
  })
})
