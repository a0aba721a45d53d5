import { PAUSED_BADGE, RECORDING_BADGE, showRecordingBadge } from '../../browser/badge.ts'
import { wakeEngine } from '../../browser/engine-page.ts'
import { keepAwake } from '../../browser/keep-awake.ts'
import { sendMessage } from '../../browser/messages.ts'
import { openPopup } from '../../browser/commands.ts'
import { getTabStreamId } from '../../browser/tab-capture.ts'
import { getTab } from '../../browser/tabs.ts'
import type { RecorderState } from '../../messaging/recording-protocol.ts'
import { serverAddressItem } from '../../settings/items.ts'
import { consentItem, lastChoicesItem, linkAtStartItem } from '../../settings/items.ts'
import { createRecordingStarter, type RecordingStarter } from './start-recording.ts'

const BADGES = { idle: null, recording: RECORDING_BADGE, paused: PAUSED_BADGE }

/** Puts the background's part in recording together. */
export function openRecordingStarter(): RecordingStarter {
  return createRecordingStarter({
    wakeEngine,
    askEngine: (command) => sendMessage('engine', command),
    getTab,
    getTabStreamId,
    serverAddress: serverAddressItem.read,
    consentAt: () => consentItem.read(),
    wantsLink: linkAtStartItem.read,
    lastChoices: lastChoicesItem,
    showState,
    openPopup,
  })
}

async function showState(state: RecorderState): Promise<void> {
  keepAwake(state !== 'idle')
  await showRecordingBadge(BADGES[state])
}
