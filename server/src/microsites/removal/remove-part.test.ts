import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSqlQueue } from '../../jobs/sql-queue.ts'
import { systemClock as clock } from '../../kernel/clock.ts'
import { createDiskStorage } from '../../storage/disk.ts'
import { captionsKey, derivedFolder, uploadKey } from '../../storage/keys.ts'
import { createLinkSigner } from '../../storage/signed-links.ts'
import { openMemory } from '../../testing/databases.ts'
import { insertMicrosite } from '../../testing/microsites.ts'
import { insertUser } from '../../testing/users.ts'
import { createDeletionsRepo } from '../records/deletions-repo.ts'
import { getOwned } from '../records/get-owned.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'
import { removePart } from './remove-part.ts'

test.each([
  ['keeps the captions of a call', {}, ['captions.txt']],
  [
    'keeps no captions of a call whose redaction failed, as they have the redacted words',
    { redacted: [{ start_ms: 0, end_ms: 1000 }], redacting: { id: 'r1', videoKey: null } },
    [],
  ],
])('removing a recording %s', async (_, redaction, left) => {
  const folder = await mkdtemp(join(tmpdir(), 'remove-part-'))
  const db = await openMemory()
  try {
    const storage = createDiskStorage({ root: folder, links: createLinkSigner({ secretKey: 's'.repeat(32), clock }) })
    const microsites = createMicrositesRepo(db)
    const userId = await insertUser(db)
    const sourceKey = uploadKey(userId, 1, 'mp4')
    const id = await insertMicrosite(db, { userId, sourceKey, durationMs: 2000, ...redaction })
    const below = derivedFolder(userId, id)
    for (const key of [sourceKey, captionsKey(below), `${below}poster.jpg`]) await storage.write(key, 'zebracorn')
    const deps = {
      microsites,
      storage,
      clock,
      deletions: createDeletionsRepo(db),
      queue: createSqlQueue({ db, clock }),
      removeUpload: (key: string) => storage.remove(key),
      removeLeftovers: async () => undefined,
      eraseSoon: () => undefined,
    }
    expect(await removePart(deps, await getOwned(microsites, userId, id), 'media')).toBe(true)
    const keys = (await storage.list(`${userId}/`)).map(({ key }) => key)
    expect(keys).toEqual(left.map((name) => below + name))
    expect((await getOwned(microsites, userId, id)).redacting).toBeNull()
  } finally {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
})
