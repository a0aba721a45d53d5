import browser from 'webextension-polyfill'

/** A desktop notification. */
export interface Notification {
  title: string
  message: string
  /** URL opened by a click on it. */
  page: string
  /** What its button does to a recording, in browsers with buttons. */
  button?: { does: keyof typeof BUTTONS; recordingId: string } | undefined
}

const BUTTONS = { copy: 'Copy link', stop: 'Stop' } as const

/** Shows a notification; one with the same page replaces the previous one. */
export async function showNotification({ title, message, page, button }: Notification): Promise<void> {
  const shown = { type: 'basic' as const, iconUrl: browser.runtime.getURL('icon/128.png'), title, message }
  // All of it is in its id: the code that handles a click may have been started for it and have no other state.
  const id = button === undefined ? page : `${page}#${button.does}:${button.recordingId}`
  if (button === undefined || import.meta.env.FIREFOX) await browser.notifications.create(id, shown)
  else await chrome.notifications.create(id, { ...shown, buttons: [{ title: BUTTONS[button.does] }] })
}

/**
 * Opens a notification's page on click, and does to a recording what its button says. Call it when the background
 * starts.
 */
export function handleNotifications(
  buttons: Record<keyof typeof BUTTONS, (recordingId: string) => Promise<void>>,
): void {
  browser.notifications.onClicked.addListener((page) => {
    void browser.tabs.create({ url: page })
    void browser.notifications.clear(page)
  })
  browser.notifications.onButtonClicked.addListener((id) => {
    const [does, recordingId = ''] = new URL(id).hash.slice(1).split(':')
    if (does === 'copy' || does === 'stop') void buttons[does](recordingId)
    void browser.notifications.clear(id)
  })
}
