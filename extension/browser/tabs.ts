import browser, { type Tabs } from 'webextension-polyfill'

/** A tab, as far as the extension may access it. */
export interface BrowserTab {
  id: number
  title: string
  /** Empty if the extension has no access. */
  url: string
  /** Size of its page, pixels. */
  width: number
  height: number
}

/** The active tab of this page's window; null if there is none. */
export async function activeTab(): Promise<BrowserTab | null> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  return tab ? describe(tab) : null
}

/** @throws Error if there is no such tab. */
export async function getTab(id: number): Promise<BrowserTab> {
  return describe(await browser.tabs.get(id))
}

function describe({ id = -1, title = '', url = '', width = 0, height = 0 }: Tabs.Tab): BrowserTab {
  // A tab that was never rendered has no size yet.
  return { id, title, url, width: width || 1280, height: height || 720 }
}
