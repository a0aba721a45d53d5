import browser from 'webextension-polyfill'

/** A desktop notification. */
export interface Notification {
  title: string
  message: string
  /** URL opened by a click on it. */
  page: string
  /** The recording whose link is copied by its button, in browsers with buttons. */
  takeId?: string | undefined
}

/** Shows a notification; one with the same page replaces the previous one. */
export async function showNotification({ title, message, page, takeId }: Notification): Promise<void> {
  const shown = { type: 'basic' as const, iconUrl: browser.runtime.getURL('icon/128.png'), title, message }
  // Both ids are in its own: the code that handles a click may have been started for it and have no other state.
  const id = takeId === undefined ? page : `${page}#${takeId}`
  if (takeId === undefined) await browser.notifications.create(id, shown)
  else await chrome.notifications.create(id, { ...shown, buttons: [{ title: 'Copy link' }] })
}

/**
 * Opens a notification's page on click, and copies a link with its button. Call it when the background starts.
 * @param copyLink copies the link of a recording.
 */
export function handleNotifications(copyLink: (takeId: string) => Promise<void>): void {
  browser.notifications.onClicked.addListener((page) => {
    void browser.tabs.create({ url: page })
    void browser.notifications.clear(page)
  })
  browser.notifications.onButtonClicked.addListener((id) => {
    void copyLink(new URL(id).hash.slice(1))
    void browser.notifications.clear(id)
  })
}
