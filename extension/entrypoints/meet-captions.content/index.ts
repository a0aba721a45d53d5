import { defineContentScript } from 'wxt/utils/define-content-script'
import { sendToBackground } from '../../browser/caption-messages.ts'
import { collectCaptions } from '../../captions/collect-captions.ts'
import { MEET } from '../../captions/meet.ts'

// No `matches`: they would become a permission that everyone is asked for. The background registers it when captions
// are switched on (extension/captions/caption-sites.ts).
export default defineContentScript({
  registration: 'runtime',
  main(context) {
    const collect = (): (() => void) => collectCaptions({ adapter: MEET, send: sendToBackground })
    let stop = collect()
    context.onInvalidated(() => stop())
    // From one meeting to the next the page is not loaded again.
    context.addEventListener(window, 'wxt:locationchange', ({ newUrl, oldUrl }) => {
      if (newUrl.pathname === oldUrl.pathname) return
      stop()
      stop = collect()
    })
  },
})
