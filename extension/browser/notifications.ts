import browser from 'webextension-polyfill'

/** A desktop notification. */
export interface Notification {
  title: string
  message: string
  /** URL opened by a click on it. */
  page: string
}

/** Shows a notification; one with the same page replaces the previous one. */
export async function showNotification({ title, message, page }: Notification): Promise<void> {
  // The page URL is its id: the code that handles the click may have been started for it and have no other state.
  await browser.notifications.create(page, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('icon/128.png'),
    title,
    message,
  })
}

/** Opens a notification's page on click. Call it when the background starts. */
export function openNotifiedPages(): void {
  browser.notifications.onClicked.addListener((page) => {
    void browser.tabs.create({ url: page })
    void browser.notifications.clear(page)
  })
}
