import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ACCOUNT_PATHS } from '@callfolio/shared/contract/accounts/account.ts'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { RecordingForm, type RecordingDetails } from '@callfolio/shared/ui/recording/recording-form.tsx'
import { replaceMicrosite } from '../../testing/microsites.testing.ts'
import { openPart, replaceAnswers, signUp, type Person } from '../../testing/open-screen.testing.tsx'
import { sampleSite } from '../library/microsite.testing.ts'
import { UploadView } from './upload-view.tsx'

/** As much of a recording as the form reads: an MP4 with its index. */
const recordingNamed = (name: string, type = 'video/mp4', boxes = ['ftyp', 'moov']) =>
  new File([...boxes.map((box) => `\0\0\0\x08${box}`), '\0'.repeat(150_000)], name, { type })
const CALL = recordingNamed('sample-call.mp4')

let person: Person
beforeAll(async () => {
  person = await signUp('starter')
})
beforeEach(() => person.enter())

/** Makes the DOM, which plays no video, report an error at once when a file's length is read. */
function refuseVideos(): void {
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (name === 'video') setTimeout(() => element.dispatchEvent(new Event('error')))
    return element
  })
  onTestFinished(() => void vi.restoreAllMocks())
}

const pick = async (file: File) =>
  fireEvent.change(await screen.findByLabelText('Video file'), { target: { files: [file] } })

test('accepts only videos, and returns the focus when a file is given up', async () => {
  const { user } = openPart(<UploadView />)
  await pick(new File(['%PDF'], 'notes.pdf', { type: 'application/pdf' }))
  await screen.findByText('Please choose a video file.')
  await pick(CALL)
  await screen.findByText('sample-call.mp4')
  expect(screen.queryByText('Please choose a video file.')).toBeNull()
  await user.upload(
    screen.getByLabelText('Caption file'),
    new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n'], 'a.vtt'),
  )
  await user.click(await screen.findByRole('button', { name: 'Remove captions' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose caption file' }))
  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose File' }))
})

test('creates no microsite before a chosen caption file has been read', async () => {
  refuseVideos()
  const { user } = openPart(<UploadView />)
  await pick(CALL)
  await screen.findByText(/Length unknown/)
  const bytes = new TextEncoder().encode('WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n')
  const read = Promise.withResolvers<ArrayBuffer>()
  const file = Object.assign(new File([bytes], 'a.vtt'), { arrayBuffer: () => read.promise })
  const isDisabled = () => screen.getByRole('button', { name: 'Create Microsite' }).hasAttribute('disabled')
  expect(isDisabled()).toBe(false)
  await user.upload(screen.getByLabelText('Caption file'), file)
  await waitFor(() => expect(isDisabled()).toBe(true))
  read.resolve(bytes.buffer)
  await screen.findByText('a.vtt')
  expect(isDisabled()).toBe(false)
})

test('accepts an audio recording next to the drop zone, and asks about one dropped on it', async () => {
  refuseVideos()
  const { user } = openPart(<UploadView />)
  const sound = recordingNamed('audio_only.m4a', 'audio/x-m4a')
  await pick(sound)
  await screen.findByText('Please choose a video file.')
  await user.click(screen.getByRole('button', { name: 'Upload as audio' }))
  await screen.findByText('audio_only.m4a')
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await user.upload(screen.getByLabelText('Audio or transcript file'), sound)
  await screen.findByText('audio_only.m4a')
  await user.click(screen.getByRole('button', { name: 'Change' }))
  const other = new File(['%PDF'], 'notes.pdf', { type: 'application/pdf' })
  fireEvent.change(screen.getByLabelText('Audio or transcript file'), { target: { files: [other] } })
  await screen.findByText('Choose an audio or transcript file.')
  expect(screen.queryByRole('button', { name: 'Upload as audio' })).toBeNull()
})

test('makes a page from a transcript without a recording', async () => {
  const { user } = openPart(<UploadView />)
  const lines = 'WEBVTT\n\n00:00.000 --> 00:04.000\n<v Dana>We ship in March.\n'
  await user.upload(await screen.findByLabelText('Audio or transcript file'), new File([lines], 'call.vtt'))
  await screen.findByText('Transcript without a recording')
  expect(screen.queryByLabelText('Caption file')).toBeNull()
  await user.type(screen.getByLabelText(/Meeting Title/), 'Pallets')
  await user.click(screen.getByRole('button', { name: 'Create Microsite' }))
  await waitFor(async () => {
    const list = (await person.send('GET', '/api/microsites')) as { microsites: object[] }
    expect(list.microsites).toMatchObject([{ title: 'Pallets' }])
    // A page that waits for a recording exists earlier.
    expect(list.microsites[0]).not.toHaveProperty('awaiting')
  })
})

const drop = async (...files: File[]) => {
  const zone = (await screen.findByText('Drag and drop your recording here')).parentElement?.parentElement
  const items = files.map((file) => ({ kind: 'file', getAsFile: () => file }))
  fireEvent.drop(zone ?? document.body, { dataTransfer: { items } })
}
const vttNamed = (name: string) => new File(['WEBVTT\n\n00:00.000 --> 00:04.000\n<v Dana>We ship in March.\n'], name)

test('keeps the details when a recording can’t be read, and accepts another one for it', async () => {
  refuseVideos()
  const { user } = openPart(<UploadView />)
  await pick(recordingNamed('cut.mp4', 'video/mp4', ['ftyp', 'mdat']))
  await user.type(screen.getByLabelText(/Meeting Title/), 'Pallets')
  await screen.findByText('We couldn’t read cut.mp4. It may be damaged; export it again.')
  expect(screen.getByRole('button', { name: 'Create Microsite' })).toHaveProperty('disabled', true)
  await user.upload(screen.getByLabelText('Another recording'), CALL)
  await screen.findByText('sample-call.mp4')
  await waitFor(() => expect(screen.queryByText(/We couldn’t read/)).toBeNull())
  expect(screen.getByLabelText(/Meeting Title/)).toHaveProperty('value', 'Pallets')
})

test('restores the form for a file that only the server found unreadable', async () => {
  refuseVideos()
  replaceMicrosite('m1', () => sampleSite({ status: 'failed', title: 'Pallets', description: 'With Acme' }))
  openPart(<UploadView />, '/upload?instead=m1')
  await pick(CALL)
  await waitFor(() => expect(screen.getByLabelText(/Meeting Title/)).toHaveProperty('value', 'Pallets'))
  expect(screen.getByLabelText(/Description/)).toHaveProperty('value', 'With Acme')
})

test('fills in captions dropped together with one recording', async () => {
  refuseVideos()
  openPart(<UploadView />)
  await drop(CALL, vttNamed('captions.vtt'))
  await screen.findByText('captions.vtt')
  expect(screen.getByText('sample-call.mp4')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Create Microsite' })).toHaveProperty('disabled', false)
})

test('shows that files are being checked, and accepts no others until then', async () => {
  refuseVideos()
  openPart(<UploadView />)
  const read = Promise.withResolvers<ArrayBuffer>()
  const captions = Object.assign(vttNamed('captions.vtt'), { arrayBuffer: () => read.promise })
  await drop(CALL, captions)
  await screen.findByText('Checking your files...')
  expect(screen.queryByText('Drag and drop your recording here')).toBeNull()
  read.resolve(await vttNamed('captions.vtt').arrayBuffer())
  await screen.findByText('sample-call.mp4')
  expect(screen.queryByText('Checking your files...')).toBeNull()
})

test('returns the focus to the button when no checked file can be used', async () => {
  openPart(<UploadView />)
  await drop(new File(['no captions'], 'empty.vtt'))
  await screen.findByText(/We found no timestamps or speaker names/)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose File' })))
})

test('accepts several recordings up to the plan’s limit, and lists the rest with the reasons', async () => {
  refuseVideos()
  const usage = (await person.send('GET', ACCOUNT_PATHS.usage)) as object
  replaceAnswers(ACCOUNT_PATHS.usage, () => Response.json({ ...usage, used: 1, limit: 3 }))
  openPart(<UploadView />)
  const recordings = ['a', 'b', 'c'].map((name) => recordingNamed(`${name}.mp4`))
  const nameless = new File(['WEBVTT\n\n00:00.000 --> 00:04.000\nWe ship in March.\n'], 'b.vtt')
  await drop(...recordings, nameless, new File(['%PDF'], 'notes.pdf'))
  await screen.findByRole('button', { name: 'Create 2 Microsites' })
  expect(screen.getByText(/with b\.vtt/)).toBeDefined()
  expect(screen.getByText('No speakers found. The transcript will show no names.')).toBeDefined()
  expect(screen.getByText(/^notes\.pdf: Please choose a video file\.$/)).toBeDefined()
  expect(screen.getByText('c.mp4: Exceeds your plan’s limit of 3 microsites a month.')).toBeDefined()
})

test('makes a page from each of several files, one after another', async () => {
  const { user } = openPart(<UploadView />)
  await drop(vttNamed('Acme kick-off.vtt'), vttNamed('Borealis review.vtt'))
  await user.click(await screen.findByRole('button', { name: 'Create 2 Microsites' }))
  await waitFor(async () => {
    const list = await person.send('GET', '/api/microsites')
    const { microsites } = list as { microsites: { title: string }[] }
    expect(microsites.every((site) => !('awaiting' in site))).toBe(true)
    const titles = microsites.map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(['Acme kick-off', 'Borealis review']))
  })
})

test('creates nothing when the monthly limit is reached, and leads to the plans', async () => {
  refuseVideos()
  const usage = (await person.send('GET', ACCOUNT_PATHS.usage)) as object
  replaceAnswers(ACCOUNT_PATHS.usage, () => Response.json({ ...usage, used: 3, limit: 3 }))
  openPart(<UploadView />)
  await screen.findByText("You've used 3 of 3 microsites this month.")
  expect(screen.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/pricing')
  await pick(CALL)
  await screen.findByText(/Length unknown/)
  expect(screen.getByRole('button', { name: 'Create Microsite' })).toHaveProperty('disabled', true)
})

test('shows the recording and what the AI server will do with it, and accepts the recap’s language', async () => {
  const engine = { name: 'openai', ready: true, sends_to: 'ai.example', note: null, cost_ratio: 0 }
  const capabilities = {
    transcribers: [{ ...engine, hour: { model: 'whisper-1', tokens: null, dollars: 0.36 } }],
    analysts: [{ ...engine, hour: { model: 'gpt-4o-mini', tokens: 31_234, least_tokens: 1800, dollars: 0.0067 } }],
  } as Capabilities
  const send = vi.fn<(details: RecordingDetails) => void>()
  const { user } = openPart(
    <RecordingForm
      chosen={{ file: CALL, handle: null, durationSeconds: 660 }}
      blocked={false}
      capabilities={capabilities}
      onRemove={vi.fn<() => void>()}
      onReplace={vi.fn<() => void>()}
      onSubmit={send}
    />,
  )
  expect((await screen.findByText(/ · 11 minutes$/)).textContent).toBe('0.1 MB · 11 minutes')
  expect(screen.getByRole('note').textContent).toBe('Long video - may take longer to process')
  expect(screen.getByText(/Leave empty to name it from the call\. If we can’t, it’s “sample-call”\./)).toBeDefined()
  const used = /transcribed by whisper-1 on ai\.example/
  expect(screen.getByText(used).textContent).toMatch(
    /The recap uses about [\d,]+ tokens with gpt-4o-mini on ai\.example/,
  )
  await user.upload(
    screen.getByLabelText('Caption file'),
    new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n'], 'a.vtt'),
  )
  await waitFor(() => expect(screen.queryByText(used)).toBeNull())
  expect(screen.getByText('WebVTT captions, no speakers, 1 s')).toBeDefined()
  expect(screen.getByText('No speakers found. The transcript will show no names.')).toBeDefined()
  expect(screen.getByText(/The recap uses about/)).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Recap language'), 'German')
  await user.click(screen.getByRole('button', { name: 'Create Microsite' }))
  expect(send).toHaveBeenCalledExactlyOnceWith({
    title: '',
    description: '',
    captions: expect.stringContaining('Hello.'),
    recapLanguage: 'de',
  })
})
