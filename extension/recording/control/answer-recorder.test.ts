import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { subscribeToLiveCommands } from '../../browser/recorder-channel.ts'
import { CHANNELS } from '../../messaging/messages.ts'
import { answerRecorder, obeyLiveCommand } from './answer-recorder.ts'
import type { LiveRecorder } from './live-recording.ts'
import type { Recorder } from './recorder.ts'

/** An engine that records the calls to its recorder. */
function openEngine() {
  const asked: string[] = []
  const note = (what: string) => void asked.push(what)
  const recorder: LiveRecorder = {
    open: () => Promise.resolve({ started: true }),
    live: () => null,
    pause: () => note('pause'),
    resume: () => note('resume'),
    mute: (muted) => note(muted ? 'mute' : 'unmute'),
    chooseMicrophone: (id) => note(`record ${id ?? 'the default'}`),
    dismissMicrophone: () => note('dismiss'),
    rename: (title) => note(`call it ${title}`),
    mark: () => note('mark'),
    followCall: () => note('call'),
    stop: () => Promise.resolve(note('stop')),
    discard: () => Promise.resolve(note('discard')),
  }
  return { asked, close: subscribeToLiveCommands((command) => obeyLiveCommand(recorder, command)) }
}

test('carries out a window’s request to the recording although the window closed at once', async () => {
  const engine = openEngine()
  const module = fileURLToPath(new URL('../../browser/recorder-channel.ts', import.meta.url))
  // A thread that ends within the click, like the popup's when the person continues in the page.
  const window = new Worker(
    `import(${JSON.stringify(module)}).then(({ openLiveCommands }) => {
      const command = openLiveCommands()
      for (const type of ['pause', 'resume', 'mark', 'stop', 'discard']) command({ type })
      command({ type: 'mute', muted: true })
      command({ type: 'mute', muted: false })
      command({ type: 'choose-microphone', id: 'headset' })
      command({ type: 'choose-microphone', id: null })
      command({ type: 'dismiss-microphone' })
      command({ type: 'rename', title: 'Mine' })
      process.exit()
    })`,
    { eval: true },
  )
  await new Promise((resolve) => window.once('exit', resolve))
  await expect
    .poll(() => engine.asked)
    .toEqual([
      'pause',
      'resume',
      'mark',
      'stop',
      'discard',
      'mute',
      'unmute',
      'record headset',
      'record the default',
      'dismiss',
      'call it Mine',
    ])
  engine.close()
})

test('ignores messages that are not commands of a window', async () => {
  const engine = openEngine()
  const channel = new BroadcastChannel(CHANNELS.liveCommands)
  for (const message of [null, 'stop', { type: 'erase' }, { type: 'mute' }, { type: 'stop' }])
    channel.postMessage(message)
  await expect.poll(() => engine.asked).toEqual(['stop'])
  channel.close()
  engine.close()
})

test('a notification’s Stop leaves a later recording running', async () => {
  let stops = 0
  const stop = async (): Promise<void> => void stops++
  const answer = answerRecorder({ live: () => ({ recordingId: 'second' }), stop } as Partial<Recorder> as Recorder)
  await answer({ type: 'recording/stop', recordingId: 'first' })
  expect(stops).toBe(0)
  await answer({ type: 'recording/stop', recordingId: 'second' })
  await answer({ type: 'recording/stop' })
  expect(stops).toBe(2)
})
