import { defineContentScript } from 'wxt/utils/define-content-script'
import { sendToBackground } from '../../browser/caption-messages.ts'
import { captionSiteFor } from '../../captions/caption-sites.ts'
import { collectCaptions } from '../../captions/collect-captions.ts'
import { createReader } from '../../captions/readers.ts'
import { watchCall } from '../../captions/watch-call.ts'

// No `matches`: they would become a permission requested from everyone. The background registers it for a site when its
// captions are switched on (extension/captions/caption-switch.ts).
export default defineContentScript({
  registration: 'runtime',
  main(context) {
    const reader = () => {
      const site = captionSiteFor(location.href)
      return site && createReader(site.id)
    }
    const collect = (): (() => void) => {
      const adapter = reader()
      return adapter === null ? () => {} : collectCaptions({ adapter, send: sendToBackground })
    }
    let stop = collect()
    // Leaving a call may change the page's address.
    const unwatch = watchCall({
      isInCall: () => reader()?.isInCall(document) ?? false,
      now: () => Date.now(),
      onChange: (hasLeft) => void sendToBackground({ type: 'captions/call', hasLeft }).catch(() => {}),
    })
    context.onInvalidated(() => {
      stop()
      unwatch()
    })
    // The page is not reloaded between meetings.
    context.addEventListener(window, 'wxt:locationchange', ({ newUrl, oldUrl }) => {
      if (newUrl.pathname === oldUrl.pathname) return
      stop()
      stop = collect()
    })
  },
})
