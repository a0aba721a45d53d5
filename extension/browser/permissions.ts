import browser from 'webextension-polyfill'

/**
 * Asks the person to let the extension reach an address; at once true when it may already, false when it may not.
 * Call it first thing in a click or submit handler: later the browser no longer takes it for the person's wish.
 */
export function requestOrigin(pattern: string): Promise<boolean> {
  return browser.permissions.request({ origins: [pattern] }).catch(() => false)
}
