import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { MICROSITE_PATHS, type Microsite, type MicrositeEdit } from '@callfolio/shared/contract/microsite.ts'
import { addMicrosite, readMicrosite } from '../../../testing/microsites.testing.ts'
import { openScreen, signUp, type Person } from '../../../testing/open-screen.testing.tsx'

const CAPTIONS = `WEBVTT

00:00:00.000 --> 00:00:06.000
<v Speaker 1>Hi, this is Ansel from Kenton Board, thanks for the time today.

00:00:06.000 --> 00:00:14.000
<v Dana Reyes>Good morning. I will send you the revised pricing by Friday.

00:00:14.000 --> 00:00:20.000
<v Dana Reyes>Between us, they would pay twice as much.
`

let person: Person
let microsite: Microsite
beforeEach(async () => {
  person = await signUp()
  person.enter()
  microsite = await addMicrosite(person, { captions: CAPTIONS })
})

async function openWith(edit: Partial<MicrositeEdit>) {
  await person.send('PATCH', MICROSITE_PATHS.one(microsite.id), edit)
  return openScreen(`/microsite/${microsite.id}`)
}
const stored = () => readMicrosite(person, microsite.id)

test('renames a speaker in the whole page with one click', async () => {
  const [first] = microsite.segments
  const suggested = [{ label: 'Speaker 1', name: 'Ansel', segment_id: first?.id ?? '' }]
  const { user } = await openWith({ suggested_speakers: suggested })
  await user.click(await screen.findByRole('button', { name: 'Use this name' }))
  await screen.findByText('Speaker 1 renamed to Ansel.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use this name' })).toBeNull())
  expect((await stored()).segments[0]?.speaker).toBe('Ansel')
})

test('dismisses suggested names, and offers them again on undo', async () => {
  const [first] = microsite.segments
  const suggested = [{ label: 'Speaker 1', name: 'Ansel', segment_id: first?.id ?? '' }]
  const { user } = await openWith({ suggested_speakers: suggested })
  await user.click(await screen.findByRole('button', { name: 'Dismiss names' }))
  await screen.findByText('Names dismissed.')
  await waitFor(async () => expect((await stored()).suggested_speakers).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'Use this name' })
  await waitFor(async () => expect((await stored()).suggested_speakers).toEqual(suggested))
})

test('opens the redaction with the private lines marked', async () => {
  const last = microsite.segments.at(-1)?.id ?? ''
  const { user } = await openWith({ private_lines: [last] })
  await screen.findByText(/1 line may be private/)
  await user.click(screen.getByRole('button', { name: 'Redact...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Redact' }))
  expect(dialog.getByRole('checkbox', { checked: true }).parentElement?.textContent).toContain('twice as much')
})
