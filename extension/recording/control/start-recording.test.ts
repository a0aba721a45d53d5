import { expect, test } from 'vitest'
import type { RecorderState, RecordingChoices, StartCommand, WaitingStart } from '../../messaging/recording-protocol.ts'
import { createRecordingStarter, type StartDeps } from './start-recording.ts'

const CHOICES: RecordingChoices = { source: 'screen', microphone: true, microphoneId: null, captions: true }

const START: StartCommand = { type: 'recording/start', tabId: 1, choices: CHOICES, title: '' }
const NOW = 100_000

/** A background that records its requests to the engine and its messages to the person. */
function openBackground({
  url = 'https://meet.google.com/abc-defg-hij',
  ...deps
}: Partial<StartDeps> & { url?: string }) {
  const opened: RecordingChoices[] = []
  const told: string[] = []
  const shown: string[] = []
  let waiting: WaitingStart | null = null
  const starter = createRecordingStarter({
    wakeEngine: async () => {},
    askEngine: (async (command) => {
      if (command.type !== 'recording/open') return null
      opened.push(command.order.choices)
      return { started: true }
    }) as StartDeps['askEngine'],
    isEngineAwake: async () => true,
    resumeEngine: async () => void told.push('engine'),
    getTab: async (id) => ({ id, title: 'Call', url, width: 800, height: 600 }),
    getTabStreamId: async () => 'stream',
    switchCaptionsOn: async () => true,
    microphonePermission: async () => 'granted',
    openMicrophonePage: async () => void told.push('microphone'),
    waitingStart: { read: async () => waiting, clear: async () => void (waiting = null) },
    now: () => NOW,
    pause: async () => {},
    findCall: async () => null,
    showBar: async () => {},
    serverAddress: async () => 'http://localhost:3000',
    consentAt: async () => 1,
    wantsLink: async () => false,
    lastChoices: async () => CHOICES,
    showState: async (state) => void shown.push(state),
    notify: async ({ text }) => void told.push(text),
    isPopupOpen: async () => true,
    openPopup: async () => void told.push('popup'),
    ...deps,
  })
  return { starter, opened, told, shown, wait: (start: WaitingStart) => (waiting = start) }
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
  const answer = await starter.answer(START)
  expect(answer).toEqual({ started: false, problem: 'The recording couldn’t start: no engine' })
  expect(told).toEqual(expected)
})

test('a window’s start needs access to the captions it asks for, and to no others', async () => {
  const { starter, opened } = openBackground({ switchCaptionsOn: async () => false })
  expect(await starter.answer(START)).toEqual({
    started: false,
    problem: 'Captions need access to Google Meet. Allow it, or turn captions off.',
  })
  await starter.answer({ ...START, choices: { ...CHOICES, captions: false } })
  expect(opened).toEqual([{ ...CHOICES, captions: false }])
})

test('a window’s start opens the microphone prompt before the first answer to it', async () => {
  const { starter, opened, told } = openBackground({ microphonePermission: async () => 'prompt' })
  expect(await starter.answer(START)).toEqual({ started: true })
  expect([opened, told]).toEqual([[], ['microphone']])
  await starter.answer({ ...START, choices: { ...CHOICES, microphone: false } })
  expect(opened).toEqual([{ ...CHOICES, microphone: false }])
})

test('a start whose popup closed while the browser asked continues once access is allowed', async () => {
  const { starter, opened, wait } = openBackground({})
  wait({ command: START, at: NOW - 60_000 })
  await Promise.all([starter.continueWaiting(), starter.answer(START)])
  await starter.continueWaiting()
  expect(opened).toEqual([CHOICES])
})

test('a start that waited for more than a minute does not continue', async () => {
  const { starter, opened, wait } = openBackground({})
  wait({ command: START, at: NOW - 60_001 })
  await starter.continueWaiting()
  expect(opened).toEqual([])
})

const NOT_STARTED = 'Not recording yet. Captions need access to Google Meet. Allow it, or turn captions off.'

test('notifies the user when the popup closed during the browser’s question, and starts if access is allowed later', async () => {
  const { starter, told, opened, wait } = openBackground({ isPopupOpen: async () => false })
  wait({ command: START, at: NOW })
  await Promise.all([starter.followWaiting(), starter.followWaiting()])
  expect(told).toEqual([NOT_STARTED])
  await starter.continueWaiting()
  expect(opened).toEqual([CHOICES])
})

test('notifies the user when the popup closes late during the browser’s question', async () => {
  const isOpen = [true, true, false]
  const { starter, told, wait } = openBackground({ isPopupOpen: async () => isOpen.shift() ?? false })
  wait({ command: START, at: NOW })
  await starter.followWaiting()
  expect([told, isOpen]).toEqual([[NOT_STARTED], []])
})

test.each([
  ['was answered', NOW, true],
  ['was asked more than a minute ago', NOW - 60_001, false],
])('shows no notification about a question that %s', async (_, at, isAnswered) => {
  const { starter, told, wait } = openBackground({
    isPopupOpen: async () => false,
    pause: async () => void (isAnswered && (await starter.continueWaiting())),
  })
  wait({ command: START, at })
  await starter.followWaiting()
  expect(told).toEqual([])
})

test('ignores a waiting start whose tab was closed', async () => {
  const { starter, told, wait } = openBackground({
    isPopupOpen: async () => false,
    getTab: async () => Promise.reject(new Error('No tab with id: 7.')),
  })
  wait({ command: START, at: NOW })
  await starter.followWaiting()
  expect(told).toEqual([])
})

const reported = (state: RecorderState) => ({ type: 'recording/state', state, hasWarnings: false })

test('notifies the user and resumes the engine when it ends during a recording', async () => {
  const isAwake = [true, false]
  const { starter, told, shown } = openBackground({ isEngineAwake: async () => isAwake.shift() ?? true })
  await starter.answer(reported('recording'))
  await expect
    .poll(() => told)
    .toEqual(['The recording stopped unexpectedly. The part recorded so far is saved.', 'engine'])
  expect(shown).toEqual(['recording', 'idle'])
})

test('shows no notification when the engine ends after its recording', async () => {
  const pauses: (() => void)[] = []
  const { starter, told, shown } = openBackground({
    isEngineAwake: async () => false,
    pause: () => new Promise((resolve) => pauses.push(resolve)),
  })
  await starter.answer(reported('recording'))
  await starter.answer(reported('idle'))
  for (const end of pauses) end()
  await new Promise((resolve) => setTimeout(resolve))
  expect([told, shown]).toEqual([[], ['recording', 'idle']])
})
