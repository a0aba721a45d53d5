import { defineContentScript } from 'wxt/utils/define-content-script'
import { sendToBackground } from '../../browser/caption-messages.ts'
import { captionSiteFor } from '../../captions/caption-sites.ts'
import { collectCaptions } from '../../captions/collect-captions.ts'
import { createReader } from '../../captions/readers.ts'

// No `matches`: they would become a permission requested from everyone. The background registers it for a site when its
// captions are switched on (extension/captions/caption-switch.ts).
export default defineContentScript({
  registration: 'runtime',
  main(context) {
    const collect = (): (() => void) => {
      const site = captionSiteFor(location.href)
      return site === null ? () => {} : collectCaptions({ adapter: createReader(site.id), send: sendToBackground })
    }
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
