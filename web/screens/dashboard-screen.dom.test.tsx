import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ACCOUNT_PATHS, type Usage } from '@callfolio/shared/contract/accounts/account.ts'
import { TAG_PATHS } from '@callfolio/shared/contract/tag.ts'
import { changeAnswers, openScreen, replaceAnswers, signUp } from '../testing/open-screen.testing.tsx'

test('greets by first name and shows plan, usage and when it renews', async () => {
  await signUp('starter')
  let used = 0
  changeAnswers<Usage>(ACCOUNT_PATHS.usage, (usage) => ({ ...usage, used }))
  const { location, user } = openScreen('/dashboard')
  await screen.findByRole('heading', { name: 'Welcome, Ann' })
  await within(screen.getByRole('banner')).findByText('Starter')
  const usage = screen.getByRole('region', { name: 'Monthly Usage' })
  await expect.poll(() => usage.textContent).toMatch(/0\/3.*Renews on [A-Z][a-z]{2} 1, \d{4}/)
  await user.click(screen.getByRole('link', { name: 'Upload meeting' }))
  await expect.poll(location).toBe('/upload')

  used = 5
  openScreen('/dashboard')
  const over = await screen.findByText(/^You've used 5 of 3 microsites this month\./)
  const bar = within(over.closest('section') as HTMLElement).getByRole('progressbar')
  expect(bar.getAttribute('aria-valuenow')).toBe('100')
})

test('blocks nothing when the subscription cannot be read, and reports tags that cannot', async () => {
  await signUp('starter')
  for (const path of [ACCOUNT_PATHS.subscription, TAG_PATHS.list])
    replaceAnswers(path, () => Response.json({}, { status: 400 }))
  const { user } = openScreen('/dashboard')
  await within(await screen.findByRole('banner')).findByText('Starter')
  await screen.findByText('Failed to load tags.')
  await user.click(screen.getByRole('link', { name: 'Upload meeting' }))
  const choose = await screen.findByRole<HTMLButtonElement>('button', { name: 'Choose File' })
  await expect.poll(() => choose.disabled).toBe(false)
})
