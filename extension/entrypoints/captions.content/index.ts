import { defineContentScript } from 'wxt/utils/define-content-script'
import { barWhileRecorded } from '../../bar/bar-while-recorded.ts'
import { sendToBackground } from '../../browser/caption-messages.ts'
import { collectCaptions } from '../../captions/collect-captions.ts'
import { readerFor } from '../../captions/readers.ts'
import { usableMarks } from '../../captions/served-marks.ts'
import { captionMarksItem } from '../../settings/items.ts'
import { reportCalls } from '../../captions/report-calls.ts'

// No `matches`: they would become a permission requested from everyone. The background registers it for a site when its
// captions are switched on (extension/captions/caption-switch.ts).
export default defineContentScript({
  registration: 'runtime',
  async main(context) {
    const marks = usableMarks(await captionMarksItem.read(), document)
    const reader = () => readerFor(location.href, marks)
    const collect = (): (() => void) => {
      const adapter = reader()
      return adapter === null ? () => {} : collectCaptions({ adapter, send: sendToBackground })
    }
    let stop = collect()
    const ends = [
      reportCalls({ reader, send: sendToBackground }),
      ...(window === window.top ? [barWhileRecorded()] : []),
    ]
    context.onInvalidated(() => {
      stop()
      for (const end of ends) end()
    })
    // The page is not reloaded between meetings.
    context.addEventListener(window, 'wxt:locationchange', ({ newUrl, oldUrl }) => {
      if (newUrl.pathname === oldUrl.pathname) return
      stop()
      stop = collect()
    })
  },
})
