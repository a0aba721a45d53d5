import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPart, signUp } from '../../testing/open-screen.testing.tsx'
import { sampleSite } from '../library/microsite.testing.ts'
import { ExportMenu } from './export-menu.tsx'
import { MicrositeExport } from './microsite-export.tsx'

const TIMED = sampleSite({
  segments: [{ id: 's1', start_ms: 0, end_ms: 1000, speaker: 'Dana', text: 'Hello.' }],
})
const button = () => screen.findByRole('button', { name: 'Export' })
const items = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)

test('leads to the plans from Notion, Word and Google Docs on the free plan', async () => {
  await signUp('starter')
  const { user } = openPart(<MicrositeExport microsite={TIMED} />)
  for (const name of ['Notion', 'Word', 'Google Docs']) {
    await user.click(await button())
    // The plan may still be loading.
    const locked = new RegExp(`^${name} ?Part of the Premium plan`)
    await user.click(await screen.findByRole('menuitem', { name: locked }))
    await screen.findByRole('dialog', { name: 'Choose your plan' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement, 'the focus is back').toBe(await button())
  }
  await user.click(await button())
  expect((await items()).find((text) => text.startsWith('PDF'))).toContain('with a watermark')
})

test('offers everything with Premium, by keyboard too', async () => {
  await signUp()
  const { user } = openPart(<MicrositeExport microsite={TIMED} />)
  const trigger = await button()
  trigger.focus()
  await user.keyboard('{Enter}')
  expect(await items()).toHaveLength(7)
  expect((await items()).join()).not.toMatch(/Premium|watermark/)
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^PDF/))
  await user.keyboard('{End}')
  expect(document.activeElement?.textContent).toMatch(/^JSON/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(await button())
})

test('offers no subtitles without times in the transcript, and reports failures in the format’s words', async () => {
  await signUp()
  const { user } = openPart(
    <ExportMenu
      readSource={() => Promise.reject(new Error('gone'))}
      planId="pro"
      timed={false}
      onLocked={vi.fn<() => void>()}
    />,
  )
  await user.click(await button())
  expect(await items()).toHaveLength(5)
  vi.spyOn(console, 'error').mockReturnValue()
  await user.click(screen.getByRole('menuitem', { name: /^Word/ }))
  await screen.findByText('Error generating Word document. Please try again.')
  expect((await button()).getAttribute('aria-busy')).toBe('false')
  vi.restoreAllMocks()
})
