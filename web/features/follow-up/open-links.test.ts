import { expect, test } from 'vitest'
import type { ShareableLink } from '@callfolio/shared/contract/share.ts'
import { openLinks } from './open-links.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const LINK: ShareableLink = {
  id: 'l1',
  token: 'abc',
  microsite_id: 'm1',
  created_by_user_id: 'u1',
  label: null,
  expires_at: '2026-11-28T12:00:00Z',
  revoked_at: null,
  has_password: false,
  asks_email: false,
  sections: null,
  with_video: false,
  when_ready: false,
  early: false,
  view_count: 0,
  last_opened_at: null,
  created_at: '2026-11-21T12:00:00Z',
  share_url: 'https://calls.example/s/abc',
  reachable: true,
  microsite: { id: 'm1', title: 'First call', description: null, created_at: '2026-11-21T12:00:00Z' },
}
const getIds = (links: Partial<ShareableLink>[]) =>
  openLinks(
    links.map((link) => ({ ...LINK, ...link })),
    'm1',
    NOW,
  ).map(({ id }) => id)

test('offers only active links of this microsite', () => {
  expect(
    getIds([
      { id: 'open' },
      { id: 'other', microsite_id: 'm2' },
      { id: 'revoked', revoked_at: '2026-11-22T11:00:00Z' },
      { id: 'over', expires_at: NOW.toISOString() },
    ]),
  ).toEqual(['open'])
})

test('describes a link by its label, expiry and requirements', () => {
  const [link] = openLinks([{ ...LINK, label: 'Acme', has_password: true, asks_email: true }], 'm1', NOW)
  expect(link).toMatchObject({
    name: 'Acme, until Nov 28, 2026',
    needs: 'password',
    url: 'https://calls.example/s/abc',
  })
})
