import browser from 'webextension-polyfill'

/** The window that this page stands in. */
export async function currentWindowId(): Promise<number> {
  return (await browser.windows.getCurrent()).id ?? browser.windows.WINDOW_ID_CURRENT
}

/**
 * Opens the side panel, in Firefox the sidebar. Call it first thing in a click handler: later the browser no longer takes
 * it for the person's wish.
 */
export async function openSidePanel(windowId: number): Promise<void> {
  // Types say it is always there; Firefox has none.
  const panel = chrome.sidePanel as typeof chrome.sidePanel | undefined
  await (panel === undefined ? browser.sidebarAction.open() : panel.open({ windowId }))
}
