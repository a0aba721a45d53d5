import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, createApiClient } from '../../api-client.ts'
import { createMemoryJournal } from './memory-journal.ts'
import { fileSource, type UploadSource } from './upload-steps.ts'
import { createUploadDriver } from './upload-driver.ts'
import { createUploadEntry, type UploadEntry } from './upload-entry.ts'
import type { Uploader } from './uploader.ts'

const FILE = { name: 'call.mp4', size: 1000, type: 'video/mp4', lastModified: 0 }
const getEntry = (change: Partial<UploadEntry> = {}): UploadEntry => ({
  ...createUploadEntry(FILE, { userId: 'u', title: ' Kick-off ' }),
  ...change,
})

const LINK = 'https://calls.example/s/one'
const LATER = '2099-01-01T00:00:00.000Z'

/** A browser whose uploads arrive at once, with its requests to the server and what happened to its files. */
function createBrowser(
  uploader: Partial<Uploader> = {},
  pageAnswer: () => Response = () => Response.json({ microsite_id: 'm' }),
  nameAnswer: () => Response = () => Response.json({}),
  linkAnswer: (method: string | undefined) => Response = () => Response.json({}),
) {
  const bodies: unknown[] = []
  /** Requests that begin or delete pages. */
  const pages: string[] = []
  /** Titles given to pages. */
  const names: string[] = []
  const happened: string[] = []
  const journal = createMemoryJournal()
  const api = createApiClient({
    baseUrl: 'http://localhost',
    getAccessToken: async () => 'token',
    fetch: async (url, init) => {
      const [, page] = /\/api\/begun-meetings(.*)/.exec(url instanceof Request ? url.url : url.toString()) ?? []
      if (page !== undefined) {
        pages.push(`${init?.method}${page}`)
        return pageAnswer()
      }
      if (/\/api\/(links|create-shareable-link)/.test(url instanceof Request ? url.url : url.toString()))
        return linkAnswer(init?.method)
      if (init?.method === 'PATCH') {
        names.push(z.object({ title: z.string() }).parse(JSON.parse(z.string().parse(init.body))).title)
        return nameAnswer()
      }
      if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body))
      return Response.json({ job_id: 'j' })
    },
  })
  const driver = createUploadDriver({
    journal: {
      ...journal,
      async update(id, change) {
        if (change.micrositeId) happened.push('saved')
        await journal.update(id, change)
      },
    },
    connect: () => ({
      api,
      uploader: {
        upload: async () => ({ storagePath: 'u/1.mp4', bytes: 1000 }),
        receivedBytes: async () => 400,
        removeReceived: async () => {},
        ...uploader,
      },
    }),
    watch: () => new Promise(() => {}),
    onChange: () => {},
  })
  /** Waits until an upload is in this phase. */
  const comesTo = (id: string, phase: string) =>
    expect.poll(() => driver.uploads().items.get(id)?.state.phase).toBe(phase)
  return { bodies, pages, names, journal, driver, comesTo, happened }
}

describe('the driver', () => {
  test('needs the file of an upload that is not finished', async () => {
    const { driver, bodies, comesTo } = createBrowser()
    const entry = getEntry()
    driver.choose(entry, fileSource(null), null)
    await comesTo(entry.id, 'stopped')
    expect(driver.uploads().items.get(entry.id)?.state).toMatchObject({ problem: { message: 'No file selected' } })
    expect(bodies).toEqual([])
  })

  test('makes a microsite from an arrived upload without its file', async () => {
    const { driver, bodies, comesTo } = createBrowser()
    const entry = getEntry({ storagePath: 'u/meetings/u/1.mp4' })
    driver.choose(entry, fileSource(null), null)
    await comesTo(entry.id, 'processing')
    expect(bodies).toEqual([{ video_url: 'u/meetings/u/1.mp4', title: 'Kick-off', microsite_id: entry.id }])
  })

  test('saves the microsite before the bytes on this computer are removed', async () => {
    const { driver, happened, comesTo } = createBrowser()
    const entry = getEntry()
    const source: UploadSource = {
      ...fileSource(new File(['x'], 'call.mp4')),
      release: async () => void happened.push('released'),
    }
    driver.choose(entry, source, null)
    await comesTo(entry.id, 'processing')
    await driver.settled(entry.id)
    expect(happened).toEqual(['saved', 'released'])
  })

  test('aborts a given-up upload, and forgets it', async () => {
    let aborted = false
    const { driver, journal, bodies, pages, comesTo } = createBrowser({
      upload: ({ signal }) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => {
            aborted = true
            reject(new Error('aborted'))
          }),
        ),
    })
    const entry = getEntry()
    await journal.put(entry)
    driver.choose(entry, fileSource(new File(['x'], 'call.mp4')), null)
    await comesTo(entry.id, 'sending')
    await new Promise((resolve) => setTimeout(resolve))
    driver.dispatch({ id: entry.id, type: 'cancelled' })
    await driver.settled(entry.id)
    expect([aborted, await journal.list(), bodies]).toEqual([true, [], []])
    await expect.poll(() => pages).toEqual(['POST', `DELETE/${entry.id}`])
  })

  test('begins the page before the first byte is sent, a recording’s under the recording’s own id', async () => {
    const order: string[] = []
    const { driver, pages, bodies, comesTo } = createBrowser({
      upload: async () => (order.push(...pages, 'upload'), { storagePath: 'u/1.mp4', bytes: 1000 }),
    })
    const entry = getEntry({ recordingId: 'recording' })
    driver.choose(entry, fileSource(new File(['x'], 'call.mp4')), null)
    await comesTo(entry.id, 'processing')
    expect(order).toEqual(['POST', 'upload'])
    expect(bodies).toMatchObject([{ microsite_id: 'recording' }])
  })

  test('saves the link that it creates with the page', async () => {
    const created = { success: true, id: 'l', share_url: LINK, expires_at: LATER, reachable: true, error: null }
    const { driver, journal, comesTo } = createBrowser({}, undefined, undefined, (method) =>
      Response.json(method === 'POST' ? created : { links: [] }),
    )
    const entry = getEntry({ recordingId: 'recording', link: true })
    await journal.put(entry)
    driver.choose(entry, fileSource(new File(['x'], 'call.mp4')), null)
    await comesTo(entry.id, 'processing')
    await driver.settled(entry.id)
    expect((await journal.get(entry.id))?.shareUrl).toBe(LINK)
  })

  test('sends a recording whose link is refused', async () => {
    const { driver, comesTo } = createBrowser({}, undefined, undefined, () => new Response(null, { status: 403 }))
    const entry = getEntry({ recordingId: 'recording', link: true })
    driver.choose(entry, fileSource(new File(['x'], 'call.mp4')), null)
    await comesTo(entry.id, 'processing')
    expect(driver.uploads().items.get(entry.id)?.entry.shareUrl).toBeUndefined()
  })

  test('sends a recording whose page could not be begun', async () => {
    const { driver, bodies, comesTo } = createBrowser({}, () => new Response(null, { status: 503 }))
    const entry = getEntry()
    driver.choose(entry, fileSource(new File(['x'], 'call.mp4')), null)
    await comesTo(entry.id, 'processing')
    expect(bodies).toMatchObject([{ video_url: 'u/1.mp4', microsite_id: entry.id }])
  })

  test('tells a kept recording’s page why it doesn’t come, and lets it wait again when it is resent', async () => {
    const answers = [new ApiError('microsite_limit_reached', 402, 'Used up.'), null]
    const { driver, pages, comesTo } = createBrowser({
      upload: async () => {
        const problem = answers.shift()
        if (problem) throw problem
        return { storagePath: 'u/1.mp4', bytes: 1000 }
      },
    })
    const entry = getEntry({ recordingId: 'recording' })
    driver.choose(entry, fileSource(new File(['x'], 'call.mp4')), null)
    await comesTo(entry.id, 'refused')
    await expect.poll(() => pages).toEqual(['POST', 'POST/recording/failure'])
    driver.dispatch({ id: entry.id, type: 'resumed' })
    await comesTo(entry.id, 'processing')
    expect(pages).toEqual(['POST', 'POST/recording/failure', 'POST'])
  })

  test('begins a page once, however often the network fails', async () => {
    let breaks = 2
    const { driver, pages, comesTo } = createBrowser({
      upload: async () => {
        if (breaks-- > 0) throw new ApiError('unavailable', 503, 'Busy')
        return { storagePath: 'u/1.mp4', bytes: 1000 }
      },
    })
    const entry = getEntry()
    driver.choose(entry, fileSource(new File(['x'], 'call.mp4')), null)
    for (const attempt of [1, 2]) {
      await comesTo(entry.id, 'stopped')
      expect(pages, `after break ${attempt}`).toEqual(['POST'])
      driver.dispatch({ id: entry.id, type: 'resumed' })
    }
    await comesTo(entry.id, 'processing')
    expect(pages).toEqual(['POST'])
  })

  test('deletes the page of a file that the server rejects, but never one that has become a microsite', async () => {
    const refused = createBrowser({ upload: () => Promise.reject(new ApiError('not_a_video', 400, 'No video.')) })
    const entry = getEntry()
    refused.driver.choose(entry, fileSource(new File(['x'], 'call.mp4')), null)
    await expect.poll(() => refused.pages).toEqual(['POST', `DELETE/${entry.id}`])
    const made = createBrowser()
    made.driver.choose(entry, fileSource(new File(['x'], 'call.mp4')), null)
    await made.comesTo(entry.id, 'processing')
    made.driver.dispatch({ id: entry.id, type: 'handedOver' })
    await made.driver.settled(entry.id)
    expect(made.pages).toEqual(['POST'])
  })

  test('sends a page the title that was typed while the server was unreachable, once it answers again', async () => {
    const away = { yes: false }
    const sent = Promise.withResolvers<{ storagePath: string; bytes: number }>()
    const { driver, journal, names, comesTo } = createBrowser({ upload: () => sent.promise }, undefined, () =>
      away.yes ? new Response(null, { status: 503 }) : Response.json({}),
    )
    const entry = getEntry({ recordingId: 'recording' })
    await journal.put(entry)
    driver.choose(entry, fileSource(new File(['x'], 'call.mp4')), null)
    await comesTo(entry.id, 'sending')
    driver.dispatch({ id: entry.id, type: 'renamed', title: 'First', sent: false })
    await expect.poll(() => journal.get(entry.id)).toMatchObject({ title: 'First', titleUnsent: false })
    away.yes = true
    driver.dispatch({ id: entry.id, type: 'renamed', title: 'Second', sent: false })
    await expect.poll(() => names).toEqual(['First', 'Second'])
    expect(await journal.get(entry.id), 'it is not forgotten').toMatchObject({ title: 'Second', titleUnsent: true })
    away.yes = false
    sent.resolve({ storagePath: 'u/1.mp4', bytes: 1000 })
    await comesTo(entry.id, 'processing')
    await expect.poll(() => journal.get(entry.id)).toMatchObject({ title: 'Second', titleUnsent: false })
    expect(names).toEqual(['First', 'Second', 'Second'])
  })

  test('asks the server how much it has of a paused upload', async () => {
    const { driver } = createBrowser()
    const entry = getEntry()
    driver.dispatch({ type: 'session', userId: 'u' })
    driver.dispatch({ id: entry.id, type: 'restored', entry })
    await expect.poll(() => driver.uploads().items.get(entry.id)?.entry.sentBytes).toBe(400)
  })
})
