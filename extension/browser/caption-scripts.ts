import browser from 'webextension-polyfill'

interface SiteScript {
  id: string
  /** The permission requested from the person. */
  origins: string[]
}

/** Path in the built extension. */
const SCRIPT = 'content-scripts/captions.js'

/** Whether the person allows it on its site. */
export function isScriptAllowed({ origins }: SiteScript): Promise<boolean> {
  return browser.permissions.contains({ origins })
}

/**
 * Enables the script on its site, including open pages; does nothing if it is already enabled. The browser remembers
 * this across restarts, but not across updates of the extension.
 * @returns false when the person has not allowed it.
 */
export async function switchScriptOn(script: SiteScript): Promise<boolean> {
  const { id, origins } = script
  if (!(await isScriptAllowed(script))) return false
  const registered = await browser.scripting.getRegisteredContentScripts({ ids: [id] })
  if (registered.length > 0) return true
  await browser.scripting.registerContentScripts([
    // Zoom's meeting runs in a frame of its page.
    { id, matches: origins, js: [SCRIPT], allFrames: true, runAt: 'document_idle', persistAcrossSessions: true },
  ])
  const tabs = await browser.tabs.query({ url: origins })
  const running = tabs.flatMap(({ id: tabId }) =>
    tabId === undefined ? [] : browser.scripting.executeScript({ target: { tabId, allFrames: true }, files: [SCRIPT] }),
  )
  // A tab that shows an error page accepts no scripts.
  await Promise.allSettled(running)
  return true
}

/** Disables the script for new pages of its site, and gives the permission back. */
export async function switchScriptOff({ id, origins }: SiteScript): Promise<void> {
  const registered = await browser.scripting.getRegisteredContentScripts({ ids: [id] })
  if (registered.length > 0) await browser.scripting.unregisterContentScripts({ ids: [id] })
  await browser.permissions.remove({ origins }).catch(() => false)
}
