import { currentWindowId, openSidePanel } from '../../browser/side-panel.ts'
import { Popup } from '../../views/popup/popup.tsx'
import { showWindow } from '../../views/show-window.tsx'
import '../../views/views.css'

// Known before the click: asked for within it, the panel could no longer be opened.
const windowId = await currentWindowId()

await showWindow(
  <Popup
    openPanel={() => {
      void openSidePanel(windowId)
    }}
  />,
)
