import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedReplySchema } from '@callfolio/shared/contract/share.ts'
import { startSharing, type Sharing, type TestLink } from '../sharing.testing.ts'
import { packPage } from './pack-page.ts'
import { createPageCache } from './page-cache.ts'

let sharing: Sharing
let siteId: string
let link: TestLink
let rendered: number
beforeAll(async () => {
  sharing = await startSharing({ wrapRender: (render) => (job) => ((rendered += 1), render(job)) })
})
afterAll(() => sharing.close())
beforeEach(async () => {
  siteId = await sharing.insertSite()
  link = await sharing.share(siteId)
  rendered = 0
})

async function readTitle(): Promise<string | number> {
  const { status, body } = await sharing.api.request('POST', '/api/get-shared-microsite', {
    json: { token: link.token },
  })
  return status === 200 ? getSharedReplySchema.parse(body).microsite.title : status
}

test('reads a microsite once for concurrent JSON requests, and again after a change', async () => {
  const all = await Promise.all(Array.from({ length: 30 }, () => readTitle()))
  expect(new Set(all)).toEqual(new Set(['Call']))
  expect([await readTitle(), rendered]).toEqual(['Call', 1])
  await sharing.updateSite(siteId, { title: 'Edited', updatedAt: new Date() })
  expect([await readTitle(), rendered]).toEqual(['Edited', 2])
})

test('hands a new rendering to one of its waiting readers in each turn of the event loop', async () => {
  const page = packPage('{}')
  const pages = createPageCache(async () => page)
  const message = {
    what: 'message',
    page: { state: 'gone', why: 'unknown' },
    reader: { origin: '', language: 'en' },
  } as const
  const show = () => pages.show(async () => ({ request: { key: 'call', job: message } }))
  let turn = 0
  const count = () => {
    turn += 1
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  const turns = await Promise.all([1, 2, 3].map(() => show().then(() => turn)))
  clearImmediate(immediate)
  expect(new Set(turns).size).toBe(3)
})

test('shows nothing cached once the link is revoked', async () => {
  expect(await readTitle()).toBe('Call')
  await sharing.change(link, { revoked: true })
  expect(await readTitle()).toBe(404)
})
