import { defineContentScript } from 'wxt/utils/define-content-script'
import { sendToBackground } from '../../browser/caption-messages.ts'
import { collectCaptions } from '../../captions/collect-captions.ts'
import { MEET } from '../../captions/meet.ts'

// No `matches`: they would become a permission requested from everyone. The background registers it when captions are
// switched on (extension/captions/caption-sites.ts).
export default defineContentScript({
  registration: 'runtime',
  main(context) {
    const collect = (): (() => void) => collectCaptions({ adapter: MEET, send: sendToBackground })
    let stop = collect()
    context.onInvalidated(() => stop())
    // The page is not reloaded between meetings.
    context.addEventListener(window, 'wxt:locationchange', ({ newUrl, oldUrl }) => {
      if (newUrl.pathname === oldUrl.pathname) return
      stop()
      stop = collect()
    })
  },
})
