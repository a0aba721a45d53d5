import { recordingBadge, showRecordingBadge } from '../../browser/badge.ts'
import { wakeEngine } from '../../browser/engine-page.ts'
import { keepAwake } from '../../browser/keep-awake.ts'
import { sendMessage } from '../../browser/messages.ts'
import { openPopup } from '../../browser/commands.ts'
import { showNotification } from '../../browser/notifications.ts'
import { extensionPage } from '../../browser/pages.ts'
import { getTabStreamId } from '../../browser/tab-capture.ts'
import { getTab } from '../../browser/tabs.ts'
import type { RecorderState, RecordingAlarm } from '../../messaging/recording-protocol.ts'
import { serverAddressItem } from '../../settings/items.ts'
import { consentItem, lastChoicesItem, linkAtStartItem } from '../../settings/items.ts'
import { createRecordingStarter, type RecordingStarter } from './start-recording.ts'

/** Assembles the background's part in recording. */
export function openRecordingStarter(): RecordingStarter {
  return createRecordingStarter({
    wakeEngine,
    askEngine: (command) => sendMessage('engine', command),
    getTab,
    getTabStreamId,
    serverAddress: serverAddressItem.read,
    consentAt: () => consentItem.read(),
    wantsLink: linkAtStartItem.read,
    lastChoices: () => lastChoicesItem.read(),
    showState,
    notify,
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
async function notify({ kind, text }: RecordingAlarm): Promise<void> {
  const page = `${extensionPage('sidepanel.html')}#${kind}`
  await showNotification({ title: 'About your recording', message: text, page })
}

/** Copies the link of a recording, whatever window is in front. */
export async function getCopyLink(takeId: string): Promise<void> {
  await wakeEngine()
  await sendMessage('engine', { type: 'takes/copy-link', takeId })
}
