import { defineBackground } from 'wxt/utils/define-background'
import { listenForCaptions } from '../../browser/caption-messages.ts'
import { isScriptOn, switchScriptOff, switchScriptOn } from '../../browser/caption-scripts.ts'
import { MEET_SCRIPT } from '../../captions/caption-sites.ts'
import { openCaptionStore } from '../../captions/caption-store.ts'
import { createCaptionKeeper } from '../../captions/keep-captions.ts'

export default defineBackground(() => {
  const keeper = createCaptionKeeper({
    store: openCaptionStore(),
    switch: {
      isOn: () => isScriptOn(MEET_SCRIPT),
      set: async (on) => (on ? switchScriptOn(MEET_SCRIPT) : switchScriptOff(MEET_SCRIPT).then(() => false)),
    },
    now: () => Date.now(),
  })
  listenForCaptions({ fromSite: keeper.receive, fromOwnPage: keeper.answer })
})
