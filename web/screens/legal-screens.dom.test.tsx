import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CAPABILITIES_PATH, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { changeAnswers, openScreen, visit } from '../testing/open-screen.testing.tsx'

const main = () => screen.getByRole('main').textContent?.replaceAll(/\s+/g, ' ') ?? ''

const FACTS: Record<string, readonly string[]> = {
  'Terms of Service': [
    'Enforced July 7th 2025',
    'card payment provider',
    'children under 13',
    'Notion export, Word export, the Google Docs copy, search in transcripts',
    'the plan stays for 14 days',
    'third-party AI providers',
    'no third party takes part',
  ],
  'Terms of Use': [
    'Enforced July 7th 2025',
    'lasts 1 hour',
    'It does not show the video unless you choose to.',
    'No account is asked for',
    'SRT, VTT and JSON',
    'Notion export and the Google Docs copy',
    'contact form on the website',
  ],
  'Privacy Policy': [
    'last 1 hour',
    'card payment provider',
    'not for children under 13',
    'no third party takes part',
    'No advertising and no trackers',
    'ids of you as a customer',
    'your payment is awaited',
    'a folder of the operator’s',
  ],
}

test('the footer leads to legal texts that say what the product does', async () => {
  visit('starter')
  const { user } = openScreen('/')
  for (const [name, facts] of Object.entries(FACTS)) {
    await user.click(within(await screen.findByRole('contentinfo')).getByRole('link', { name }))
    await expect.poll(() => screen.queryByRole('heading', { level: 1 })?.textContent).toBe(name)
    await expect.poll(() => document.title).toBe(`${name} · Callfolio`)
    for (const fact of facts) await expect.poll(main).toContain(fact)
  }
})

test('legal texts name the operator, the answer time and the AI provider of the server', async () => {
  visit('starter')
  openScreen('/terms-of-service')
  await expect.poll(main).toContain('The operator has given no name here')
  expect(main()).toContain('We get back to you within 24 hours.')
  changeAnswers<Capabilities>(CAPABILITIES_PATH, (server) => ({
    ...server,
    operator: 'Example Ltd, Dublin',
    answer_time: 'two working days',
    transcribers: [{ name: 'openai', ready: true, sends_to: 'ai.example:1234', note: null, cost_ratio: 1 }],
  }))
  for (const path of ['/terms-of-service', '/privacy-policy']) {
    cleanup()
    openScreen(path)
    await expect.poll(main).toContain('The operator of this server is Example Ltd, Dublin.')
    expect(main()).toContain('We get back to you within two working days.')
  }
  expect(main()).toContain('the sound of a recording is sent to ai.example:1234')
})

test('the terms of use say when the server offers no contact form', async () => {
  visit('premium')
  openScreen('/terms-of-use')
  await expect.poll(main).toContain('The form is not active on this server yet')
})
