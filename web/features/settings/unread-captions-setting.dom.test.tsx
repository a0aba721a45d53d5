import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CAPTION_PATHS, type UnreadCaptions } from '@callfolio/shared/contract/captions.ts'
import { openPart, replaceAnswers, signUp } from '../../testing/open-screen.testing.tsx'
import { UnreadCaptionsSetting } from './unread-captions-setting.tsx'

async function open(sites: UnreadCaptions['sites']) {
  await signUp()
  replaceAnswers(CAPTION_PATHS.unread, () => Response.json({ sites }))
  openPart(<UnreadCaptionsSetting />)
  return within(await screen.findByRole('region', { name: 'Meeting captions' }))
}

test('lists the sites whose captions could not be read', async () => {
  const last_at = new Date(Date.now() - 2 * 3600 * 1000).toISOString()
  const part = await open([{ site: 'zoom', meetings: 3, last_at, version: '2026-11-01' }])
  const list = within(await part.findByRole('list', { name: 'Meeting captions' }))
  expect(list.getByText('Zoom')).toBeDefined()
  expect(list.getByText(/^3 meetings, last 2 hours ago$/)).toBeDefined()
  expect(list.getByText('Caption reader version: 2026-11-01')).toBeDefined()
})

test('says when all captions could be read', async () => {
  const part = await open([])
  expect(await part.findByText('No problems reported.')).toBeDefined()
})
