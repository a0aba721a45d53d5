import browser from 'webextension-polyfill'

/** A notification of the desktop. */
export interface Notification {
  title: string
  message: string
  /** Address that a click on it opens. */
  page: string
}

/** Shows a notification; one with the same page takes the other's place. */
export async function showNotification({ title, message, page }: Notification): Promise<void> {
  // The page is its id: the code that handles the click may have been started for it and know nothing else.
  await browser.notifications.create(page, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('icon/128.png'),
    title,
    message,
  })
}

/** Has a click on a notification open its page. Call it when the background starts. */
export function openNotifiedPages(): void {
  browser.notifications.onClicked.addListener((page) => {
    void browser.tabs.create({ url: page })
    void browser.notifications.clear(page)
  })
}
