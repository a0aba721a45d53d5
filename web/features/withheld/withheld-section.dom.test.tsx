import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MICROSITE_PATHS, type WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { replaceMicrosite } from '../../testing/microsites.testing.ts'
import { openScreen, replaceAnswers, signUp } from '../../testing/open-screen.testing.tsx'
import { sampleSite } from '../library/microsite.testing.ts'
import { applyEdit, type OwnerEdit } from '../microsite/edit/owner-edit.ts'

const WITHHELD: WithheldItem[] = [
  { list: 'todo_list', text: 'Send the spreadsheet tonight', reason: 'taken_back', detail: null, segment_ids: ['s3'] },
  { list: 'quotes', text: 'we will certainly sign', reason: 'quote', detail: null, segment_ids: ['s2'] },
  { list: 'summary', text: 'They pay 300 dollars', reason: 'number', detail: '300', segment_ids: [] },
]

test('lists what verification withheld and why, and shows it anyway', async () => {
  await signUp()
  const lines = ['Hello.', 'We will sign in May.', 'Please send me the spreadsheet tonight.']
  const segments = lines.map((text, i) => ({
    id: `s${i + 1}`,
    start_ms: i * 1000,
    end_ms: i * 1000 + 900,
    speaker: 'Priya',
    text,
  }))
  let site = sampleSite({ segments, withheld: WITHHELD })
  replaceMicrosite('m1', () => site)
  replaceAnswers(MICROSITE_PATHS.one('m1'), async (request, askServer) => {
    if (request.method !== 'PATCH') return askServer()
    site = applyEdit(site, (await request.json()) as OwnerEdit)
    return Response.json(site)
  })
  const { user } = openScreen('/microsite/m1')
  await user.click(await screen.findByText('Not shown, because…'))
  const row = (words: string) =>
    within(screen.getByRole('list', { name: 'Not shown' }))
      .queryAllByRole('listitem')
      .find(({ textContent }) => textContent.startsWith(words))
  const press = (words: string, name: string) =>
    user.click(within(row(words) ?? document.body).getByRole('button', { name }))
  expect(row('Send the spreadsheet')?.textContent).toContain('Todo List · Possibly refused or corrected later.')
  expect(row('They pay 300')?.textContent).toContain('Summary · Check the number: “300”.')
  await press('Send the spreadsheet', 'Show it anyway')
  await within(screen.getByRole('region', { name: 'Todo List' })).findByText('Send the spreadsheet tonight')
  await waitFor(() => expect(row('Send the spreadsheet')).toBeUndefined())
  await press('we will certainly sign', 'Quote the line instead')
  await within(screen.getByRole('region', { name: 'Quotes' })).findByText(/We will sign in May/)
  await waitFor(() => expect(row('we will certainly sign')).toBeUndefined())
})
