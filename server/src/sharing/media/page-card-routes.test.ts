import { expect, test } from 'vitest'
import { startSharing, type Sharing, type TestLink } from '../sharing.testing.ts'

test.each<[string, (sharing: Sharing, link: TestLink, siteId: string) => Promise<unknown>, string]>([
  [
    'its owner redacts it',
    (sharing, _, siteId) =>
      sharing.updateSite(siteId, { title: 'Call', summary: null, updatedAt: new Date('2026-11-22') }),
    'Call: They agreed.',
  ],
  ['its link hides the summary', (sharing, link) => sharing.change(link, { sections: ['quotes'] }), 'Zebracorn: null'],
  ['its link is revoked', (sharing, link) => sharing.change(link, { revoked: true }), ''],
])('sends no outdated preview image of a page when %s while it is drawn', async (_, change, shown) => {
  let whileDrawn: () => Promise<unknown> = async () => undefined
  const sharing = await startSharing({
    drawCard: async ({ title, teaser }) => {
      await whileDrawn()
      return Buffer.from(`${title}: ${teaser}`)
    },
  })
  try {
    const siteId = await sharing.insertSite({ title: 'Zebracorn', summary: 'About a zebracorn.' })
    const link = await sharing.share(siteId)
    expect((await sharing.open(`${link.token}/card.png`)).text).toBe('Zebracorn: About a zebracorn.')
    whileDrawn = () => change(sharing, link, siteId)
    expect((await sharing.open(`${link.token}/card.png`)).text).toBe(shown)
  } finally {
    await sharing.close()
  }
})
