import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EXTENSION_PACKAGES } from '@callfolio/shared/extension/extension-packages.ts'
import { EXTENSION_PERMISSIONS } from '@callfolio/shared/extension/extension-permissions.ts'
import { openScreen, signUp } from '../testing/open-screen.testing.tsx'
import { openSitePage } from '../testing/open-site-page.testing.ts'

test('gives the reason for every permission and a package for each browser, which connects to this server', () => {
  openSitePage('/extension')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The browser extension')
  for (const { name, reason } of EXTENSION_PERMISSIONS)
    expect(screen.getByRole('rowheader', { name }).closest('tr')?.textContent).toContain(reason)
  expect(screen.getByRole('main').textContent).toContain('This download is set up for this server.')
  for (const [browser, name] of [
    ['chrome', 'Download for Chrome and Edge'],
    ['firefox', 'Download for Firefox'],
  ] as const) {
    const link = screen.getByRole('link', { name })
    expect(link.getAttribute('href')).toBe(EXTENSION_PACKAGES[browser])
    expect(link.hasAttribute('download')).toBe(true)
  }
})

test('the upload page and the footer link to the extension', async () => {
  await signUp()
  openScreen('/upload')
  const link = await screen.findByRole('link', { name: 'browser extension' })
  expect(link.getAttribute('href')).toBe('/extension')
  openSitePage('/')
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getByRole('link', { name: 'Browser extension' }).getAttribute('href')).toBe('/extension')
})
