import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { captionsKey, derivedFolder, stagesFolder } from '../../storage/keys.ts'
import { createDiskStorage } from '../../storage/disk.ts'
import { createLinkSigner } from '../../storage/signed-links.ts'
import type { Storage } from '../../storage/storage.ts'
import { startApp, type Person, type RunningApp } from '../../testing/app.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'
import { sweepDerived } from './sweep-derived.ts'

const DAY = 24 * 60 * 60 * 1000
const clock = () => new Date()
let app: RunningApp
let person: Person
let storage: Storage
beforeEach(async () => {
  app = await startApp()
  person = await app.signUp()
  storage = createDiskStorage({
    root: join(app.folder, 'uservideos'),
    links: createLinkSigner({ secretKey: 's'.repeat(32), clock }),
  })
})
afterEach(() => app.close())

/** Stores captions as they are before their microsite exists. */
async function storeCaptions(id: string): Promise<string> {
  const key = captionsKey(derivedFolder(person.userId, id))
  await storage.write(key, 'WEBVTT')
  await utimes(join(app.folder, 'uservideos', key), new Date(Date.now() - DAY), new Date(Date.now() - DAY))
  return key
}
const sweep = (before: Date) =>
  sweepDerived({ storage, microsites: createMicrositesRepo(app.database) }, before, new AbortController().signal)

test('removes files whose microsite was never made, and keeps those of a microsite and uploads', async () => {
  const { body } = await person.send('POST', '/api/process-meeting', { captions: 'WEBVTT' })
  const kept = await storeCaptions((body as { job_id: string }).job_id)
  const upload = `${person.userId}/meetings/${person.userId}/1.mp4`
  await storage.write(upload, 'a recording')
  const left = await storeCaptions(randomUUID())
  expect(await sweep(new Date(Date.now() + DAY))).toBe(1)
  expect([await storage.stat(left), await storage.stat(kept), await storage.stat(upload)]).toEqual([
    null,
    expect.anything(),
    expect.anything(),
  ])
})

test('keeps recently written files, because their microsite may follow', async () => {
  const id = randomUUID()
  await storeCaptions(id)
  await storage.write(`${derivedFolder(person.userId, id)}tracks.json`, '[]')
  expect(await sweep(new Date(Date.now() - DAY / 2))).toBe(0)
  expect(await storage.list(derivedFolder(person.userId, id))).toHaveLength(2)
})

test('removes what a killed stage wrote after its microsite was deleted', async () => {
  const id = randomUUID()
  const stage = `${stagesFolder(derivedFolder(person.userId, id))}probe.json`
  await storage.write(stage, '{}')
  expect(await sweep(new Date(Date.now() + DAY))).toBe(1)
  expect(await storage.stat(stage)).toBeNull()
})

test('keeps a folder with more than the files of a recording, even if the database doesn’t know it', async () => {
  const id = randomUUID()
  const captions = await storeCaptions(id)
  await storage.write(`${derivedFolder(person.userId, id)}video.mp4`, 'a recording')
  expect(await sweep(new Date(Date.now() + DAY))).toBe(0)
  expect(await storage.stat(captions)).not.toBeNull()
})

test('removes what an earlier process left at startup', async () => {
  const left = await storeCaptions(randomUUID())
  await app.services.start(0)
  await expect.poll(() => storage.stat(left)).toBeNull()
})

test('keeps the captions of two requests for one microsite', async () => {
  const microsite_id = randomUUID()
  const send = () => person.send('POST', '/api/process-meeting', { captions: 'WEBVTT', microsite_id })
  const answers = await Promise.all(Array.from({ length: 6 }, send))
  const ids = answers.flatMap(({ body }) => (body as { job_id?: string }).job_id ?? [])
  expect(ids.length).toBeGreaterThan(0)
  for (const id of ids) expect(await storage.stat(captionsKey(derivedFolder(person.userId, id))), id).not.toBeNull()
})
