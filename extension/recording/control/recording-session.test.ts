import { expect, test } from 'vitest'
import type { CaptureOrder } from '../../messaging/recording-protocol.ts'
import { newSession, newRecording } from './recording-session.ts'

const ORDER: CaptureOrder = {
  server: 'http://localhost:3000',
  choices: { source: 'tab', microphone: true, microphoneId: null, captions: false },
  tab: { id: 1, width: 800, height: 600 },
  title: { text: 'Call', source: 'file' },
  participants: [],
  streamId: 'stream',
  consent: null,
  link: false,
}

test('saves only the newest clock next when the disk is slow, not every earlier one', async () => {
  const recording = newRecording(ORDER, 'ann', 0)
  const saved: number[] = []
  const disk: PromiseWithResolvers<void>[] = []
  const session = newSession(
    ORDER,
    recording,
    ({ durationMs }) => {
      saved.push(durationMs)
      disk.push(Promise.withResolvers())
      return disk.at(-1)?.promise ?? Promise.resolve()
    },
    () => {},
  )
  for (let second = 1; second <= 60; second += 1) {
    session.saved = { ...recording, durationMs: second * 1000 }
    void session.save()
    await Promise.resolve()
    await Promise.resolve()
  }
  disk[0]?.resolve()
  await expect.poll(() => saved).toEqual([1000, 60_000])
})
