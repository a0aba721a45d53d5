import browser from 'webextension-polyfill'

/** Redirect URL of a sign-in on the web: only this extension receives it. */
export function signInRedirectUrl(): string {
  return browser.identity.getRedirectURL()
}

/**
 * Shows a sign-in page in its own window. That closes the popup, so call it in the background.
 * @returns the URL it ended at; null when the person closed it.
 */
export async function showSignInPage(url: string): Promise<string | null> {
  return browser.identity.launchWebAuthFlow({ url, interactive: true }).catch(() => null)
}
