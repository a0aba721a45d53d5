import { expect, test } from 'vitest'
import { STORAGE_FULL_MESSAGE } from '@callfolio/shared/failures.ts'
import { createLogger } from '../kernel/logger.ts'
import { soundDisk } from '../testing/sound-disk.ts'
import { createRouter } from './app.ts'
import { createApp } from './create-app.ts'
import { createAddresses } from './origin.ts'

test('reports a full disk to the sender and the disk watch, without an extra log line', async () => {
  const reported: unknown[] = []
  let logged = ''
  const router = createRouter()
  const full = new Error('Failed query', { cause: Object.assign(new Error('full'), { code: 'SQLITE_FULL' }) })
  router.get('/api/kept', () => {
    throw full
  })
  const app = createApp({
    log: createLogger('info', { write: (line) => (logged += line) }),
    routers: [router],
    mounts: [],
    disk: { ...soundDisk, note: (error) => reported.push(error) > 0 },
    https: false,
    addresses: createAddresses(),
  })
  const response = await app.request('/api/kept', { headers: { host: 'localhost' } })
  expect([response.status, await response.json()]).toEqual([
    507,
    { error: { code: 'insufficient_storage', message: STORAGE_FULL_MESSAGE } },
  ])
  expect(reported).toEqual([full])
  expect(logged).toBe('')
})
