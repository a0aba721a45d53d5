import { listenForCaptions } from '../../browser/caption-messages.ts'
import { isScriptAllowed, switchScriptOff, switchScriptOn } from '../../browser/caption-scripts.ts'
import { openCaptionStore } from '../../captions/caption-store.ts'
import { createCaptionSwitch, type CaptionSwitch } from '../../captions/caption-switch.ts'
import { createCaptionKeeper } from '../../captions/keep-captions.ts'
import { createPageReceiver } from '../../captions/receive-from-page.ts'
import { refreshMarks } from '../../captions/served-marks.ts'
import type { LiveCommand } from '../../messaging/recording-protocol.ts'
import { captionMarksItem, captionsWantedItem, serverAddressItem } from '../../settings/items.ts'
import { reportUnread } from './report-unread.ts'

/** Collects the captions of meetings. @param command sends a command to the running recording. */
export function startCaptions(command: (command: LiveCommand) => void): CaptionSwitch {
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
  const fromSite = createPageReceiver({ keeper, switch: captions, command })
  listenForCaptions({ fromSite, fromOwnPage: keeper.answer })
  void captions.restore()
  void refreshForCollectors()
  return captions
}

/** Asks for newer marks for someone who collects captions. */
async function refreshForCollectors(): Promise<void> {
  if ((await captionsWantedItem.read()).length === 0) return
  await refreshMarks({ server: serverAddressItem.read, stored: captionMarksItem, now: () => Date.now() })
}
