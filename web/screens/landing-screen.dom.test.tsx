import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, signUp } from '../testing/open-screen.testing.tsx'

const linksTo = (name: string) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))

test('says what the product is, compares it, and leads a visitor to the sign-up', async () => {
  const { location, user } = openScreen('/')
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
    'Transform. Engage. Convert. Powered by AI.',
  )
  expect(document.title).toBe('Callfolio')
  expect(screen.getByText('Your journey to AI-powered sales intelligence starts here')).toBeTruthy()
  expect(screen.getByRole('img', { name: /^A microsite/ })).toBeTruthy()
  expect(linksTo('Learn More')).toEqual(['#feature-comparison'])
  expect(linksTo('Try Callfolio Free')).toEqual(['/auth?sign-up'])
  await expect.poll(() => new Set(linksTo('Get Started'))).toEqual(new Set(['/auth?sign-up']))

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
  await user.click(within(screen.getByRole('banner')).getAllByRole('link', { name: 'Get Started' })[0] as HTMLElement)
  await expect.poll(location).toBe('/auth?sign-up')
  await screen.findByRole('heading', { name: 'Join Callfolio' })
})

test('offers a signed-in user the dashboard, and signing out leads home', async () => {
  await signUp()
  const { location, user } = openScreen('/pricing')
  const banner = within(await screen.findByRole('banner'))
  const dashboard = (await banner.findAllByRole('link', { name: 'Dashboard' }))[0]
  expect(dashboard?.getAttribute('href')).toBe('/dashboard')
  await user.click((await banner.findAllByRole('button', { name: 'Sign Out' }))[0] as HTMLElement)
  await expect.poll(location).toBe('/')
  await expect.poll(() => screen.queryAllByRole('link', { name: 'Get Started' }).length).toBeGreaterThan(0)
})
