import browser from 'webextension-polyfill'

/** Opens a URL in a new tab and closes the popup that requested it. */
export async function openTab(url: string): Promise<void> {
  await browser.tabs.create({ url })
  window.close()
}

/** The URL of an extension page. */
export function extensionPage(path: string): string {
  return browser.runtime.getURL(path)
}

/** Opens the extension's options. */
export async function openOptions(): Promise<void> {
  await browser.runtime.openOptionsPage()
  window.close()
}

/** Whether the popup is open. Chrome and Edge only. */
export async function isPopupOpen(): Promise<boolean> {
  return (await chrome.runtime.getContexts({ contextTypes: ['POPUP'] })).length > 0
}
