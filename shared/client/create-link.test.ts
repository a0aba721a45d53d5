import { describe, expect, test } from 'vitest'
import { createApiClient } from '../api-client.ts'
import type { ShareableLink } from '../contract/share.ts'
import { ensureLink, linkToCopy } from './create-link.ts'

const HOUR_MS = 60 * 60 * 1000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

function link(change: Partial<ShareableLink> = {}): ShareableLink {
  return {
    id: 'one',
    token: 'one',
    microsite_id: 'm',
    created_by_user_id: 'ann',
    label: null,
    expires_at: inHours(48),
    revoked_at: null,
    has_password: false,
    asks_email: false,
    sections: null,
    with_video: false,
    when_ready: false,
    early: false,
    view_count: 0,
    last_opened_at: null,
    created_at: inHours(-1),
    share_url: 'https://calls.example/s/one',
    reachable: true,
    microsite: { id: 'm', title: 'Call', description: null, created_at: inHours(-1) },
    ...change,
  }
}

const NEW = 'https://calls.example/s/new'

/** A server that has these links and creates others. */
function serverWith(links: ShareableLink[]) {
  return createApiClient({
    baseUrl: 'http://localhost',
    getAccessToken: async () => 'token',
    fetch: async (_url, init) =>
      Response.json(
        init?.method === 'POST'
          ? { success: true, id: 'new', share_url: NEW, expires_at: inHours(168), reachable: true, error: null }
          : { links },
      ),
  })
}

describe('the link to copy', () => {
  test('is the newest one made for no one in particular', async () => {
    const newer = link({ share_url: 'https://calls.example/s/newer' })
    expect((await linkToCopy(serverWith([newer, link()]), 'm')).share_url).toBe(newer.share_url)
  })

  test.each<[string, Partial<ShareableLink>]>([
    ['for another recipient', { label: 'Acme, procurement' }],
    ['with a password', { has_password: true }],
    ['that asks for an email address', { asks_email: true }],
    ['without all sections', { sections: ['summary'] }],
    ['that waits for the page', { when_ready: true }],
    ['that was revoked', { revoked_at: inHours(-1) }],
    ['that ends within a day', { expires_at: inHours(23) }],
  ])('is never one %s: another is created', async (_what, change) => {
    expect((await linkToCopy(serverWith([link(change)]), 'm')).share_url).toBe(NEW)
  })
})

describe('the link created with a page', () => {
  test('is created once, and found again after a restart', async () => {
    expect(await ensureLink(serverWith([]), 'm')).toBe(NEW)
    expect(await ensureLink(serverWith([link()]), 'm')).toBe('https://calls.example/s/one')
  })

  test('is not replaced when its owner revoked it', async () => {
    expect(await ensureLink(serverWith([link({ revoked_at: inHours(-1) })]), 'm')).toBeNull()
  })
})
