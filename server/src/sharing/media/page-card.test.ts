import { expect, test } from 'vitest'
import { BRAND } from '@callfolio/shared/brand.ts'
import type { LinkSection } from '@callfolio/shared/contract/share.ts'
import type { CardOfSite } from '../links/linked-sites-repo.ts'
import { getCard } from './page-card.ts'

const SITE: CardOfSite = {
  title: 'Lumen and Brightwater',
  description: null,
  callDate: '2026-11-26',
  durationMs: 32 * 60_000,
  summary: null,
  gptSummaries: null,
  gptSummary: 'They agreed. They sign in March.',
  summaryEvidence: [{ text: 'They sign in March.', speaker: null, unconfirmed: true }],
}

function draw(site: Partial<CardOfSite>, sections: LinkSection[] | null = null) {
  return getCard({ ...SITE, ...site }, { sections, accent: null, logo: null })
}

test('shows the microsite’s title, length and day, and the confirmed part of the summary', () => {
  expect(draw({})).toEqual({
    title: 'Lumen and Brightwater',
    facts: '32 min call · November 26, 2026',
    teaser: 'They agreed.',
    accent: BRAND.accent,
    logo: null,
  })
})

test('shows the owner’s description before the summary, and no summary where the link does not show it', () => {
  expect(draw({ description: 'The first call' }, ['quotes']).teaser).toBe('The first call')
  expect(draw({}, ['quotes']).teaser).toBeNull()
  expect(draw({ gptSummary: null }).teaser).toBeNull()
  expect(draw({}, ['summary']).teaser).toBe('They agreed.')
})
