import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { createDiskStorage } from '../../storage/disk.ts'
import { createLinkSigner } from '../../storage/signed-links.ts'
import type { Storage } from '../../storage/storage.ts'
import { saveTracks, removeTracks, adoptTracks } from './audio-tracks.ts'

const FOLDER = 'u/derived/call/'
let root: string
let storage: Storage
/** Other uses of the uploads. */
const recordings = new Set<string>()

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tracks-'))
  storage = createDiskStorage({ root, links: createLinkSigner({ secretKey: 's'.repeat(32), clock: systemClock }) })
})
afterAll(() => rm(root, { recursive: true }))

const deps = () => ({
  storage,
  microsites: { usesUpload: async (key: string) => recordings.has(key) },
  removeUpload: (key: string) => storage.remove(key),
})
const exists = async (key: string) => (await storage.stat(key)) !== null

describe('audio tracks', () => {
  test('move into the folder of their microsite once, and are found there from then on', async () => {
    await storage.write('u/meetings/u/1.webm', 'mine')
    await storage.write('u/meetings/u/2.webm', 'theirs')
    await saveTracks(storage, FOLDER, [
      { path: 'u/meetings/u/1.webm', who: 'you' },
      { path: 'u/meetings/u/2.webm', who: 'them', start_ms: 40 },
    ])
    const taken = [
      { key: `${FOLDER}tracks/you`, who: 'you', startMs: 0 },
      { key: `${FOLDER}tracks/them`, who: 'them', startMs: 40 },
    ]
    expect(await adoptTracks(deps(), FOLDER)).toEqual(taken)
    expect(await adoptTracks(deps(), FOLDER)).toEqual(taken)
    expect(await Promise.all(['u/meetings/u/1.webm', `${FOLDER}tracks/you`].map(exists))).toEqual([false, true])
    expect(await removeTracks(deps(), FOLDER), 'what moved goes with the folder').toBe(0)
  })

  test('that became another microsite’s recording are not moved', async () => {
    const [folder, path] = ['u/derived/other/', 'u/meetings/u/3.webm']
    await storage.write(path, 'a recording')
    await saveTracks(storage, folder, [{ path, who: 'you' }])
    recordings.add(path)
    expect(await adoptTracks(deps(), folder)).toEqual([])
    expect(await removeTracks(deps(), folder)).toBe(0)
    expect(await exists(path)).toBe(true)
  })

  test('of a recording without any are empty', async () => {
    expect(await adoptTracks(deps(), 'u/derived/none/')).toEqual([])
  })
})
