import { recordingBadge, showRecordingBadge } from '../../browser/badge.ts'
import { showBar } from '../../browser/bar-ports.ts'
import { isEngineAwake, wakeEngine } from '../../browser/engine-page.ts'
import { keepAwake } from '../../browser/keep-awake.ts'
import { sendMessage } from '../../browser/messages.ts'
import { openPopup } from '../../browser/commands.ts'
import { microphonePermission, openMicrophonePage } from '../../browser/microphone.ts'
import { noticedCalls } from '../../browser/noticed-calls.ts'
import { showNotification } from '../../browser/notifications.ts'
import { extensionPage, isPopupOpen } from '../../browser/pages.ts'
import { getTabStreamId } from '../../browser/tab-capture.ts'
import { getTab } from '../../browser/tabs.ts'
import type { RecorderState, RecordingAlarm } from '../../messaging/recording-protocol.ts'
import {
  consentItem,
  lastChoicesItem,
  linkAtStartItem,
  recordingBarItem,
  serverAddressItem,
  waitingStartItem,
} from '../../settings/items.ts'
import { createRecordingStarter, type RecordingStarter, type StartDeps } from './start-recording.ts'

/** Assembles the background's part in recording. */
export function openRecordingStarter(own: Pick<StartDeps, 'switchCaptionsOn' | 'resumeEngine'>): RecordingStarter {
  return createRecordingStarter({
    ...own,
    microphonePermission,
    openMicrophonePage,
    waitingStart: waitingStartItem,
    now: () => Date.now(),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    wakeEngine,
    isEngineAwake,
    askEngine: (command) => sendMessage('engine', command),
    getTab,
    getTabStreamId,
    findCall: async (tabId) => (await noticedCalls()).find((call) => call.tabId === tabId) ?? null,
    serverAddress: serverAddressItem.read,
    consentAt: () => consentItem.read(),
    wantsLink: linkAtStartItem.read,
    lastChoices: () => lastChoicesItem.read(),
    showState,
    notify,
    showBar: async (tabId) => ((await recordingBarItem.read()) ? showBar(tabId) : undefined),
    isPopupOpen,
    openPopup,
  })
}

async function showState(state: RecorderState, hasWarnings: boolean): Promise<void> {
  keepAwake(state !== 'idle')
  await showRecordingBadge(recordingBadge(state, hasWarnings))
}

/**
 * A click shows the recording. One notification per kind of warning: a newer one replaces it. They are shown even if
 * the person turned off microsite notifications: a recording is at stake.
 */
async function notify({ kind, text, recordingId }: RecordingAlarm): Promise<void> {
  const page = extensionPage('sidepanel.html')
  const shown = { title: 'Recording', message: text }
  if (kind === 'call-ended' && recordingId !== undefined)
    await showNotification({ ...shown, page, button: { does: 'stop', recordingId } })
  else await showNotification({ ...shown, page: `${page}#${kind}` })
}

/** Stops a recording; another one that runs by then continues. */
export async function stopRecording(recordingId: string): Promise<void> {
  await wakeEngine()
  await sendMessage('engine', { type: 'recording/stop', recordingId })
}

/** Copies the link of a recording, whatever window is in front. */
export async function copyLink(recordingId: string): Promise<void> {
  await wakeEngine()
  await sendMessage('engine', { type: 'recordings/copy-link', recordingId })
}
