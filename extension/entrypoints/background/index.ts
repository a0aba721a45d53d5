import { defineBackground } from 'wxt/utils/define-background'
import { showCallBadge } from '../../browser/badge.ts'
import { listenForCaptions } from '../../browser/caption-messages.ts'
import { isScriptAllowed, switchScriptOff, switchScriptOn } from '../../browser/caption-scripts.ts'
import { onCommand } from '../../browser/commands.ts'
import { listenAs } from '../../browser/messages.ts'
import { forgetClosedCalls } from '../../browser/noticed-calls.ts'
import { openLiveCommands } from '../../browser/recorder-channel.ts'
import { loadAtStart } from '../../browser/stay-loaded.ts'
import { openCaptionStore } from '../../captions/caption-store.ts'
import { createCaptionSwitch } from '../../captions/caption-switch.ts'
import { createCaptionKeeper } from '../../captions/keep-captions.ts'
import { createPageReceiver } from '../../captions/receive-from-page.ts'
import { refreshMarks } from '../../captions/served-marks.ts'
import { openRecordingStarter } from '../../recording/control/open-recording-starter.ts'
import { captionMarksItem, captionsWantedItem, serverAddressItem } from '../../settings/items.ts'
import { answerAccount } from './account.ts'
import { reportUnread } from './report-unread.ts'
import { startUploads } from './uploads.ts'

export default defineBackground(() => {
  const captions = createCaptionSwitch({
    wanted: captionsWantedItem,
    script: { isAllowed: isScriptAllowed, on: switchScriptOn, off: switchScriptOff },
  })
  const keeper = createCaptionKeeper({
    store: openCaptionStore(),
    switch: captions,
    onUnreadable: (site) => void reportUnread(site),
    now: () => Date.now(),
  })
  const command = openLiveCommands()
  const fromSite = createPageReceiver({ keeper, switch: captions, command })
  listenForCaptions({ fromSite, fromOwnPage: keeper.answer })
  forgetClosedCalls(() => void showCallBadge())
  void captions.restore()
  void refreshCaptionMarks()

  loadAtStart()
  const starter = openRecordingStarter()
  listenAs('background', [starter.answer, answerAccount, startUploads()])
  if (import.meta.env.FIREFOX) return
  onCommand('toggle-recording', starter.toggle)
  onCommand('mark-recording', async () => command({ type: 'mark' }))
})

/** Only for someone who collects captions. */
async function refreshCaptionMarks(): Promise<void> {
  if ((await captionsWantedItem.read()).length === 0) return
  await refreshMarks({ server: serverAddressItem.read, stored: captionMarksItem, now: () => Date.now() })
}
