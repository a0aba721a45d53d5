import * as z from 'zod/mini'
import { signedInUser } from '../../account/account.ts'
import { openSessionStorage } from '../../account/session-storage.ts'
import { sendMessage } from '../../browser/messages.ts'
import { askForMicrophone, closeMicrophonePage } from '../../browser/microphone.ts'
import { noticedCalls, showTab, watchCalls, type NoticedCall } from '../../browser/noticed-calls.ts'
import { areOriginsAllowed, requestOrigins } from '../../browser/permissions.ts'
import { openLiveCommands, subscribeToRecorder } from '../../browser/recorder-channel.ts'
import { canCaptureTabs } from '../../browser/tab-capture.ts'
import { activeTab } from '../../browser/tabs.ts'
import { captionSiteFor, type CaptionSite } from '../../captions/caption-sites.ts'
import {
  startCommandSchema,
  type CaptureSource,
  type KeptRecording,
  type LiveRecording,
  type OwnRecording,
  type RecorderNews,
  type RecordingAnswers,
  type RecordingChoices,
  type RecordingCommand,
  type RecordingTitle,
  type StartAnswer,
  type StartCommand,
} from '../../messaging/recording-protocol.ts'
import { consentItem, lastChoicesItem, waitingStartItem } from '../../settings/items.ts'
import { captureProblem } from '../capture/capture-problem.ts'
import { captionsProblem } from './captions-problem.ts'
import { recordingTitle } from './recording-title.ts'
import { saveRecording } from '../stored/recording-files.ts'

/** What the extension's windows can do with recordings. The entrypoints create one (`createRecorderClient`). */
export interface RecorderClient {
  /** False if the browser can't capture a tab: Firefox. */
  canRecord: boolean
  /**
   * Starts recording a tab, or a window that the browser asks for. Call it in a click handler, before anything is
   * awaited: it may request the meeting's captions, and the popup may close right after the click. Never rejects.
   * @param choices applied as far as they are possible now. @param target from `startTarget`.
   */
  start: (choices: RecordingChoices, title: string, target: StartTarget | null) => Promise<StartAnswer>
  /** The initial title of a recording of the front tab when nothing is typed. */
  suggestedTitle: (source: CaptureSource) => Promise<RecordingTitle>
  /** The person's own choices. */
  lastChoices: () => Promise<RecordingChoices>
  saveChoices: (choices: RecordingChoices) => Promise<void>
  /** The front tab; null: none can be recorded. */
  startTarget: () => Promise<StartTarget | null>
  /** The call in the front tab and one in another tab, where the person allowed their sites; null: none. */
  calls: () => Promise<NoticedCalls>
  /** Reports that these or the front tab change. @returns a function that unsubscribes. */
  watchCalls: (onChange: () => void) => () => void
  showTab: (tabId: number) => Promise<void>
  /** Whether the person has confirmed the reminder to tell everyone. */
  isConsentConfirmed: () => Promise<boolean>
  confirmConsent: () => Promise<void>
  live: () => Promise<LiveRecording | null>
  kept: () => Promise<KeptRecording[]>
  /** These reach the engine even when the window closes at once. */
  pause: () => void
  resume: () => void
  mute: (muted: boolean) => void
  /** Null: the system default. */
  chooseMicrophone: (id: string | null) => void
  dismissMicrophone: () => void
  rename: (title: string) => void
  mark: () => void
  stop: () => void
  discard: () => void
  sendRecording: (recordingId: string) => Promise<void>
  renameRecording: (recordingId: string, title: string) => Promise<void>
  deleteRecording: (recordingId: string) => Promise<void>
  /** Saves a recording's file with the browser's downloads. */
  downloadRecording: (recording: OwnRecording) => Promise<void>
  /** Reports changes. @returns a function that unsubscribes. */
  watch: (onNews: (news: RecorderNews) => void) => () => void
}

/** A tab to record. */
export interface StartTarget {
  tabId: number
  /** Null: it is no meeting whose captions can be collected. */
  captionSite: CaptionSite | null
  /** Whether the person has allowed access to that site. */
  isSiteAllowed: boolean
}

export interface NoticedCalls {
  here: NoticedCall | null
  elsewhere: NoticedCall | null
}

/** Creates the client of a window: popup or side panel. */
export function createRecorderClient(): RecorderClient {
  const command = openLiveCommands()
  return {
    canRecord: canCaptureTabs(),
    start: (choices, title, target) =>
      startFromWindow(choices, title, target).catch((error: unknown) => ({
        started: false,
        problem: captureProblem(error),
      })),
    lastChoices: () => lastChoicesItem.read(),
    saveChoices: (choices) => lastChoicesItem.write(choices),
    suggestedTitle: async (source) =>
      recordingTitle({
        typed: '',
        tab: (await activeTab()) ?? { title: '', url: '' },
        source,
        callName: (await findCalls()).here?.name ?? null,
      }),
    calls: findCalls,
    watchCalls,
    showTab,
    startTarget: findTarget,
    isConsentConfirmed: async () => (await consentItem.read()) !== null,
    confirmConsent: () => consentItem.write(Date.now()),
    // Where nothing can be recorded the engine has no recordings.
    live: async () => (canCaptureTabs() ? askEngine({ type: 'recording/live' }) : null),
    kept: async () => (canCaptureTabs() ? askEngine({ type: 'recordings/list' }) : []),
    pause: () => command({ type: 'pause' }),
    resume: () => command({ type: 'resume' }),
    mute: (muted) => command({ type: 'mute', muted }),
    chooseMicrophone: (id) => command({ type: 'choose-microphone', id }),
    dismissMicrophone: () => command({ type: 'dismiss-microphone' }),
    rename: (title) => command({ type: 'rename', title }),
    mark: () => command({ type: 'mark' }),
    stop: () => command({ type: 'stop' }),
    discard: () => command({ type: 'discard' }),
    sendRecording: (recordingId) => sendCommand({ type: 'recordings/send', recordingId }),
    renameRecording: (recordingId, title) => sendCommand({ type: 'recordings/rename', recordingId, title }),
    deleteRecording: (recordingId) => sendCommand({ type: 'recordings/delete', recordingId }),
    downloadRecording: (recording) => saveRecording(recording, (server) => signedInUser(openSessionStorage(server))),
    watch: (onNews) => subscribeToRecorder(onNews),
  }
}

/** Asks the background for a recording: only it can start one. The request outlives the window that sends it. */
function requestStart(command: StartCommand): Promise<StartAnswer> {
  return sendMessage('background', command)
}

async function startFromWindow(
  choices: RecordingChoices,
  title: string,
  target: StartTarget | null,
): Promise<StartAnswer> {
  if (target === null)
    return { started: false, problem: 'Open the call’s tab, click the toolbar button there, then start again.' }
  const { tabId, captionSite, isSiteAllowed } = target
  const command: StartCommand = { type: 'recording/start', tabId, choices, title }
  if (choices.captions && captionSite !== null && !isSiteAllowed) {
    // The browser's question may close the window: the background then starts it.
    void waitingStartItem.write({ command, at: Date.now() })
    if (!(await requestOrigins(captionSite.origins))) {
      void waitingStartItem.clear()
      return { started: false, problem: captionsProblem(captionSite) }
    }
  }
  return requestStart(command)
}

async function findTarget(): Promise<StartTarget | null> {
  const tab = await activeTab()
  if (tab === null) return null
  const captionSite = captionSiteFor(tab.url)
  const isSiteAllowed = captionSite !== null && (await areOriginsAllowed(captionSite.origins))
  return { tabId: tab.id, captionSite, isSiteAllowed }
}

async function findCalls(): Promise<NoticedCalls> {
  const [tab, calls] = await Promise.all([activeTab(), noticedCalls()])
  return {
    here: calls.find(({ tabId }) => tabId === tab?.id) ?? null,
    elsewhere: calls.find(({ tabId }) => tabId !== tab?.id) ?? null,
  }
}

async function askEngine<Command extends RecordingCommand>(
  command: Command,
): Promise<RecordingAnswers[Command['type']]> {
  await sendMessage('background', { type: 'engine/wake' })
  return sendMessage('engine', command)
}

async function sendCommand(command: RecordingCommand): Promise<void> {
  await askEngine(command)
}

/** The recording that waits for the microphone prompt. */
export interface WaitingRecording {
  /** Shows the browser's prompt. @returns whether it is allowed. */
  ask: () => Promise<boolean>
  /** Starts it, and returns to its tab when it has started. */
  start: (microphone: boolean) => Promise<StartAnswer>
}

const waitingSchema = z.pick(startCommandSchema, { choices: true, title: true })

/** Parses the URL of the prompt's page. */
export function readWaitingRecording(query: string): WaitingRecording {
  const asked = new URLSearchParams(query)
  const tabId = Number(asked.get('tab'))
  const { choices, title } = waitingSchema.parse(JSON.parse(asked.get('wanted') ?? 'null'))
  return {
    ask: askForMicrophone,
    async start(microphone) {
      const answer = await requestStart({
        type: 'recording/start',
        tabId,
        choices: { ...choices, microphone },
        title,
      })
      if (answer.started) await closeMicrophonePage(tabId)
      return answer
    },
  }
}
