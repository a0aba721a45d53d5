import { defineBackground } from 'wxt/utils/define-background'
import { listenForCaptions } from '../../browser/caption-messages.ts'
import { isScriptAllowed, switchScriptOff, switchScriptOn } from '../../browser/caption-scripts.ts'
import { onCommand } from '../../browser/commands.ts'
import { listenAs } from '../../browser/messages.ts'
import { openLiveCommands } from '../../browser/recorder-channel.ts'
import { openCaptionStore } from '../../captions/caption-store.ts'
import { createCaptionSwitch } from '../../captions/caption-switch.ts'
import { createCaptionKeeper } from '../../captions/keep-captions.ts'
import { callChangedSchema } from '../../messaging/captions-protocol.ts'
import { openRecordingStarter } from '../../recording/control/open-recording-starter.ts'
import { captionsWantedItem } from '../../settings/items.ts'
import { answerAccount } from './account.ts'
import { startUploads } from './uploads.ts'

export default defineBackground(() => {
  const captions = createCaptionSwitch({
    wanted: captionsWantedItem,
    script: { isAllowed: isScriptAllowed, on: switchScriptOn, off: switchScriptOff },
  })
  const keeper = createCaptionKeeper({ store: openCaptionStore(), switch: captions, now: () => Date.now() })
  const command = openLiveCommands()
  listenForCaptions({
    fromSite(message, tabId) {
      const { data } = callChangedSchema.safeParse(message)
      if (data !== undefined && tabId !== null) command({ type: 'call', tabId, hasLeft: data.hasLeft })
      return keeper.receive(message, tabId)
    },
    fromOwnPage: keeper.answer,
  })
  void captions.restore()

  const starter = openRecordingStarter()
  listenAs('background', [starter.answer, answerAccount, startUploads()])
  if (!import.meta.env.FIREFOX) onCommand('toggle-recording', starter.toggle)
})
