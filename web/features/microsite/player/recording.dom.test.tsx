import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { openPart, replaceAnswers, signUp, type Person } from '../../../testing/open-screen.testing.tsx'
import { sampleSite } from '../../library/microsite.testing.ts'
import { PlayerProvider } from './player-context.tsx'
import { Recording } from './recording.tsx'

let person: Person
beforeAll(async () => {
  person = await signUp()
})
beforeEach(() => person.enter())

function openRecording() {
  return openPart(
    <PlayerProvider segments={[]} startMs={0}>
      <Recording microsite={sampleSite({ video_url: 'u/derived/m1/video.mp4', video_ready: true })} />
    </PlayerProvider>,
  )
}

test('says why it has no link to the video, with a Retry', async () => {
  const held = Promise.withResolvers<Response>()
  replaceAnswers(MICROSITE_PATHS.video('m1'), () => held.promise)
  const { user } = openRecording()
  await screen.findByText('Loading video...')
  held.resolve(Response.json({ error: { code: 'invalid_request', message: 'No.' } }, { status: 400 }))
  await screen.findByText('Could not generate video link.')
  replaceAnswers(MICROSITE_PATHS.video('m1'), () => Promise.reject(new TypeError('Failed to fetch')))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Error generating signed URL.')).toBeDefined()
})

test('requests another link to a video that fails to play twice, and then says so', async () => {
  let links = 0
  replaceAnswers(MICROSITE_PATHS.video('m1'), () =>
    Response.json({
      signedUrl: `http://localhost/none-${++links}.mp4`,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  )
  openRecording()
  for (const link of [1, 2, 3]) {
    const video = await screen.findByLabelText<HTMLVideoElement>('Recording')
    expect(video.src).toBe(`http://localhost/none-${link}.mp4`)
    fireEvent.error(video)
  }
  await screen.findByText('Video failed to load after multiple attempts.')
  expect(links).toBe(3)
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})
