import browser, { type Tabs } from 'webextension-polyfill'

/** A tab, as far as the extension may know it. */
export interface BrowserTab {
  id: number
  title: string
  /** Empty when the extension has no right to know. */
  url: string
  /** Size of its page, pixels. */
  width: number
  height: number
}

/** The tab in front of the window that this page belongs to; null when there is none. */
export async function activeTab(): Promise<BrowserTab | null> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  return tab ? describe(tab) : null
}

/** @throws Error when there is no such tab. */
export async function getTab(id: number): Promise<BrowserTab> {
  return describe(await browser.tabs.get(id))
}

function describe({ id = -1, title = '', url = '', width = 0, height = 0 }: Tabs.Tab): BrowserTab {
  // A tab that was never drawn has no size yet.
  return { id, title, url, width: width || 1280, height: height || 720 }
}
