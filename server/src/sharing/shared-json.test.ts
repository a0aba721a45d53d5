import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getOwned } from '../microsites/get-owned.ts'
import { createMicrositesRepo } from '../microsites/microsites-repo.ts'
import { createSharedJson } from './shared-json.ts'
import { NOTHING_LONG, startSharing, type Sharing, type TestLink } from './sharing.testing.ts'

let sharing: Sharing
let siteId: string
let link: TestLink
let reads: number
beforeAll(async () => {
  sharing = await startSharing()
})
afterAll(() => sharing.close())
beforeEach(async () => {
  siteId = await sharing.insertSite()
  link = await sharing.share(siteId)
  reads = 0
})

function openJson() {
  const microsites = createMicrositesRepo(sharing.db)
  const read = createSharedJson({
    links: sharing.links,
    long: NOTHING_LONG,
    readOwned: (userId, id) => (reads++, getOwned(microsites, userId, id)),
    branding: async () => ({ accent: null, logo_url: null }),
    clock: sharing.now,
  })
  return async (token = link.token) => {
    const shown = await read({ token, visitor: { userId: null, pass: null }, origin: 'https://calls.example' })
    return 'microsite' in shown
      ? (JSON.parse(Buffer.concat(shown.microsite).toString()) as { title: string }).title
      : null
  }
}

test('what a link shows is read once for all who read it, also for those who come at once, and anew after a change', async () => {
  const read = openJson()
  expect(await Promise.all(Array.from({ length: 30 }, () => read()))).toEqual(Array.from({ length: 30 }, () => 'Call'))
  expect([await read(), reads]).toEqual(['Call', 1])
  await sharing.updateSite(siteId, { title: 'Edited', updatedAt: new Date() })
  expect([await read(), reads]).toEqual(['Edited', 2])
})

test('a link that is over shows nothing of what was read before', async () => {
  const read = openJson()
  expect(await read()).toBe('Call')
  await sharing.change(link, { revoked: true })
  expect(await read()).toBeNull()
  expect(await read('none')).toBeNull()
})
