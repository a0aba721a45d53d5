import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CAPABILITIES_PATH } from '@callfolio/shared/contract/capabilities.ts'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { addMicrosite } from '../../../testing/microsites.testing.ts'
import { openPart, openScreen, replaceAnswers, signUp, type Person } from '../../../testing/open-screen.testing.tsx'
import { sampleSite } from '../../library/microsite.testing.ts'
import { useMicrosite } from '../../library/use-microsite.ts'
import { SourceLine } from './source-line.tsx'
import { TranscriptMenu } from './transcript-actions.tsx'

const TEAMS =
  'Dana Miller   0:01\nWe can ship the first thirty pallets in April.\n\nLee Chan   0:05\nThen I will send you the signed contract on Friday.\n'
const SPOKEN = sampleSite({
  video_url: 'u/derived/m1/video.mp4',
  transcript_info: {
    source: 'openai',
    language: 'en',
    notice: null,
    draft: false,
    speakers: { from: 'voices', found: 3, asked: null },
  },
})

let person: Person
let capabilities: object
beforeAll(async () => {
  person = await signUp()
  capabilities = (await person.send('GET', CAPABILITIES_PATH)) as object
})
beforeEach(() => person.enter())

/** Opens the menu of a recorded call on a server with an AI server. @returns the requests of its dialogs. */
async function openMenu(item: string) {
  const engine = { name: 'openai', ready: true, sends_to: 'ai.example', note: null, cost_ratio: 0 }
  const hour = { model: 'gpt-4o-mini', tokens: 20_000, dollars: null }
  replaceAnswers(CAPABILITIES_PATH, () =>
    Response.json({ ...capabilities, transcribers: [engine], analysts: [{ ...engine, hour }] }),
  )
  const sent = vi.fn<(body: unknown) => void>()
  replaceAnswers(MICROSITE_PATHS.transcript('m1'), async (request) => {
    sent(await request.json())
    return Response.json(SPOKEN)
  })
  const { user } = openPart(<TranscriptMenu site={SPOKEN} />)
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Change transcript' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    return within(await screen.findByRole('dialog'))
  }
  return { user, sent, open, closed: () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()) }
}

test('replaces the transcript with pasted text or a chosen file, and shows its source', async () => {
  const { id } = await addMicrosite(person)
  const { user } = openScreen(`/microsite/${id}`)
  const transcript = await screen.findByRole('region', { name: 'Transcript' })
  expect(transcript.textContent).toContain('From the call’s captions.')
  await user.click(screen.getByRole('button', { name: 'Change transcript' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Paste or upload a transcript' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace transcript' }))
  const text = dialog.getByLabelText('Transcript')
  fireEvent.change(text, { target: { value: '12:00' } })
  await user.click(dialog.getByRole('button', { name: 'Replace transcript' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('We couldn’t read a transcript in this text.')
  await user.upload(dialog.getByLabelText('Transcript file'), new File([TEAMS], 'call.txt', { type: 'text/plain' }))
  await waitFor(() => expect(text).toHaveProperty('value', TEAMS))
  await user.click(dialog.getByRole('button', { name: 'Replace transcript' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const section = () => screen.getByRole('region', { name: 'Transcript' }).textContent
  await waitFor(() => expect(section()).toContain('We can ship the first thirty pallets in April.'))
  expect(section()).toContain('From a transcript added later.')
  await waitFor(() => expect(screen.queryByText('Overall progress')).toBeNull())
})

test('corrects the language of a call without transcribing it again', async () => {
  const { id } = await addMicrosite(person)
  function Line() {
    const { data } = useMicrosite(id)
    return data && <SourceLine site={data} />
  }
  const { user } = openPart(<Line />)
  await screen.findByText(/From the call’s captions\. The call is in English\./)
  await user.click(screen.getByRole('button', { name: 'Change the language' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Which language is this call in?' }))
  expect(dialog.getByText(/Nothing is transcribed again until you ask\./)).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await user.selectOptions(dialog.getByLabelText('Language of the call'), 'Dutch')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText(/From the call’s captions\. The call is in Dutch\./)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change the language' })))
})

test('says where the audio goes before it is transcribed again, in the spoken language', async () => {
  const { user, sent, open, closed } = await openMenu('Transcribe again with ai.example')
  const dialog = await open()
  expect(dialog.getByText(/^Audio is sent to ai\.example\./)).toBeDefined()
  await user.selectOptions(dialog.getByLabelText('Language of the call'), 'German')
  await user.click(dialog.getByRole('button', { name: 'Transcribe again' }))
  await closed()
  expect(sent).toHaveBeenCalledExactlyOnceWith({ source: 'openai', language: 'de' })
})

test('separates voices again for the number of speakers that the owner gives', async () => {
  const { user, sent, open, closed } = await openMenu('Change number of speakers')
  const dialog = await open()
  expect(dialog.getByText('We detected 3 speakers.')).toBeDefined()
  await user.selectOptions(dialog.getByLabelText('How many people spoke?'), '2')
  await user.click(dialog.getByRole('button', { name: 'Detect speakers' }))
  await closed()
  expect(sent).toHaveBeenCalledExactlyOnceWith({ source: 'speakers', count: 2 })
})

test('keeps the language of a rerun recap until another is chosen', async () => {
  const { user, sent, open, closed } = await openMenu('Paste or upload a transcript')
  for (const choice of ['No change', 'The language of the call', 'Dutch']) {
    const dialog = await open()
    fireEvent.change(dialog.getByLabelText('Transcript'), { target: { value: 'Dana: Hello.' } })
    await user.selectOptions(await dialog.findByLabelText('Recap language'), choice)
    await user.click(dialog.getByRole('button', { name: 'Replace transcript' }))
    await closed()
  }
  const given = { source: 'given', text: 'Dana: Hello.' }
  expect(sent.mock.calls).toEqual([[given], [{ ...given, recap_language: null }], [{ ...given, recap_language: 'nl' }]])
})
