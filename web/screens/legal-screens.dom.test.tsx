import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CAPABILITIES_PATH, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import type { SitePath } from '@callfolio/shared/app-paths.ts'
import { DATA_FLOW_PATH } from '@callfolio/shared/contract/data-flow.ts'
import { changeAnswers, replaceAnswers, visit } from '../testing/open-screen.testing.tsx'
import { openSitePage } from '../testing/open-site-page.testing.ts'

const main = () => screen.getByRole('main').textContent?.replaceAll(/\s+/g, ' ') ?? ''

const FACTS: Record<string, readonly string[]> = {
  'Terms of Service': [
    'Enforced July 7th 2025',
    'card payment provider',
    'Children under 13 may not use the service',
    'Notion export, Word export, copying for Google Docs, search in transcripts',
    'the plan remains active for 14 days',
    'Starter is free and includes 3 microsites a month',
    'third-party AI providers',
    'uses no third party',
  ],
  'Terms of Use': [
    'Enforced July 7th 2025',
    'lasts 1 hour',
    'The page doesn’t show the video unless you turn it on.',
    'without an account',
    'up to 20 minutes',
    'SRT, VTT and JSON',
    'Word export, Notion export, copying for Google Docs and PDF without a watermark',
    'contact form on the website',
  ],
  'Privacy Policy': [
    'last 1 hour',
    'card payment provider',
    'not for children under 13',
    'uses no third party',
    'No advertising and no trackers',
    'customer and subscription IDs',
    'your payment is pending',
    'outbox folder on the server for 90 days',
    'write-ahead log may contain deleted rows',
  ],
}

test('the footer links to legal texts that say what the product does', async () => {
  visit('starter')
  openSitePage('/')
  const footer = within(screen.getByRole('contentinfo'))
  const paths = Object.keys(FACTS).map((name) => footer.getByRole('link', { name }).getAttribute('href') as SitePath)
  for (const [index, [name, facts]] of Object.entries(FACTS).entries()) {
    openSitePage(paths[index] as SitePath)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(name)
    expect(document.title).toBe(`${name} · Callfolio`)
    for (const fact of facts) await expect.poll(main).toContain(fact)
  }
})

test('legal texts name the operator, the response time and the AI provider of the server', async () => {
  visit('starter')
  openSitePage('/terms-of-service')
  await expect.poll(main).toContain('This server’s operator hasn’t published a legal name.')
  await expect.poll(main).toContain('We’ll get back to you within 24 hours.')
  changeAnswers<Capabilities>(CAPABILITIES_PATH, (server) => ({
    ...server,
    operator: 'Example Ltd, Dublin',
    answer_time: 'two working days',
    transcribers: [{ name: 'openai', ready: true, sends_to: 'ai.example:1234', note: null, cost_ratio: 1 }],
  }))
  for (const path of ['/terms-of-service', '/privacy-policy'] as const) {
    openSitePage(path)
    await expect.poll(main).toContain('The operator of this server is Example Ltd, Dublin.')
    await expect.poll(main).toContain('We’ll get back to you within two working days.')
  }
  await expect.poll(main).toContain('sends its audio to ai.example:1234')
})

test('the terms of use say when the server has no contact form', async () => {
  visit('premium')
  openSitePage('/terms-of-use')
  await expect.poll(main).toContain('The form isn’t active on this server yet')
})

test('the data flow names each step’s place on this server', async () => {
  openSitePage('/data-flow')
  const row = (title: string) => screen.getByText(title).parentElement?.textContent
  await expect.poll(() => row('Payments')).toContain('Not used on this server.')
  expect(row('Transcription')).toContain('On this server')
})

test('a data flow that fails to load can be requested again', async () => {
  let fails = true
  replaceAnswers(DATA_FLOW_PATH, (_, askServer) => (fails ? new Response(null, { status: 503 }) : askServer()))
  const { user } = openSitePage('/data-flow')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the data flow.')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Recordings')
  expect(screen.queryByRole('alert')).toBeNull()
})
