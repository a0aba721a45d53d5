/** True where the browser can record a tab: Chrome and Edge. */
export function canCaptureTabs(): boolean {
  // Types say it is always there; Firefox has none.
  return (chrome.tabCapture as typeof chrome.tabCapture | undefined) !== undefined
}

/**
 * A ticket with which the engine gets the tab's picture and sound; good for some seconds.
 * @throws Error when the toolbar button was not clicked on this tab, or the browser protects its page.
 */
export function getTabStreamId(tabId: number): Promise<string> {
  return chrome.tabCapture.getMediaStreamId({ targetTabId: tabId })
}
