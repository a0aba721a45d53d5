import { currentWindowId, openSidePanel } from '../../browser/side-panel.ts'
import { Popup } from '../../views/popup/popup.tsx'
import { showWindow } from '../../views/show-window.tsx'
import '../../views/views.css'

// Fetched before the click: if requested within it, the panel could no longer be opened.
const windowId = await currentWindowId()

await showWindow(
  <Popup
    openPanel={() => {
      void openSidePanel(windowId)
    }}
  />,
)
