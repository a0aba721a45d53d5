import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signUp } from '../testing/open-screen.testing.tsx'
import { openSitePage } from '../testing/open-site-page.testing.ts'

const linksTo = (name: string) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))

test('says what the product is, compares it, and links a visitor to the sign-up', () => {
  openSitePage('/')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Transform. Engage. Convert. Powered by AI.')
  expect(document.title).toBe('Callfolio')
  expect(screen.getByText('Your journey to AI-powered sales intelligence starts here')).toBeTruthy()
  expect(screen.getByRole('img', { name: /^A microsite/ })).toBeTruthy()
  expect(linksTo('Learn More')).toEqual(['#feature-comparison'])
  expect(linksTo('Try Callfolio Free')).toEqual(['/auth?sign-up'])
  expect(new Set(linksTo('Get Started'))).toEqual(new Set(['/auth?sign-up']))
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()

  const table = within(screen.getByRole('table'))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Feature',
    'Callfolio',
    'Sales-call intelligence tool',
    'Meeting-notes bot',
    'Video-clip tool',
    'Meeting-recorder tool',
  ])
  const rows = table.getAllByRole('rowheader')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Turns demo calls into shareable microsites',
    'Exports to Notion, Google Docs, PDF',
    'Lightweight and fast setup',
    'Built specifically for post-call sharing',
    'Pricing starts under $30',
    'Custom branding support',
    'Built for SDRs, AEs and founders',
  ])
  expect(new Set(rows.map((row) => row.nextElementSibling?.textContent)), 'the product has all of them').toEqual(
    new Set(['Yes']),
  )
})

test('offers a signed-in user the dashboard, and signing out leads home', async () => {
  await signUp()
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { user } = openSitePage('/pricing')
  expect(document.title).toBe('Pricing · Callfolio')
  const banner = within(screen.getByRole('banner'))
  expect(banner.queryByRole('link', { name: 'Get Started' })).toBeNull()
  expect(banner.getAllByRole('link', { name: 'Dashboard' })[0]?.getAttribute('href')).toBe('/dashboard')
  await user.click(banner.getAllByRole('button', { name: 'Sign Out' })[0] as HTMLElement)
  await expect.poll(() => assign.mock.calls).toEqual([['/']])
  expect(localStorage.length).toBe(0)
  assign.mockRestore()
})
