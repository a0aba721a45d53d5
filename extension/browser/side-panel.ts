import browser from 'webextension-polyfill'

/** The window that contains this page. */
export async function currentWindowId(): Promise<number> {
  return (await browser.windows.getCurrent()).id ?? browser.windows.WINDOW_ID_CURRENT
}

/**
 * Opens the side panel, in Firefox the sidebar. Call it first in a click handler: later the browser no longer treats
 * it as the person's action.
 */
export async function openSidePanel(windowId: number): Promise<void> {
  // The types say it always exists; Firefox has none.
  const panel = chrome.sidePanel as typeof chrome.sidePanel | undefined
  if (panel !== undefined) return panel.open({ windowId })
  await browser.sidebarAction.open()
  // Firefox leaves the popup open over it.
  window.close()
}
