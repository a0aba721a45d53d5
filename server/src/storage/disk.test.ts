import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../http/create-app.ts'
import { createAddresses } from '../http/origin.ts'
import { systemClock } from '../kernel/clock.ts'
import { createLogger } from '../kernel/logger.ts'
import { describeStorage } from './contract.testing.ts'
import { createDiskStorage } from './disk.ts'
import { storageRoutes } from './routes.ts'
import { createLinkSigner } from './signed-links.ts'
import { soundDisk } from '../testing/sound-disk.ts'

async function openDisk() {
  const root = await mkdtemp(join(tmpdir(), 'disk-storage-'))
  const links = createLinkSigner({ secretKey: 's'.repeat(32), clock: systemClock })
  const storage = createDiskStorage({ root, links })
  const app = createApp({
    log: createLogger('silent'),
    routers: [storageRoutes({ storage, links, readableMedia: async () => ({ durationMs: null }) })],
    mounts: [],
    disk: soundDisk,
    https: false,
    addresses: createAddresses(),
  })
  return {
    storage,
    root,
    fetch: async (url: string) => app.request(url),
    close: () => rm(root, { recursive: true, force: true }),
  }
}

describeStorage('disk', openDisk)

test('leaves nothing unfinished behind, even when a write fails', async () => {
  const { storage, root, close } = await openDisk()
  await storage.write('u/file', 'x')
  await expect(storage.write('u/file/below', 'x')).rejects.toThrow()
  await expect(storage.adopt(join(root, 'absent'), 'u/adopted')).rejects.toThrow()
  expect(await readdir(join(root, '.scratch'))).toEqual([])
  expect((await storage.list('u/')).map((object) => object.key)).toEqual(['u/file'])
  await close()
})

test('names the owner and microsite of an unfinished file, and tells it from one being written', async () => {
  const { storage, root, close } = await openDisk()
  const scratch = join(root, '.scratch')
  await mkdir(scratch)
  const left = ['ann+derived+call+1', 'ann+derived+call2+2', 'ann+meetings+ann+3', 'annette+derived+call+4']
  for (const name of left) {
    await writeFile(join(scratch, name), 'what was said')
    await utimes(join(scratch, name), new Date(1000), new Date(1000))
  }
  await writeFile(join(scratch, 'ann+derived+call+live'), 'is being written')
  const rest = async () => (await readdir(scratch)).toSorted()
  const untouchedSince = new Date(2000)
  expect(await storage.removeUnfinished({ below: 'ann/derived/call/', untouchedSince })).toBe(1)
  expect(await rest()).toEqual(['ann+derived+call+live', ...left.slice(1)])
  expect(await storage.removeUnfinished({ below: 'ann/', untouchedSince })).toBe(2)
  expect(await rest()).toEqual(['ann+derived+call+live', 'annette+derived+call+4'])
  expect(await storage.removeUnfinished({ untouchedSince: new Date(1000) }), 'touched at that very time').toBe(0)
  expect(await storage.removeUnfinished({ untouchedSince })).toBe(1)
  expect(await rest()).toEqual(['ann+derived+call+live'])
  await close()
})
