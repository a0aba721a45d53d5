import browser from 'webextension-polyfill'

/** Whether the person has allowed the extension access to a host. */
export function isOriginAllowed(pattern: string): Promise<boolean> {
  return areOriginsAllowed([pattern])
}

/** The same for the hosts of one site. */
export function areOriginsAllowed(origins: string[]): Promise<boolean> {
  return browser.permissions.contains({ origins })
}

/** Reports that the person has allowed more hosts. Call it when the background starts. */
export function onOriginsAllowed(run: () => Promise<void>): void {
  browser.permissions.onAdded.addListener(() => void run())
}

/**
 * Asks the person to allow the extension access to a host; true at once if already granted, false if denied. Call it
 * first in a click or submit handler: later the browser no longer treats it as the person's action.
 */
export function requestOrigin(pattern: string): Promise<boolean> {
  return requestOrigins([pattern])
}

/** The same for the hosts of one site. */
export function requestOrigins(origins: string[]): Promise<boolean> {
  return browser.permissions.request({ origins }).catch(() => false)
}
