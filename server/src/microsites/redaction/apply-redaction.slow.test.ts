import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { PermanentFailure } from '../../kernel/errors.ts'
import { systemClock as clock } from '../../kernel/clock.ts'
import { createFfmpegMedia } from '../../media/ffmpeg-media.ts'
import { createFixtureMaker, installedFfmpeg } from '../../media/fixtures.testing.ts'
import { createDiskStorage } from '../../storage/disk.ts'
import { captionsKey, derivedFolder, trackKey, tracksKey, uploadKey } from '../../storage/keys.ts'
import { createLinkSigner } from '../../storage/signed-links.ts'
import { openMemory } from '../../testing/databases.ts'
import { insertMicrosite } from '../../testing/microsites.ts'
import { insertUser } from '../../testing/users.ts'
import { applyRedaction, type ApplyRedactionDeps } from './apply-redaction.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'

const SPANS = [{ start_ms: 500, end_ms: 1500 }]
let folder: string
let db: Database
let bytes: Buffer
let deps: ApplyRedactionDeps

beforeAll(async () => {
  const programs = await installedFfmpeg()
  folder = await mkdtemp(join(tmpdir(), 'apply-redaction-'))
  db = await openMemory()
  const picture = ['-f', 'lavfi', '-i', 'color=white:size=64x64:rate=10:duration=2']
  const sound = ['-f', 'lavfi', '-i', 'sine=duration=2']
  bytes = await readFile(await createFixtureMaker(programs, folder).make('call.mp4', ...picture, ...sound))
  const links = createLinkSigner({ secretKey: 's'.repeat(32), clock })
  const storage = createDiskStorage({ root: join(folder, 'bucket'), links })
  deps = {
    microsites: createMicrositesRepo(db),
    storage,
    media: createFfmpegMedia(programs),
    clock,
    tempDir: join(folder, 'work'),
    removeUpload: (key) => storage.remove(key),
    registerUpload: async () => undefined,
    removeLeftovers: async () => undefined,
    removeMailsAbout: async () => 0,
    eraseSoon: () => undefined,
  }
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

/** A call whose redaction was accepted: its recording is the upload itself. */
async function accepted() {
  const userId = await insertUser(db)
  const id = randomUUID()
  const sourceKey = uploadKey(userId, 1, 'mp4')
  const below = derivedFolder(userId, id)
  const track = join(folder, 'track')
  await writeFile(track, bytes)
  await deps.storage.write(sourceKey, bytes)
  await deps.storage.adopt(track, trackKey(below, 'you'))
  await deps.storage.write(tracksKey(below), JSON.stringify([{ path: `${sourceKey}.side`, who: 'you' }]))
  await deps.storage.write(
    captionsKey(below),
    'WEBVTT\n\nNOTE Recorded 2026-03-05\n\n00:00.500 --> 00:01.500\nzebracornq',
  )
  for (const name of ['poster.jpg', 'stages/probe.json', 'stages/x/transcribe.json', 'given-1.txt'])
    await deps.storage.write(`${below}${name}`, 'zebracornq')
  await insertMicrosite(db, {
    id,
    userId,
    sourceKey,
    durationMs: 2000,
    replacing: true,
    redacted: SPANS,
    redacting: { id: 'r1', videoKey: sourceKey },
    segments: [{ id: 's1', start_ms: 500, end_ms: 1500, speaker: null, text: '[redacted]', redacted: true }],
  })
  return { id, userId, below }
}

class Killed extends Error {}

/** The same, but the process ends right before or after its nth write. */
function killedAt(n: number, when: 'before' | 'after'): ApplyRedactionDeps {
  let writes = 0
  const counted =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      writes += 1
      if (writes > n || (writes === n && when === 'before')) throw new Killed()
      const result = await write(...args)
      if (writes === n) throw new Killed()
      return result
    }
  const { storage, microsites } = deps
  return {
    ...deps,
    storage: {
      ...storage,
      write: counted((key, content) => storage.write(key, content)),
      adopt: counted((path, key) => storage.adopt(path, key)),
      remove: counted((key) => storage.remove(key)),
    },
    microsites: { ...microsites, replace: counted((site, change, at) => microsites.replace(site, change, at)) },
    removeUpload: counted((key) => deps.removeUpload(key)),
  }
}

const run = (with_: ApplyRedactionDeps, id: string) =>
  applyRedaction(with_, { id, signal: new AbortController().signal, advance: async () => undefined })

const stored = async (userId: string) =>
  (await readdir(join(folder, 'bucket', userId), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

test.each(['before', 'after'] as const)(
  'a process that ends %s any of its writes leaves the recording withheld or redacted, and the next one finishes',
  async (when) => {
    let kills = 0
    for (let n = 1, isOver = false; !isOver; n++) {
      const { id, userId } = await accepted()
      const error = await run(killedAt(n, when), id).catch((thrown: unknown) => thrown)
      isOver = error === undefined
      if (!isOver) {
        kills += 1
        expect(error).toBeInstanceOf(Killed)
        const between = await deps.microsites.findForProcessing(id)
        if (between?.redacting !== null)
          expect(between).toMatchObject({ videoUrl: null, posterKey: null, replacing: true })
        await run(deps, id)
      }
      const site = await deps.microsites.findForProcessing(id)
      const videoKey = `${derivedFolder(userId, id)}redacted-r1.mp4`
      expect(site, `${when} ${n}`).toMatchObject({
        redacting: null,
        replacing: false,
        videoUrl: videoKey,
        sourceKey: videoKey,
      })
      expect(await stored(userId)).toEqual(['captions.txt', 'redacted-r1.jpg', 'redacted-r1.mp4', 'tracks.json', 'you'])
      const captions = await readFile(join(folder, 'bucket', captionsKey(derivedFolder(userId, id))), 'utf8')
      expect(captions).toContain('[redacted]')
      expect(captions).toContain('NOTE Recorded 2026-03-05')
      expect(captions).not.toContain('zebracornq')
    }
    expect(kills).toBeGreaterThan(8)
    expect(await readdir(join(folder, 'work'))).toEqual([])
  },
)

test('keeps an unreadable recording withheld, and removes an unreadable side', async () => {
  const { id, userId, below } = await accepted()
  const broken = {
    ...deps,
    media: { ...deps.media, redact: async () => Promise.reject(new PermanentFailure('not_convertible')) },
  }
  await expect(run(broken, id)).rejects.toThrow(PermanentFailure)
  await deps.microsites.fail(id, { code: 'not_convertible', message: 'It is damaged.' }, clock())
  const site = await deps.microsites.findForProcessing(id)
  expect(site).toMatchObject({
    status: 'active',
    videoUrl: null,
    redacting: { id: 'r1' },
    errorMessage: 'It is damaged.',
  })
  await deps.microsites.replace(site as NonNullable<typeof site>, { replacing: true }, clock())
  await deps.storage.write(trackKey(below, 'you'), 'no sound')
  await run(deps, id)
  expect(await stored(userId)).not.toContain('you')
  expect(await deps.microsites.findForProcessing(id)).toMatchObject({ redacting: null, replacing: false })
})

test('leaves nothing of a microsite that is deleted during the redaction', async () => {
  const { id, userId, below } = await accepted()
  const { microsites } = db.schema
  const media = {
    ...deps.media,
    poster: async (...args: Parameters<typeof deps.media.poster>) => {
      await db.delete(microsites)
      return deps.media.poster(...args)
    },
  }
  await run({ ...deps, media }, id).catch(() => undefined)
  expect(await deps.storage.list(below)).toEqual([])
  expect((await stored(userId)).filter((name) => name.startsWith('redacted'))).toEqual([])
})
