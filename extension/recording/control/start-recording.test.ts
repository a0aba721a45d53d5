import { expect, test } from 'vitest'
import type { RecordingChoices } from '../../messaging/recording-protocol.ts'
import { createRecordingStarter, type StartDeps } from './start-recording.ts'

const CHOICES: RecordingChoices = { source: 'screen', microphone: true, microphoneId: null, captions: true }

/** A background that records its requests to the engine and its messages to the person. */
function openBackground({
  url = 'https://meet.google.com/abc-defg-hij',
  ...deps
}: Partial<StartDeps> & { url?: string }) {
  const opened: RecordingChoices[] = []
  const told: string[] = []
  const starter = createRecordingStarter({
    wakeEngine: async () => {},
    askEngine: (async (command) => {
      if (command.type !== 'recording/open') return null
      opened.push(command.order.choices)
      return { started: true }
    }) as StartDeps['askEngine'],
    getTab: async (id) => ({ id, title: 'Call', url, width: 800, height: 600 }),
    getTabStreamId: async () => 'stream',
    findCall: async () => null,
    showBar: async () => {},
    serverAddress: async () => 'http://localhost:3000',
    consentAt: async () => 1,
    wantsLink: async () => false,
    lastChoices: async () => CHOICES,
    showState: async () => {},
    notify: async ({ text }) => void told.push(text),
    isPopupOpen: async () => true,
    openPopup: async () => void told.push('popup'),
    ...deps,
  })
  return { starter, opened, told }
}

test('the shortcut uses the person’s choices, without captions where the page has none', async () => {
  const meeting = openBackground({})
  await meeting.starter.toggle(1)
  expect(meeting.opened).toEqual([CHOICES])
  const page = openBackground({ url: 'https://call.example/' })
  await page.starter.toggle(1)
  expect(page.opened).toEqual([{ ...CHOICES, captions: false }])
})

test('the shortcut says why a recording did not start', async () => {
  const { starter, told } = openBackground({ askEngine: () => Promise.reject(new Error('no engine')) })
  await starter.toggle(1)
  expect(told).toEqual(['The recording couldn’t start: no engine', 'popup'])
})

test.each([
  ['in the popup while that is open', true, []],
  ['by a notification once the popup has closed', false, ['The recording couldn’t start: no engine']],
])('a recording that doesn’t start says why %s', async (_, isOpen, expected) => {
  const { starter, told } = openBackground({
    askEngine: () => Promise.reject(new Error('no engine')),
    isPopupOpen: async () => isOpen,
  })
  const answer = await starter.answer({ type: 'recording/start', tabId: 1, choices: CHOICES, title: '' })
  expect(answer).toEqual({ started: false, problem: 'The recording couldn’t start: no engine' })
  expect(told).toEqual(expected)
})
