import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../http/create-app.ts'
import { systemClock } from '../kernel/clock.ts'
import { createLogger } from '../kernel/logger.ts'
import { describeStorage } from './contract.testing.ts'
import { createDiskStorage } from './disk.ts'
import { storageRoutes } from './routes.ts'
import { createLinkSigner } from './signed-links.ts'

async function openDisk() {
  const root = await mkdtemp(join(tmpdir(), 'disk-storage-'))
  const links = createLinkSigner({ secretKey: 's'.repeat(32), clock: systemClock })
  const storage = createDiskStorage({ root, links })
  const app = createApp({ log: createLogger('silent'), routers: [storageRoutes({ storage, links })], mounts: [], checkReady: async () => {}, https: false })
  return { storage, root, fetch: async (url: string) => app.request(url), close: () => rm(root, { recursive: true, force: true }) }
}

describeStorage('disk', openDisk)

test('nothing unfinished is left behind, also when a write fails', async () => {
  const { storage, root, close } = await openDisk()
  await storage.write('u/file', 'x')
  await expect(storage.write('u/file/below', 'x')).rejects.toThrow()
  await expect(storage.adopt(join(root, 'absent'), 'u/adopted')).rejects.toThrow()
  expect(await readdir(join(root, '.scratch'))).toEqual([])
  expect((await storage.list('u/')).map((object) => object.key)).toEqual(['u/file'])
  await close()
})
