import browser from 'webextension-polyfill'

/** Opens an address in a new tab and closes the popup it was asked for in. */
export async function openTab(url: string): Promise<void> {
  await browser.tabs.create({ url })
  window.close()
}

/** The address of a page of the extension. */
export function extensionPage(path: string): string {
  return browser.runtime.getURL(path)
}

/** Opens the extension's options. */
export async function openOptions(): Promise<void> {
  await browser.runtime.openOptionsPage()
  window.close()
}
