import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDiskStorage } from '../../storage/disk.ts'
import { createLinkSigner } from '../../storage/signed-links.ts'
import { openMemory } from '../../testing/databases.ts'
import { insertUser } from '../../testing/users.ts'
import { getOwned } from '../records/get-owned.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'
import { toCard } from './to-wire.ts'
import { videoLink } from './video-link.ts'

test('the links to a video and its picture are valid for 3600 seconds', async () => {
  const root = await mkdtemp(join(tmpdir(), 'video-link-'))
  const db = await openMemory()
  let now = new Date('2026-11-21T08:00:00Z')
  const signer = createLinkSigner({ secretKey: 'k'.repeat(40), clock: () => now })
  const links = { storage: createDiskStorage({ root, links: signer }), origin: 'https://calls.example', session: 's' }
  const microsites = createMicrositesRepo(db)
  const [id, userId] = [randomUUID(), await insertUser(db)]
  const made = { id, userId, title: 'Call', description: null, sourceKey: null, language: null, sample: false }
  await microsites.insert(made, null)
  await microsites.updateWorking(id, { videoUrl: 'call.mp4', posterKey: 'call.jpg', durationMs: 1000 })
  const site = await getOwned(microsites, userId, id)

  const video = await videoLink(links, site)
  expect(video.expires_at).toBe('2026-11-21T09:00:00.000Z')
  const { poster_url } = await toCard(links, { ...site, tagNames: [] })
  for (const [key, url] of [
    ['call.mp4', video.signedUrl],
    ['call.jpg', poster_url ?? ''],
  ] as const) {
    const { searchParams } = new URL(url)
    const [expires, signature] = [Number(searchParams.get('expires')), searchParams.get('signature') ?? '']
    const check = () => signer.check(key, { expires, session: 's', signature })
    now = new Date('2026-11-21T08:59:59.999Z')
    expect(check()).toBe('good')
    now = new Date('2026-11-21T09:00:00Z')
    expect(check()).toBe('expired')
  }
  await db.close()
  await rm(root, { recursive: true })
})
