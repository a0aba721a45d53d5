/** True if the browser can record a tab: Chrome and Edge. */
export function canCaptureTabs(): boolean {
  // The types say it always exists; Firefox has none.
  return (chrome.tabCapture as typeof chrome.tabCapture | undefined) !== undefined
}

/**
 * A stream id with which the engine gets the tab's picture and audio; valid for a few seconds.
 * @throws Error when the toolbar button was not clicked on this tab, or the browser protects its page.
 */
export function getTabStreamId(tabId: number): Promise<string> {
  return chrome.tabCapture.getMediaStreamId({ targetTabId: tabId })
}
