import browser from 'webextension-polyfill'

/** Where a sign-in in the web ends: an address that only this extension receives. */
export function signInRedirectUrl(): string {
  return browser.identity.getRedirectURL()
}

/**
 * Shows a sign-in page in a window of its own. The popup closes when it comes up: call it in the background.
 * @returns the address it ended at; null when the person closed it.
 */
export async function showSignInPage(url: string): Promise<string | null> {
  return browser.identity.launchWebAuthFlow({ url, interactive: true }).catch(() => null)
}
