import { expect, test } from 'vitest'
import { ApiError, createApiClient } from '../../api-client.ts'
import { createDiscards } from './discards.ts'
import { createMemoryJournal } from './memory-journal.ts'
import { createUploadEntry } from './upload-entry.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const entry = {
  ...createUploadEntry(
    { name: 'Acme.mp4', size: 9, type: 'video/mp4', lastModified: 0 },
    { userId: 'ann', title: 'Acme', captions: 'WEBVTT', recordingId: '0123456789abcdef0123456789abcdef' },
  ),
  uploadUrl: 'http://localhost/files/1',
}

/**
 * A browser with its journal, and a server with scripted answers. `openPage` creates the discards of one browser
 * session.
 */
function createBrowser() {
  const journal = createMemoryJournal()
  let answer: () => Response = () => new Response(null, { status: 204 })
  const asked: string[] = []
  let time = 0
  const openPage = () => {
    const waits: (() => void)[] = []
    const discards = createDiscards({
      journal,
      now: () => time,
      wait: () => new Promise((resolve) => void waits.push(resolve)),
      connect: ({ userId }) => ({
        api: createApiClient({
          baseUrl: 'http://localhost',
          getAccessToken: async () => userId,
          fetch: async (url, init) => {
            asked.push(`${init?.method} ${new URL(url instanceof Request ? url.url : url.toString()).pathname}`)
            return answer()
          },
        }),
        uploader: {
          removeReceived: async ({ uploadUrl }) => {
            asked.push(`DELETE ${uploadUrl}`)
            const { ok, status } = answer()
            if (!ok) throw new ApiError(status === 401 ? 'no_authorization' : 'unavailable', status, 'No.')
          },
        },
      }),
    })
    return { discards, waits }
  }
  return {
    journal,
    asked,
    openPage,
    answerWith: (next: () => Response) => (answer = next),
    pass: (ms: number) => (time += ms),
  }
}
const away = () => {
  throw new TypeError('Failed to fetch')
}

test('deletes a given-up upload and its page on the server, and keeps nothing of it here', async () => {
  const { journal, asked, openPage } = createBrowser()
  await journal.put(entry)
  await openPage().discards.add(entry)
  expect(await journal.list()).toEqual([])
  await expect.poll(() => journal.listDiscarded()).toEqual([])
  expect(asked).toEqual([`DELETE ${entry.uploadUrl}`, `DELETE /api/begun-meetings/${entry.recordingId}`])
})

test('keeps it without its content while the server is unreachable, even after the browser closes', async () => {
  const { journal, asked, openPage, answerWith } = createBrowser()
  answerWith(away)
  await journal.put(entry)
  const first = openPage()
  await first.discards.add(entry)
  await expect.poll(() => first.waits).toHaveLength(1)
  expect(await journal.get(entry.id)).toBeNull()
  expect(JSON.stringify(await journal.listDiscarded())).not.toMatch(/Acme|WEBVTT/)

  const second = openPage()
  await second.discards.resume('bob')
  expect(await journal.listDiscarded(), 'another person can’t').toHaveLength(1)
  await second.discards.resume('ann')
  await expect.poll(() => second.waits).toHaveLength(1)
  answerWith(() => new Response(null, { status: 204 }))
  second.waits[0]?.()
  await expect.poll(() => journal.listDiscarded()).toEqual([])
  expect(asked.at(-1)).toBe(`DELETE /api/begun-meetings/${entry.recordingId}`)
})

test('drops the title of a recording that is transcribed as it arrives', async () => {
  const { journal, openPage, answerWith } = createBrowser()
  answerWith(away)
  await journal.put({ ...entry, speech: 'Acme' })
  const { discards, waits } = openPage()
  await discards.add(entry)
  await expect.poll(() => waits).toHaveLength(1)
  expect(JSON.stringify(await journal.listDiscarded())).not.toContain('Acme')
})

test('keeps a URL that was stored while an upload was given up', async () => {
  const { journal, openPage, answerWith } = createBrowser()
  answerWith(away)
  await journal.put({ ...entry, uploadUrl: null })
  const before = (await journal.get(entry.id)) ?? entry
  await journal.update(entry.id, { uploadUrl: entry.uploadUrl })
  const { discards, waits } = openPage()
  await discards.add(before)
  await expect.poll(() => waits).toHaveLength(1)
  expect(await journal.listDiscarded()).toMatchObject([{ uploadUrl: entry.uploadUrl }])
})

test('deletes a page that is still being begun once that has finished', async () => {
  const { asked, openPage } = createBrowser()
  const begun = Promise.withResolvers<void>()
  await openPage().discards.add(entry, begun.promise)
  expect(asked).toEqual([])
  begun.resolve()
  await expect.poll(() => asked).toHaveLength(2)
})

test('waits for a person who is signed out', async () => {
  const { journal, openPage, answerWith, asked } = createBrowser()
  answerWith(() => Response.json({ code: 'no_authorization', message: 'Sign in' }, { status: 401 }))
  const { discards, waits } = openPage()
  await discards.add(entry)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve))
  expect([waits, await journal.listDiscarded()]).toMatchObject([[], [{ id: entry.id }]])
})

test('stops asking after seven days, when the server has cleaned it up', async () => {
  const { journal, openPage, answerWith, pass, asked } = createBrowser()
  answerWith(away)
  const first = openPage()
  await first.discards.add(entry)
  await expect.poll(() => first.waits).toHaveLength(1)
  const before = asked.length
  pass(7 * DAY_MS + 1)
  await openPage().discards.resume('ann')
  expect([await journal.listDiscarded(), asked.length]).toEqual([[], before])
})
